// A campaign of the cluster: its figures, workers and troubles. Everything is made once and then only changed, so that nothing
// flickers, and neither focus nor selection is lost.

import { count, duration, guess } from './figures.js';
import { Position, sideName } from './rules.js';
import { Rate, RateChart } from './rate.js';
import { html } from './dom.js';
import { linkToPosition } from './links.js';

/** A coordinator that was silent for so many seconds does not run, … */
const COORDINATOR_SILENT = 10;
/** … and something is wrong with a worker that was. */
const WORKER_SILENT = 5;
/** Signs of life come every second: what is newer is as new as it can be. */
const JUST_NOW = 3;

/** Puts a text into an element, unless it is there. */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

const perSecond = (rate) => (rate < 10 ? rate.toFixed(1) : count(rate));

/** What a text of the server means, or null if it is no position. */
function position(text) {
  try {
    return Position.parse(text);
  } catch {
    return null;
  }
}

/** Leads a link to the board with a position, or nowhere if there is none. */
function leadTo(link, shown) {
  if (shown) link.setAttribute('href', `./${linkToPosition(shown)}`);
  else link.removeAttribute('href');
}

/** A position as workers name it, perhaps with its attempt, as a link to the board. */
function positionLink() {
  const link = html('a', {});
  return {
    link,
    show(name) {
      if (link.textContent === name) return;
      link.textContent = name;
      leadTo(link, position(name.split(' ').slice(0, 2).join(' ')));
    },
  };
}

/** Keeps a list of elements in step with one of things: those that stay are changed, not made anew. */
class Keyed {
  constructor(host, make) {
    Object.assign(this, { host, make, kept: new Map() });
  }

  show(things) {
    for (const [key, { element }] of this.kept) {
      if (things.some(([wanted]) => wanted === key)) continue;
      element.remove();
      this.kept.delete(key);
    }
    things.forEach(([key, thing], place) => {
      if (!this.kept.has(key)) this.kept.set(key, this.make(key));
      const { element, show } = this.kept.get(key);
      if (this.host.children[place] !== element) this.host.insertBefore(element, this.host.children[place] ?? null);
      show(thing);
    });
  }
}

const COLUMNS = [
  ['Since', 'since'],
  ['Jobs', 'jobs'],
  ['Nodes per s', 'rate'],
  ['Last sign', 'sign'],
];

function workerRow(name) {
  const { link, show: showJob } = positionLink();
  const idle = html('span', {}, 'idle');
  const cells = Object.fromEntries(COLUMNS.map(([label, key]) => [key, html('td', { role: 'cell', class: 'number', 'data-label': label })]));
  const element = html(
    'tr',
    { role: 'row', 'data-worker': name },
    html('td', { role: 'cell', class: 'who' }, name),
    html('td', { role: 'cell', class: 'doing' }, link, idle),
    ...Object.values(cells),
  );
  const show = ({ worker, age }) => {
    link.hidden = worker.job === null;
    idle.hidden = worker.job !== null;
    if (worker.job !== null) showJob(worker.job);
    write(cells.since, duration(worker.since_seconds));
    write(cells.jobs, count(worker.jobs));
    write(cells.rate, worker.nodes_per_second === null ? '…' : perSecond(worker.nodes_per_second));
    const heard = worker.heard_seconds + age;
    write(cells.sign, heard < JUST_NOW ? 'just now' : `${duration(heard)} ago`);
    cells.sign.classList.toggle('silent', worker.heard_seconds > WORKER_SILENT);
  };
  return { element, show };
}

function workerTable() {
  const head = (label, kind) => html('th', { role: 'columnheader', scope: 'col', class: kind }, label);
  const rows = html('tbody', { role: 'rowgroup' });
  const element = html(
    'table',
    { class: 'workers', role: 'table' },
    html(
      'thead',
      { role: 'rowgroup' },
      html('tr', { role: 'row' }, head('Name'), head('Position and attempt'), ...COLUMNS.map(([label]) => head(label, 'number'))),
    ),
    rows,
  );
  return { element, workers: new Keyed(rows, workerRow) };
}

function setAsideItem(position) {
  const { link, show } = positionLink();
  show(position);
  return { element: html('li', {}, link), show: () => {} };
}

function barredItem(name) {
  const reason = html('span', {});
  return { element: html('li', {}, html('strong', {}, name), ': ', reason), show: (text) => write(reason, text) };
}

/** What goes wrong: a heading, what it means, a list. Hidden as long as there is nothing. */
function troubles(kind, heading, meaning, make) {
  const list = html('ul', {});
  const items = new Keyed(list, make);
  const element = html('div', { class: `aside ${kind}`, hidden: true }, html('h3', {}, heading), html('p', { class: 'small' }, meaning), list);
  const show = (things) => {
    element.hidden = !things.length;
    items.show(things);
  };
  return { element, show };
}

const TILES = [
  ['queued', 'Jobs queued'],
  ['running', 'Jobs running'],
  ['done', 'Jobs done'],
  ['jobs', 'Jobs per second'],
  ['nodes', 'Nodes per second'],
  ['settled', 'Positions settled'],
];

