// A whole game at a glance: who was ahead after each move, when it was decided, and what was thrown away.

import { byId, html, say, svg } from './dom.js';
import { winsBy } from './figures.js';
import { ROOT } from './game.js';
import { job, wasCancelled } from './server.js';
import { sideName } from './rules.js';

const TIMES = [
  [5, '5 seconds'],
  [20, '20 seconds'],
  [60, '1 minute'],
  [300, '5 minutes'],
];
const WIDTH = 400;
const HEIGHT = 170;
// Higher than this nothing is drawn: guesses in the opening may be far off, and would flatten all the rest.
const HIGHEST = 15;
const PAD = { left: 44, right: 8, top: 10, bottom: 22 };

export class Analysis {
  constructor(session, lead) {
    Object.assign(this, { session, lead });
    this.time = html(
      'select',
      { id: 'analyse-seconds', 'aria-label': 'Time for it' },
      ...TIMES.map(([seconds, text]) => html('option', { value: seconds }, text)),
    );
    this.time.value = 20;
    this.start = html('button', { type: 'button', class: 'main', id: 'analyse-start', onclick: () => this.run() }, 'Analyse the game');
    this.cancel = html('button', { type: 'button', id: 'analyse-cancel', hidden: true, onclick: () => this.stop() }, 'Cancel');
    this.bar = html('progress', { max: 1, value: 0, hidden: true, 'aria-label': 'Analysis' });
    this.error = html('p', { class: 'error', role: 'alert', hidden: true });
    this.result = html('div', { id: 'analysis-result' });
    byId('panel-analysis').append(
      html('p', { class: 'small' }, 'Goes through the moves that lead to the position on the board and on from there.'),
      html('div', { class: 'with-button' }, this.start, this.time, this.cancel),
      this.bar,
      this.error,
      this.result,
    );
    session.on('leaving', () => {
      this.stop();
      this.result.replaceChildren();
      this.done = null;
    });
    session.on('change', () => this.point());
  }

  limit(seconds) {
    for (const option of [...this.time.options]) if (+option.value > seconds) option.remove();
  }

  stop() {
    this.work?.abort();
    this.work = null;
    this.bar.hidden = true;
    this.cancel.hidden = true;
    this.start.disabled = false;
  }

  async run() {
    this.stop();
    const { game } = this.session;
    const moves = game.moves(game.line());
    if (!moves.length) {
      say(this.error, 'There are no moves to analyse yet.');
      return;
    }
    const work = new AbortController();
    this.work = work;
    say(this.error, null);
    this.bar.hidden = false;
    this.bar.value = 0;
    this.cancel.hidden = false;
    this.start.disabled = true;
    try {
      const done = await job(
        '/api/analyse',
        { start: game.start.text(), moves, seconds: +this.time.value },
        {
          signal: work.signal,
          onWait: (text) => say(this.error, text),
          on: { progress: ({ share }) => (this.bar.value = share) },
        },
      );
      if (this.work !== work) return;
      this.stop();
      say(this.error, null);
      this.moves = moves;
      this.done = done;
      this.learn();
      this.show();
    } catch (error) {
      if (wasCancelled(error) || this.work !== work) return;
      this.stop();
      say(this.error, error.message);
    }
  }

  /** The node after so many of the moves that were analysed. */
  node(number) {
    return this.moves.slice(0, number).reduce((node, move) => this.session.game.add(node, move), ROOT);
  }

  learn() {
    const { game } = this.session;
    for (const { number, winner, margin, ahead, lost } of this.done.moves) {
      const node = this.node(number);
      this.lead.learn(game.positionAt(node).text(), { winner, margin, ahead });
      game.nodes[node].mark = lost ? { sign: lost.game ? '??' : '?', text: loss(lost) } : undefined;
    }
    this.session.emit('marks');
  }

  show() {
    const { done } = this;
    const lost = done.moves.filter((move) => move.lost);
    const row = ({ number, player, move, lost: what }) =>
      html(
        'li',
        {},
        html('button', { type: 'button', class: 'move', onclick: () => this.session.go(this.node(number)) }, `${number}. ${move}`),
        html('span', {}, ` ${sideName(player)} ${loss(what)}`),
        what.better &&
          html(
            'span',
            {},
            '; better ',
            html(
              'button',
              { type: 'button', class: 'move', onclick: () => this.session.go(this.session.game.add(this.node(number - 1), what.better)) },
              what.better,
            ),
          ),
      );
    this.result.replaceChildren(
      html('p', { class: 'verdict', id: 'analysis-verdict' }, done.verdict),
      this.graph(),
      html('h2', { class: 'minor' }, lost.length ? 'What was thrown away' : 'Nothing was thrown away for certain'),
      html('ul', { class: 'losses' }, ...lost.map(row)),
    );
    this.point();
  }

  /** Height of each point: exact margins where there are any, else what the engine thinks. */
  heights() {
    let last = 0;
    return this.done.moves.map(({ winner, margin, ahead }) => {
      const sign = winner === 'b' ? 1 : -1;
      const certain = winner !== null;
      if (certain && margin !== null) last = sign * margin;
      else if (ahead !== null) last = ahead;
      // Won for certain, but nobody knows by how much: as before, on the winner's side.
      else if (certain) last = sign * Math.max(Math.abs(last), 1);
      return { height: last, certain };
    });
  }

