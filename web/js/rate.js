// How fast a campaign goes, from the page's opening on: a line of points, and its drawing.

import { count, duration } from './figures.js';
import { html, svg } from './dom.js';

/** A rate is that of so many seconds: results come in lumps. */
const WINDOW = 10;
// With more points than this every two become one.
const MOST_POINTS = 400;
const HEIGHT = 130;
const PAD = { left: 46, right: 10, top: 12, bottom: 22 };

/** A number that reads well, at least as large as this one, and 10 at least. */
function round(number) {
  const unit = 10 ** Math.floor(Math.log10(Math.max(number, 10)));
  return unit * ([1, 2, 5, 10].find((times) => times * unit >= number) ?? 10);
}

export class Rate {
  constructor() {
    // What the coordinator told lately: its own seconds, and the nodes by then.
    this.told = [];
    // Page seconds and nodes per second; a rate of null ends a line.
    this.points = [];
  }

  /** The coordinator tells this at this moment of the page; null if it is silent. */
  learn(state, now) {
    const last = this.told.at(-1);
    if (!state) return this.pause(now);
    if (state.seconds === last?.seconds) return;
    if (state.seconds < last?.seconds || state.nodes < last?.nodes) this.pause(now);
    this.told.push({ seconds: state.seconds, nodes: state.nodes });
    while (this.told.length > 2 && state.seconds - this.told[0].seconds > WINDOW) this.told.shift();
    const [first] = this.told;
    if (first.seconds === state.seconds) return;
    this.points.push({ at: now, rate: (state.nodes - first.nodes) / (state.seconds - first.seconds) });
    if (this.points.length > MOST_POINTS) this.thin();
  }

  pause(now) {
    this.told = [];
    if (this.points.length && this.points.at(-1).rate !== null) this.points.push({ at: now, rate: null });
  }

  thin() {
    const { points } = this;
    this.points = [];
    for (let place = 0; place < points.length; place++) {
      const [one, two] = [points[place], points[place + 1]];
      const both = two && one.rate !== null && two.rate !== null;
      this.points.push(both ? { at: two.at, rate: (one.rate + two.rate) / 2 } : one);
      if (both) place++;
    }
  }

  now() {
    return this.points.at(-1)?.rate ?? null;
  }
}

export class RateChart {
  constructor(rate, since) {
    Object.assign(this, { rate, since });
    this.grid = svg('g', {});
    this.under = svg('path', { class: 'under' });
    this.line = svg('path', { class: 'line' });
    this.drawing = svg('svg', { role: 'img' }, this.grid, this.under, this.line);
    this.element = html('figure', { class: 'rate' }, html('figcaption', {}, 'Nodes per second, since this page was opened'), this.drawing);
    new ResizeObserver(() => this.draw()).observe(this.element);
  }

  draw(now = this.until ?? 0) {
    this.until = now;
    const width = Math.max(this.element.clientWidth, 200);
    const { points } = this.rate;
    const rates = points.map(({ rate }) => rate ?? 0);
    const [highest, span] = [round(Math.max(...rates, 0)), Math.max(now - this.since, 30)];
    const x = (at) => width - PAD.right - ((now - at) / span) * (width - PAD.left - PAD.right);
    const y = (rate) => HEIGHT - PAD.bottom - (rate / highest) * (HEIGHT - PAD.top - PAD.bottom);
    this.drawing.setAttribute('viewBox', `0 0 ${width} ${HEIGHT}`);
    this.drawing.setAttribute('aria-label', this.inWords(Math.max(...rates, 0), now));
    this.scale(width, highest, span, y);
    const lines = [[]];
    for (const { at, rate } of points) {
      if (rate === null) lines.push([]);
      else lines.at(-1).push(`${x(at).toFixed(1)} ${y(rate).toFixed(1)}`);
    }
    const drawn = lines.filter((line) => line.length);
    // A line of one point is a dot.
    this.line.setAttribute('d', drawn.map((line) => `M${line.join('L')}${line.length > 1 ? '' : 'h.1'}`).join(''));
    const foot = ([place]) => `${place} ${y(0)}`;
    this.under.setAttribute('d', drawn.map((line) => `M${foot(line[0].split(' '))}L${line.join('L')}L${foot(line.at(-1).split(' '))}Z`).join(''));
  }

  scale(width, highest, span, y) {
    // Drawn anew only when it is another one: the page may be looked at through a glass.
    const what = `${width} ${highest} ${duration(span)}`;
    if (this.drawn === what) return;
    this.drawn = what;
    const text = (px, py, anchor, content) => svg('text', { x: px, y: py, 'text-anchor': anchor }, content);
    const lines = [0, highest / 2, highest].map((rate) => [
      svg('line', { class: 'grid', x1: PAD.left, x2: width - PAD.right, y1: y(rate), y2: y(rate) }),
      text(PAD.left - 6, y(rate) + 4, 'end', count(rate)),
    ]);
    const [left, right] = [text(PAD.left, HEIGHT - 6, 'start', `${duration(span)} ago`), text(width - PAD.right, HEIGHT - 6, 'end', 'now')];
    this.grid.replaceChildren(...lines.flat(), left, right);
  }

  inWords(highest, now) {
    const rate = this.rate.now();
    if (!this.rate.points.length) return 'Nodes per second: nothing is known yet';
    return `Nodes per second: ${rate === null ? 'none' : count(rate)} now, ${count(highest)} at most within ${duration(now - this.since)}`;
  }
}
