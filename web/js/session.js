// The game on the table: its tree, who plays, whether it rests. Everything on the page listens to it.

import { Game, ROOT } from './game.js';
import { Position, other } from './rules.js';

export const HUMAN = { kind: 'human' };
const FIRST_PLAYERS = { w: HUMAN, b: { kind: 'engine', seconds: 1 } };

const usualStart = () => new Game(Position.start(10, 10));

export class Session {
  constructor() {
    this.listeners = new Map();
    this.game = usualStart();
    this.players = FIRST_PLAYERS;
    // Engines and proofs wait while the game is paused.
    this.paused = false;
    this.flipped = false;
    this.editing = false;
    // Set by the clock once a side is out of time.
    this.fallen = null;
    this.clocks = null;
    // The proof being walked, as the server describes it.
    this.proof = null;
  }

  on(name, listener) {
    if (!this.listeners.has(name)) this.listeners.set(name, []);
    this.listeners.get(name).push(listener);
  }

  emit(name, detail) {
    for (const listener of this.listeners.get(name) ?? []) listener(detail);
  }

  get position() {
    return this.game.position;
  }

  get over() {
    return !this.position.canMove();
  }

  playerToMove() {
    return this.players[this.position.toMove];
  }

  isHumanTurn() {
    return !this.over && !this.editing && !this.fallen && this.playerToMove().kind === 'human';
  }

  /** Whether a program is to move and nothing holds it back. */
  isProgramTurn() {
    return !this.over && !this.editing && !this.fallen && !this.paused && this.playerToMove().kind !== 'human';
  }

  hasProgram() {
    return this.players.w.kind !== 'human' || this.players.b.kind !== 'human';
  }

  /** Puts another game on the table. */
  begin(game, { players = { w: HUMAN, b: HUMAN }, clocks = null, proof = null, paused = false, flipped = null } = {}) {
    this.emit('leaving');
    this.game = game;
    this.players = players;
    this.clocks = clocks && { ...clocks, left: clocks.left ?? { w: clocks.seconds, b: clocks.seconds } };
    this.fallen = null;
    this.proof = proof;
    this.paused = paused;
    this.editing = false;
    this.flipped = flipped ?? (players.w.kind !== 'human' && players.b.kind === 'human');
    this.emit('game');
    this.changed({ cause: 'begin' });
  }

  /** As on a first visit. */
  beginAfresh() {
    this.begin(usualStart(), { players: FIRST_PLAYERS });
  }

  /** The same game from its start, with the same players. */
  rematch() {
    const { players, clocks, proof, flipped, game } = this;
    const fresh = clocks && { seconds: clocks.seconds, increment: clocks.increment };
    this.begin(new Game(game.start), { players, clocks: fresh, proof, flipped });
  }

  play(move, by) {
    const from = this.game.at;
    this.game.play(move);
    this.emit('played');
    this.changed({ cause: 'play', by, from });
  }

  go(id) {
    if (id === this.game.at) return;
    const from = this.game.at;
    this.game.go(id);
    // Looking around must not make a program move; it waits until it is asked to.
    this.paused = !this.over && this.playerToMove().kind !== 'human';
    this.emit('browsed');
    this.changed({ cause: 'go', from });
  }

  /** Takes back to where a person was to move, or to the start. */
  back() {
    this.go(this.findTurn(this.game.parent(this.game.at), (id) => this.game.parent(id)));
  }

  forward() {
    const next = this.game.next(this.game.at);
    if (next !== null) this.go(this.findTurn(next, (id) => this.game.next(id)));
  }

  findTurn(id, step) {
    if (id === null) return this.game.at;
    const people = this.players.w.kind === 'human' || this.players.b.kind === 'human';
    let found = id;
    while (people && this.players[this.game.positionAt(found).toMove].kind !== 'human') {
      const next = step(found);
      if (next === null) break;
      found = next;
    }
    return found;
  }

  first() {
    this.go(ROOT);
  }

  last() {
    const line = this.game.line();
    if (line.length) this.go(line.at(-1));
  }

  setPaused(paused) {
    this.paused = paused;
    this.changed({ cause: 'pause' });
  }

  setPlayers(players) {
    this.players = players;
    this.paused = false;
    this.emit('game');
    this.changed({ cause: 'players' });
  }

  flip() {
    this.flipped = !this.flipped;
    this.changed({ cause: 'flip' });
  }

  changed(detail) {
    this.emit('change', detail);
  }

  removeNode(id) {
    this.game.remove(id);
    this.emit('browsed');
    this.changed({ cause: 'tree' });
  }

  promoteNode(id) {
    this.game.promote(id);
    this.changed({ cause: 'tree' });
  }

  /** Who has won, or null while the game goes on. */
  winner() {
    if (this.over) return other(this.position.toMove);
    return this.fallen ? other(this.fallen) : null;
  }
}
