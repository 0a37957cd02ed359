// The dialog for a new game: board, players, clocks.

import { byId, html } from './dom.js';
import { Game } from './game.js';
import { HUMAN } from './session.js';
import { Position } from './rules.js';

const BOARDS = [
  [4, 4],
  [5, 5],
  [5, 6],
  [6, 6],
  [7, 7],
  [8, 8],
  [10, 10],
  [11, 11],
];
const LEVELS = [
  [0.1, 'Beginner'],
  [0.5, 'Casual'],
  [1, 'Club'],
  [3, 'Strong'],
  [10, 'Expert'],
  [30, 'Full strength'],
];

export class NewGame {
  constructor(session) {
    this.session = session;
    this.dialog = byId('new-game-dialog');
    this.form = byId('new-game-form');
    const { board, white, black } = this.form.elements;
    board.append(...BOARDS.map(([w, h]) => html('option', { value: `${w}x${h}` }, `${w} × ${h}${w === 10 ? ' – the usual board' : ''}`)));
    board.append(html('option', { value: 'other' }, 'Other size…'));
    for (const select of [white, black]) {
      select.append(
        html('option', { value: 'human' }, 'Person'),
        html(
          'optgroup',
          { label: 'Otrera' },
          ...LEVELS.map(([seconds, name]) => html('option', { value: seconds }, `${name} – ${seconds} s per move`)),
        ),
      );
    }
    byId('new-game').addEventListener('click', () => this.open());
    this.form.addEventListener('change', () => this.adjust());
    this.form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.start();
    });
  }

  /** Opens with what is played now, as far as the dialog has it. */
  open() {
    const { players, clocks, game, proof } = this.session;
    const { board, white, black, clock, minutes, increment, evaluation, width, height } = this.form.elements;
    const size = `${game.start.width}x${game.start.height}`;
    board.value = [...board.options].some((option) => option.value === size) ? size : 'other';
    width.value = game.start.width;
    height.value = game.start.height;
    if (!proof) {
      for (const [select, player] of [
        [white, players.w],
        [black, players.b],
      ])
        select.value = player.kind === 'human' ? 'human' : player.seconds;
      evaluation.value = players.w.evaluation ?? players.b.evaluation ?? 'network';
    }
    clock.checked = Boolean(clocks);
    if (clocks) {
      minutes.value = clocks.seconds / 60;
      increment.value = clocks.increment;
    }
    this.adjust();
    this.dialog.showModal();
  }

  adjust() {
    const { board, clock, white, black } = this.form.elements;
    byId('other-size').hidden = board.value !== 'other';
    byId('clock-fields').hidden = !clock.checked;
    byId('evaluation-field').hidden = white.value === 'human' && black.value === 'human';
  }

  start() {
    const { board, width, height, white, black, clock, minutes, increment, evaluation } = this.form.elements;
    const [w, h] = board.value === 'other' ? [+width.value, +height.value] : board.value.split('x').map(Number);
    const player = ({ value }) => (value === 'human' ? HUMAN : { kind: 'engine', seconds: +value, evaluation: evaluation.value });
    const clocks = clock.checked ? { seconds: +minutes.value * 60, increment: +increment.value } : null;
    this.dialog.close();
    this.session.begin(new Game(Position.likeStart(w, h)), { players: { w: player(white), b: player(black) }, clocks });
    if (location.hash) location.hash = '#play';
  }
}
