// The board with what is on it: draws the game as it stands, and tells in words what happens.

import { byId } from './dom.js';
import { BoardView } from './board.js';
import { MoveEntry } from './entry.js';
import { ROOT } from './game.js';
import { settings } from './settings.js';
import { sideName } from './rules.js';

export class Table {
  constructor(session) {
    this.session = session;
    this.entry = new MoveEntry(session, this);
    this.view = new BoardView(byId('board'), this.entry);
    this.hint = null;
    // Others may look at squares that are clicked, draw over the board, and add to what squares are called.
    this.onInspect = null;
    this.overlay = null;
    session.on('change', (detail) => this.update(detail));
    settings.onChange((name) => name === 'trail' && this.draw());
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && !document.querySelector('dialog[open]')) this.entry.cancel();
    });
  }

  update({ cause, by, from }) {
    if (cause !== 'pause' && cause !== 'flip') {
      this.entry.reset();
      this.hint = null;
    }
    this.view.motion.stop();
    this.draw();
    const { game } = this.session;
    if (cause === 'play') {
      const before = game.positionAt(from);
      const move = before.move(game.nodes[game.at].move);
      this.view.motion.play(move, { walked: by === 'person' });
      this.announce(this.moveInWords(before, move));
    } else if (cause === 'go' && game.at !== ROOT && from === game.parent(game.at)) {
      this.view.motion.play(this.lastMove());
    }
    if (cause === 'go')
      this.announce(game.at === ROOT ? 'Start of the game.' : `After move ${game.depth(game.at)}, ${game.nodes[game.at].move}.`);
  }

  moveInWords(before, { from, to, arrow }) {
    const after = this.session.position;
    const text = `${sideName(before.toMove)}: ${before.name(from)} to ${before.name(to)}, arrow to ${before.name(arrow)}.`;
    return after.canMove() ? text : `${text} ${sideName(before.toMove)} wins.`;
  }

  lastMove() {
    const { game } = this.session;
    if (game.at === ROOT) return null;
    const before = game.positionAt(game.parent(game.at));
    return before.move(game.nodes[game.at].move);
  }

  draw() {
    if (this.session.editing) return;
    const shown = this.entry.shown();
    this.view.handler = this.entry;
    this.view.show(shown, this.session.flipped);
    // Under the colours of areas a trail would only be in the way.
    const trail = settings.get('trail') && this.entry.to === null && !this.overlay?.shown();
    const last = trail ? this.lastMove() : null;
    this.view.mark({ ...this.entry.marks(), last, hint: this.entry.from === null ? this.hint : null });
    this.overlay?.draw(this.view);
    this.session.emit('drawn');
  }

  showHint(move) {
    this.hint = move;
    this.draw();
  }

  note(square) {
    return this.overlay?.note(square) ?? [];
  }

  inspect(square) {
    this.onInspect?.(square);
  }

  explain(text) {
    this.session.emit('explain', text);
  }

  announce(text) {
    byId('announce').textContent = text;
  }
}
