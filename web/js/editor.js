// Setting up a position by clicking.

import { byId, html, icon, say, svg } from './dom.js';
import { BLACK, BURNT, EMPTY, MOST_SQUARES, Position, WHITE } from './rules.js';
import { Game } from './game.js';

const TOOLS = [
  ['w', 'White amazon', WHITE],
  ['b', 'Black amazon', BLACK],
  ['x', 'Burnt', BURNT],
  ['e', 'Empty', EMPTY],
];

export class Editor {
  constructor(session, table) {
    Object.assign(this, { session, table });
    this.tool = WHITE;
    byId('open-editor').addEventListener('click', () => this.open());
    session.on('game', () => this.close());
    this.build();
  }

  build() {
    const tool = ([key, name, cell]) =>
      html(
        'label',
        { class: 'tool' },
        html('input', { type: 'radio', name: 'tool', value: key, checked: cell === this.tool, onchange: () => (this.tool = cell) }),
        svg(
          'svg',
          { viewBox: '0 0 100 100', 'aria-hidden': 'true' },
          svg('rect', { width: 100, height: 100, class: 'square dark' }),
          ['w', 'b'].includes(key) ? svg('use', { href: `#amazon-${key}` }) : key === 'x' ? svg('use', { href: '#burnt-0' }) : null,
        ),
        html('span', {}, name),
      );
    const number = (id, label) =>
      html(
        'label',
        { class: 'field' },
        html('span', {}, label),
        html('input', {
          type: 'number',
          id,
          min: 1,
          max: MOST_SQUARES,
          'aria-describedby': 'editor-size-error',
          onchange: () => this.resize(),
        }),
      );
    const side = (value, text) =>
      html(
        'label',
        { class: 'check' },
        html('input', { type: 'radio', name: 'side', value, onchange: () => this.setSide(value) }),
        html('span', {}, text),
      );
    this.sizeError = html('p', { class: 'error', role: 'alert', id: 'editor-size-error', hidden: true });
    this.error = html('p', { class: 'error', role: 'alert', id: 'editor-error', hidden: true });
    byId('editor-panel').append(
      html('h2', {}, 'Set up a position'),
      html('fieldset', { class: 'tools' }, html('legend', { class: 'unseen' }, 'What a click puts down'), ...TOOLS.map(tool)),
      html('p', { class: 'small' }, 'On the board the keys W, B, X and E put these down, too.'),
      html('div', { class: 'pair' }, number('editor-width', 'Width'), number('editor-height', 'Height')),
      this.sizeError,
      html('fieldset', { class: 'choices' }, html('legend', {}, 'To move'), side('w', 'White'), side('b', 'Black')),
      html(
        'div',
        { class: 'buttons' },
        html(
          'button',
          { type: 'button', id: 'editor-clear', onclick: () => this.put(Position.empty(this.position.width, this.position.height)) },
          'Clear',
        ),
        html(
          'button',
          { type: 'button', id: 'editor-start', onclick: () => this.put(Position.likeStart(this.position.width, this.position.height)) },
          'Standard start',
        ),
      ),
      this.error,
      html(
        'div',
        { class: 'buttons' },
        html('button', { type: 'button', class: 'main', id: 'editor-done', onclick: () => this.done() }, icon('play'), 'Play from here'),
        html('button', { type: 'button', id: 'editor-cancel', onclick: () => this.cancel() }, 'Cancel'),
      ),
    );
  }

  open() {
    if (location.hash === '#solved') location.hash = '#play';
    this.session.editing = true;
    byId('editor-panel').hidden = false;
    byId('tabs-card').hidden = true;
    byId('proof-panel').hidden = true;
    this.table.overlay?.draw(this.table.view);
    this.session.changed({ cause: 'edit' });
    this.put(this.session.position);
  }

  close() {
    byId('editor-panel').hidden = true;
    byId('tabs-card').hidden = false;
  }

  cancel() {
    this.close();
    this.session.editing = false;
    byId('proof-panel').hidden = !this.session.proof;
    this.session.changed({ cause: 'edit' });
  }

  put(position) {
    this.position = new Position(position.width, position.height, position.cells.slice(), position.toMove);
    byId('editor-width').value = position.width;
    byId('editor-height').value = position.height;
    for (const radio of document.querySelectorAll('input[name="side"]')) radio.checked = radio.value === position.toMove;
    say(this.sizeError, null);
    say(this.error, null);
    this.draw();
  }

  draw() {
    const { view } = this.table;
    view.handler = this;
    view.show(this.position, this.session.flipped);
    view.mark({});
    view.layers.areas.replaceChildren();
    view.layers.labels.replaceChildren();
  }

  /** Width and height as the fields have them, or null, with a message, if there is no such board. */
  size() {
    const [width, height] = ['editor-width', 'editor-height'].map((id) => +byId(id).value);
    const whole = [width, height].every((side) => Number.isInteger(side) && side >= 1);
    if (!whole) say(this.sizeError, 'Width and height are whole numbers from 1.');
    else if (width * height > MOST_SQUARES)
      say(this.sizeError, `${width} × ${height} is too large: a board has at most ${MOST_SQUARES} squares.`);
    else return [width, height];
    return null;
  }

  /** The board stays as it is until both fields fit: on the way to 16 × 8 they may say 16 × 10. */
  resize() {
    const size = this.size();
    if (!size) return;
    const [width, height] = size;
    const fresh = Position.empty(width, height);
    fresh.toMove = this.position.toMove;
    this.position.cells.forEach((cell, square) => {
      const goal = fresh.square(this.position.name(square));
      if (goal >= 0) fresh.cells[goal] = cell;
    });
    this.put(fresh);
  }

  setSide(side) {
    this.position.toMove = side;
  }

  label(square) {
    return `${this.position.name(square)}, ${this.position.describe(square)}`;
  }

  pick(square) {
    this.set(square, this.position.cells[square] === this.tool ? EMPTY : this.tool);
  }

  key(event, square) {
    const tool = TOOLS.find(([key]) => key === event.key.toLowerCase());
    if (!tool) return;
    event.stopPropagation();
    this.set(square, tool[2]);
  }

  set(square, cell) {
    this.position.cells[square] = cell;
    this.draw();
    this.table.announce(this.label(square));
  }

  done() {
    if (!this.size()) return;
    if (!this.position.amazons('w').length && !this.position.amazons('b').length) {
      say(this.error, 'Put down an amazon first.');
      return;
    }
    const { players } = this.session;
    const plain = (player) => (player.kind === 'proof' ? { kind: 'human' } : player);
    this.session.begin(new Game(this.position), { players: { w: plain(players.w), b: plain(players.b) } });
  }
}
