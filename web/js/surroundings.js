// What stands around the board: the players with their clocks, what is going on, and the buttons below.

import { byId, html, icon, say, svg } from './dom.js';
import { clockText } from './clock.js';
import { ROOT } from './game.js';
import { winsBy } from './figures.js';
import { other, sideName } from './rules.js';

/** The two lines of a player's plate. */
function names(session, side) {
  if (session.editing) return [sideName(side), null];
  const player = session.players[side];
  const written = session.game.players[side === 'w' ? 'white' : 'black'];
  if (player.kind === 'engine') return ['Otrera', `${sideName(side)}, ${player.seconds} s per move`];
  if (player.kind === 'proof') return ['The proof', sideName(side)];
  if (written) return [written, sideName(side)];
  return [sideName(side), session.players[other(side)].kind === 'human' ? null : 'you'];
}

export class Surroundings {
  constructor(session, opponents, entry, lead) {
    Object.assign(this, { session, opponents, entry, lead });
    this.note = null;
    for (const name of ['change', 'opinion', 'drawn']) session.on(name, () => this.show());
    session.on('tick', () => this.clocks());
    session.on('explain', (text) => {
      this.note = text;
      this.show();
    });
    session.on('change', () => (this.note = null));
    const press = (id, action) => byId(id).addEventListener('click', action);
    press('first', () => session.first());
    press('undo', () => session.back());
    press('redo', () => session.forward());
    press('last', () => session.last());
    press('flip', () => session.flip());
    press('pause', () => session.setPaused(!session.paused));
    press('resume', () => session.setPaused(false));
    press('move-now', () => opponents.moveNow());
    press('rematch', () => session.rematch());
  }

  show() {
    const { session } = this;
    const { game } = session;
    const below = session.flipped ? 'b' : 'w';
    this.plate(byId('plate-bottom'), below);
    this.plate(byId('plate-top'), other(below));
    byId('first').disabled = byId('undo').disabled = game.at === ROOT || session.editing;
    byId('redo').disabled = byId('last').disabled = game.next(game.at) === null || session.editing;
    const runs = session.players.w.kind !== 'human' && session.players.b.kind !== 'human';
    byId('pause').hidden = !runs;
    byId('pause').setAttribute('aria-pressed', session.paused);
    byId('pause').replaceChildren(icon(session.paused ? 'play' : 'pause'), html('span', {}, session.paused ? 'Resume' : 'Pause'));
    byId('pause').disabled = session.over;
    byId('hint').hidden = runs;
    byId('hint').disabled = !session.isHumanTurn();
    const waits = session.paused && !session.over && !session.editing && !session.fallen && session.playerToMove().kind !== 'human';
    byId('resume').hidden = !waits || runs;
    byId('move-now').hidden = !this.opponents.canMoveNow();
    byId('rematch').hidden = byId('to-analysis').hidden = !session.winner() || session.editing;
    this.status();
  }

  plate(plate, side) {
    const { session } = this;
    const active = !session.over && !session.editing && !session.fallen && session.position.toMove === side;
    plate.classList.toggle('active', active);
    plate.dataset.side = side;
    const winner = session.winner() === side;
    const [name, role] = names(session, side);
    const { clocks } = session;
    const shown = [
      svg('svg', { class: 'plate-piece', viewBox: '0 0 100 100', 'aria-hidden': 'true' }, svg('use', { href: `#amazon-${side}` })),
      html('span', { class: 'plate-name' }, name, role && html('span', { class: 'plate-side' }, role)),
      winner && html('span', { class: 'badge won' }, 'Winner'),
      active && html('span', { class: 'badge turn' }, this.opponents.thinking ? 'thinking' : 'to move'),
      clocks &&
        html(
          'span',
          {
            class: `clock${clocks.left[side] < 20 ? ' short' : ''}`,
            'data-clock': side,
            role: 'timer',
            'aria-label': `${sideName(side)}’s clock`,
          },
          clockText(clocks.left[side]),
        ),
    ];
    plate.replaceChildren(...shown.filter(Boolean));
  }

  clocks() {
    const { clocks } = this.session;
    if (!clocks) return;
    for (const shown of document.querySelectorAll('[data-clock]')) {
      const left = clocks.left[shown.dataset.clock];
      shown.textContent = clockText(left);
      shown.classList.toggle('short', left < 20);
    }
  }

  status() {
    const status = byId('status');
    status.classList.toggle('error', Boolean(this.opponents.error));
    status.classList.toggle('over', this.session.over);
    const text = this.statusText();
    if (status.textContent !== text) {
      status.textContent = text;
      // Steps of a move are read aloud as they are made; what comes from elsewhere is read from here.
      if (this.opponents.error || this.session.fallen || this.note) byId('announce').textContent = text;
    }
    say(byId('thoughts'), this.thoughts());
  }

  /** What the engine looks at while it thinks, and afterwards why it moved as it did. */
  thoughts() {
    const { opinion, thinking } = this.opponents;
    const { game, editing } = this.session;
    if (thinking) return opinion?.line?.length ? `Depth ${opinion.depth}: ${opinion.line.slice(0, 4).join(' ')}` : null;
    const { move, reason } = (!editing && game.nodes[game.at]) || {};
    return reason ? `Otrera on ${move}: ${reason}` : null;
  }

  statusText() {
    const { session, opponents, entry } = this;
    const side = sideName(session.position.toMove);
    if (session.editing) return 'Setting up a position.';
    if (opponents.error) return opponents.error;
    if (session.fallen) return `${sideName(session.fallen)} is out of time: ${sideName(other(session.fallen))} wins.`;
    if (session.over) {
      return `${side} cannot move: ${winsBy(session.winner(), this.lead.of(session.position.text())?.margin)}.`;
    }
    if (this.note) return this.note;
    if (!session.isHumanTurn()) {
      const name = session.playerToMove().kind === 'proof' ? 'The proof' : 'Otrera';
      if (session.paused) return `${name} is to move for ${side}, and waits.`;
      if (opponents.waiting) return opponents.waiting;
      return session.playerToMove().kind === 'proof' ? 'The proof answers…' : `Otrera is thinking for ${side}…`;
    }
    const name = (square) => session.position.name(square);
    if (entry.to !== null) return `${side}: ${name(entry.from)} to ${name(entry.to)}. Now shoot: choose a square to burn.`;
    if (entry.from !== null) return `${side}: where does the amazon on ${name(entry.from)} go?`;
    return `${side} to move: choose an amazon.`;
  }
}
