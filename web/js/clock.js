// Clocks: time for the whole game and an increment per move. Times are kept with the moves, so that taking back takes time back.

import { ROOT } from './game.js';
import { other } from './rules.js';

export class Clock {
  constructor(session) {
    this.session = session;
    this.since = null;
    session.on('played', () => this.played());
    session.on('browsed', () => this.restore());
    session.on('leaving', () => (this.since = null));
    session.on('change', () => this.run());
    setInterval(() => this.tick(), 100);
  }

  runs() {
    const { clocks, fallen, editing, over, game, paused } = this.session;
    const waits = paused && this.session.playerToMove().kind !== 'human';
    return clocks && !fallen && !editing && !over && !waits && game.at !== ROOT;
  }

  run() {
    this.settle();
    this.since = this.runs() ? performance.now() : null;
    this.session.emit('tick');
  }

  /** Books the time that has passed since the last look. */
  settle() {
    const { clocks } = this.session;
    if (this.since === null || !clocks) return;
    const now = performance.now();
    clocks.left[this.side()] -= (now - this.since) / 1000;
    this.since = now;
  }

  side() {
    return this.session.position.toMove;
  }

  tick() {
    if (this.since === null) return;
    this.settle();
    const { clocks } = this.session;
    const side = this.side();
    if (clocks.left[side] <= 0) {
      clocks.left[side] = 0;
      this.session.fallen = side;
      this.since = null;
      this.session.changed({ cause: 'clock' });
    }
    this.session.emit('tick');
  }

  played() {
    const { clocks, game } = this.session;
    if (!clocks) return;
    const mover = other(this.side());
    if (this.since !== null) {
      const now = performance.now();
      clocks.left[mover] -= (now - this.since) / 1000;
      this.since = now;
      clocks.left[mover] = Math.max(clocks.left[mover], 0) + clocks.increment;
    }
    game.nodes[game.at].clock = { ...clocks.left };
  }

  restore() {
    const { clocks, game } = this.session;
    if (!clocks) return;
    this.since = null;
    clocks.left = { ...(game.at === ROOT ? { w: clocks.seconds, b: clocks.seconds } : (game.nodes[game.at].clock ?? clocks.left)) };
    this.session.fallen = null;
  }
}

export function clockText(seconds) {
  const rest = Math.max(seconds, 0);
  if (rest < 20) return rest.toFixed(1);
  const whole = Math.ceil(rest);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