export class Campaign {
  constructor(name, since) {
    this.rate = new Rate();
    this.chart = new RateChart(this.rate, since);
    this.title = html('h2', { id: `campaign-${name}` });
    this.badge = html('span', { class: 'badge' });
    this.position = html('a', { class: 'position' });
    this.silence = html('p', { class: 'error silence', hidden: true });
    this.values = Object.fromEntries(TILES.map(([key]) => [key, html('span', { 'data-figure': key })]));
    this.tiles = TILES.map(([key, label]) => html('div', {}, html('dt', {}, label), html('dd', {}, this.values[key])));
    this.positions = html('span', { class: 'of' });
    this.values.settled.after(' ', this.positions);
    this.estimate = html('p', { class: 'estimate' });
    const { element: table, workers } = workerTable();
    Object.assign(this, { table, workers });
    this.nobody = html('p', { class: 'none' }, 'No worker is heard: ', html('code', {}, 'otrera cluster worker'), ' starts one.');
    table.setAttribute('aria-labelledby', `workers-${name}`);
    this.people = html('div', {}, html('h3', { id: `workers-${name}` }, 'Workers'), table, this.nobody);
    this.setAside = troubles('set-aside', 'Set aside', 'Their jobs never came back, whoever took them: what follows from these positions is tried instead.', setAsideItem);
    this.barred = troubles('barred', 'Barred workers', 'Nothing more is taken from them.', barredItem);
    const head = html('div', { class: 'campaign-head' }, this.title, this.badge, html('p', { class: 'name' }, name), this.position);
    this.element = html(
      'section',
      { class: 'card campaign', 'aria-labelledby': this.title.id, 'data-campaign': name },
      head,
      this.silence,
      html('dl', { class: 'tiles' }, ...this.tiles),
      this.estimate,
      this.chart.element,
      this.people,
      this.setAside.element,
      this.barred.element,
    );
    this.show = this.show.bind(this);
  }

  /**
   * Shows what is known, which is so many seconds old; `now` is the time of the page. Who was silent is said of the moment when the
   * figures were new: afterwards nobody listened.
   */
  show({ status, age, isNew, now }) {
    const { state, winner } = status;
    const over = winner !== null;
    this.head(status);
    const silence = status.heard_seconds;
    const runs = silence !== null && silence <= COORDINATOR_SILENT;
    this.silence.hidden = over || runs;
    const last = silence === null ? 'Nothing was heard of the coordinator.' : `The coordinator was last heard ${duration(silence + age)} ago.`;
    write(this.silence, `${last} Run it again to resume.`);
    this.figures(status, runs);
    this.left(status, runs);
    this.rate.learn(isNew && runs && !over ? state : null, now);
    this.chart.element.hidden = over && !this.rate.points.length;
    this.chart.draw(now);
    this.people.hidden = over && !status.workers.length;
    this.table.hidden = !status.workers.length;
    this.nobody.hidden = status.workers.length > 0;
    this.workers.show(status.workers.map((worker) => [worker.worker, { worker, age }]));
    this.setAside.show((state?.set_aside ?? []).map((position) => [position, position]));
    this.barred.show((state?.barred ?? []).map(({ worker, reason }) => [worker, reason]));
  }

  head({ position: text, winner }) {
    if (this.shown !== text) {
      this.shown = text;
      const start = position(text);
      write(this.title, start ? `${start.width} × ${start.height}` : text);
      write(this.position, start ? `${sideName(start.toMove)} to move: see the board` : '');
      leadTo(this.position, start);
    }
    write(this.badge, winner === null ? 'open' : `${sideName(winner)} wins`);
    this.badge.classList.toggle('won', winner !== null);
  }

  figures({ queued, running, state, winner }, runs) {
    const unknown = '–';
    write(this.values.queued, count(queued));
    write(this.values.running, count(running));
    write(this.values.done, state ? count(state.jobs) : unknown);
    write(this.values.jobs, state && runs ? perSecond(state.jobs_per_second) : unknown);
    write(this.values.nodes, state && runs ? perSecond(state.nodes_per_second) : unknown);
    write(this.values.settled, state ? count(state.settled) : unknown);
    write(this.positions, state ? `of ${count(state.positions)}` : '');
    // When it is over nothing is under way.
    TILES.forEach(([key], place) => (this.tiles[place].hidden = winner !== null && !['done', 'settled'].includes(key)));
  }

  left({ state, winner, workers }, runs) {
    this.estimate.hidden = winner !== null || !state;
    if (this.estimate.hidden) return;
    if (!state.left_nodes) {
      write(this.estimate, 'What is left nobody knows: too little is settled to learn from.');
      return;
    }
    const [low, middle, high] = state.left_nodes;
    let text = `Perhaps ${guess(middle)} nodes are left (${guess(low)} to ${guess(high)})`;
    const rate = state.nodes_per_second;
    if (runs && workers.length && rate > 0) {
      text += `, which take about ${duration(middle / rate)} at this rate (${duration(low / rate)} to ${duration(high / rate)})`;
    }
    write(this.estimate, `${text}.`);
  }
}

/** All campaigns on the page. */
export const campaigns = (host, since) => new Keyed(host, (name) => new Campaign(name, since));