  graph() {
    const points = this.heights();
    const count = points.length;
    const highest = Math.max(4, ...points.map(({ height }) => Math.abs(height)));
    const most = Math.min(highest, HIGHEST);
    const more = highest > most ? '+' : '';
    const step = (WIDTH - PAD.left - PAD.right) / Math.max(count, 1);
    const x = (number) => PAD.left + (number - 0.5) * step;
    const y = (height) => PAD.top + (1 - Math.min(Math.max(height / most, -1), 1)) * ((HEIGHT - PAD.top - PAD.bottom) / 2);
    this.x = x;
    const drawing = svg('svg', {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      class: 'graph',
      id: 'analysis-graph',
      role: 'slider',
      tabindex: 0,
      'aria-label': 'Move of the game',
      'aria-valuemin': 0,
      'aria-valuemax': count,
      'aria-valuenow': 0,
    });
    const text = (px, py, content, anchor) => svg('text', { x: px, y: py, 'text-anchor': anchor }, content);
    const decided = this.done.decided_from;
    if (decided !== null && decided < count) {
      const from = decided === 0 ? PAD.left : x(decided) - step / 2;
      drawing.append(
        svg('rect', { x: from, y: PAD.top, width: WIDTH - PAD.right - from, height: HEIGHT - PAD.top - PAD.bottom, class: 'decided' }),
        svg('line', { x1: from, x2: from, y1: PAD.top, y2: HEIGHT - PAD.bottom, class: 'decided-line' }),
        from > WIDTH * 0.7 ? text(from - 4, PAD.top + 11, 'decided', 'end') : text(from + 4, PAD.top + 11, 'decided', 'start'),
      );
    }
    drawing.append(
      text(PAD.left - 4, y(most) + 10, `B ${Math.round(most)}${more}`, 'end'),
      text(PAD.left - 4, y(0) + 4, '0', 'end'),
      text(PAD.left - 4, y(-most), `W ${Math.round(most)}${more}`, 'end'),
    );
    const width = Math.max(step * 0.72, 1.5);
    points.forEach(({ height, certain }, place) => {
      const [a, b] = [y(Math.max(height, 0)), y(Math.min(height, 0))];
      const side = height >= 0 ? 'b' : 'w';
      drawing.append(
        svg(
          'rect',
          {
            x: x(place + 1) - width / 2,
            y: a,
            width,
            height: Math.max(b - a, 1),
            class: `bar ${side} ${certain ? 'certain' : 'guess'}`,
          },
          svg('title', {}, afterMove(this.done.moves[place])),
        ),
      );
    });
    drawing.append(svg('line', { x1: PAD.left, x2: WIDTH - PAD.right, y1: y(0), y2: y(0), class: 'zero' }));
    this.done.moves.forEach(({ lost, number }) => {
      if (lost) drawing.append(svg('path', { d: `M${x(number) - 4} ${HEIGHT - PAD.bottom + 3}l4 -7l4 7z`, class: 'loss' }));
    });
    for (const number of labels(count)) drawing.append(text(x(number), HEIGHT - 6, String(number), 'middle'));
    this.cursor = svg('line', { y1: PAD.top, y2: HEIGHT - PAD.bottom, class: 'cursor' });
    drawing.append(this.cursor);
    const go = (number) => this.session.go(this.node(Math.min(Math.max(number, 0), count)));
    drawing.addEventListener('click', (event) => {
      const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(drawing.getScreenCTM().inverse());
      go(Math.round((at.x - PAD.left) / step + 0.5));
    });
    drawing.addEventListener('keydown', (event) => {
      const to = { ArrowRight: this.number() + 1, ArrowLeft: this.number() - 1, Home: 0, End: count }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      go(to);
    });
    this.drawing = drawing;
    return drawing;
  }

  /** How far along the analysed moves the game stands, or −1 beside them. */
  number() {
    const { game } = this.session;
    const here = game.moves(game.path(game.at));
    return here.length <= this.moves.length && here.every((move, place) => move === this.moves[place]) ? here.length : -1;
  }

  point() {
    if (!this.done || !this.drawing) return;
    const number = this.number();
    this.cursor.style.display = number < 0 ? 'none' : '';
    if (number < 0) return;
    const at = number === 0 ? PAD.left : this.x(number);
    this.cursor.setAttribute('x1', at);
    this.cursor.setAttribute('x2', at);
    this.drawing.setAttribute('aria-valuenow', number);
    this.drawing.setAttribute('aria-valuetext', number ? afterMove(this.done.moves[number - 1]) : 'start');
  }
}

/** "30, J9-I8xJ8: Black ahead by 15.5" */
function afterMove({ number, move, winner, margin, ahead }) {
  const guess = ahead === null ? 'open' : `${sideName(ahead > 0 ? 'b' : 'w')} ahead by ${Math.abs(ahead).toFixed(1)}`;
  return `${number}, ${move}: ${winner ? winsBy(winner, margin) : guess}`;
}

function loss({ game, moves, at_least: atLeast }) {
  if (game) return 'threw the game away';
  if (moves === null) return 'lost moves';
  return `lost ${atLeast ? 'at least ' : ''}${moves} ${moves === 1 ? 'move' : 'moves'}`;
}

function labels(count) {
  const step = [1, 2, 5, 10, 20, 50].find((candidate) => count / candidate <= 10) ?? 100;
  const found = [];
  for (let number = step; number <= count; number += step) found.push(number);
  return found;
}
