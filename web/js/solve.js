// Solving the position on the board, with its progress, its answer and the proof of that.

import { byId, html, say } from './dom.js';
import { bytes, count, percent } from './figures.js';
import { follow, lineOfPlay } from './line-of-play.js';
import { job, wasCancelled } from './server.js';
import { sideName } from './rules.js';

const TIMES = [
  [10, '10 seconds'],
  [60, '1 minute'],
  [300, '5 minutes'],
  [1800, '30 minutes'],
];

export class Solve {
  constructor(session, lead, walk) {
    Object.assign(this, { session, lead, walk });
    this.time = html(
      'select',
      { id: 'solve-seconds', 'aria-label': 'Time for it' },
      ...TIMES.map(([seconds, text]) => html('option', { value: seconds }, text)),
    );
    this.time.value = 60;
    this.start = html('button', { type: 'button', class: 'main', id: 'solve-start', onclick: () => this.run() }, 'Solve this position');
    this.cancel = html('button', { type: 'button', id: 'solve-cancel', hidden: true, onclick: () => this.stop('Cancelled.') }, 'Cancel');
    this.progress = html('div', { id: 'solve-progress', class: 'progress', hidden: true });
    this.error = html('p', { class: 'error', role: 'alert', id: 'solve-error', hidden: true });
    this.result = html('div', { id: 'solve-result', role: 'status' });
    byId('panel-solve').append(
      html(
        'p',
        { class: 'small' },
        'Finds out who wins for certain with best play by both, and proves it. Quick where much is burnt, and on boards up to 5 × 6.',
      ),
      html('div', { class: 'with-button' }, this.start, this.time, this.cancel),
      this.error,
      this.progress,
      this.result,
    );
    // The moves that lead to the position which was solved: nodes are numbered anew when some are deleted.
    this.before = [];
    session.on('leaving', () => this.clear());
    session.on('change', ({ cause }) => {
      if (cause === 'go' || cause === 'play') this.offer();
      else if (cause === 'tree' && session.game.find(this.before) === null) this.clear();
    });
  }

  limit(seconds) {
    for (const option of [...this.time.options]) if (+option.value > seconds) option.remove();
  }

  /** The answer stays when the game goes on: its line can be played. */
  offer() {
    if (this.work) this.stop('Cancelled, as the position has changed.');
  }

  clear() {
    this.stop();
    say(this.error, null);
    this.result.replaceChildren();
  }

  stop(text) {
    this.work?.abort();
    this.work = null;
    this.cancel.hidden = true;
    this.start.disabled = false;
    this.progress.hidden = true;
    if (text) this.result.replaceChildren(html('p', {}, text));
  }

  async run() {
    this.stop();
    const work = new AbortController();
    this.work = work;
    const { session } = this;
    this.before = session.game.moves(session.game.path(session.game.at));
    const position = session.position.text();
    say(this.error, null);
    this.result.replaceChildren();
    this.cancel.hidden = false;
    this.start.disabled = true;
    this.progress.hidden = false;
    this.progress.replaceChildren(html('p', { class: 'small' }, 'Starting…'));
    try {
      const done = await job(
        '/api/solve',
        { position, seconds: +this.time.value },
        {
          signal: work.signal,
          onWait: (text) => this.progress.replaceChildren(html('p', { class: 'small' }, text)),
          on: { progress: (progress) => this.showProgress(progress) },
        },
      );
      if (this.work !== work) return;
      this.stop();
      this.lead.learn(position, { winner: done.winner, margin: done.wins_by });
      this.showResult(done);
    } catch (error) {
      if (wasCancelled(error) || this.work !== work) return;
      this.stop();
      say(this.error, error.message);
    }
  }

  showProgress({ nodes, nodes_per_second: speed, costs, settled, memory, seconds }) {
    const share = settled?.of ? settled.lose / settled.of : 0;
    const bar = html('progress', { max: 1, value: share, 'aria-label': 'Share of first moves settled' });
    const facts = [
      ['Moves settled', settled?.of ? `${settled.lose} of ${settled.of}` : '…'],
      ['Proof number', costs ? count(costs[0]) : '…'],
      ['Disproof number', costs ? count(costs[1]) : '…'],
      ['Positions', `${count(nodes)}, ${count(speed)} per second`],
      ['Memory in use', percent(memory)],
      ['Time', `${seconds.toFixed(0)} s`],
    ];
    this.progress.replaceChildren(
      bar,
      html('dl', { class: 'facts' }, ...facts.map(([name, text]) => html('div', {}, html('dt', {}, name), html('dd', {}, text)))),
    );
  }

  showResult(done) {
    const { session, before } = this;
    const out = [html('p', { class: 'verdict', id: 'verdict' }, done.verdict)];
    if (done.winner && done.line?.length) out.push(html('h2', { class: 'minor' }, 'How it goes'), lineOfPlay(session, before, done.line));
    const bounds = Object.entries(done.margin ?? {}).filter(() => done.wins_by === null || done.wins_by === undefined);
    for (const [side, [least, most]] of bounds) {
      out.push(
        html(
          'p',
          { class: 'small' },
          `${done.winner === side ? `${sideName(side)} has` : `If ${sideName(side)} wins, it is with`} ${least} to ${most} moves to spare.`,
        ),
      );
    }
    if (!done.winner) out.push(...this.open(done));
    const work = done.winner && !done.nodes ? 'Decided by bounds alone' : `${count(done.nodes)} positions`;
    out.push(html('p', { class: 'small' }, `${work}, ${done.seconds.toFixed(1)} s`));
    if (done.proof) out.push(...proofActions(done.proof, this.walk));
    this.result.replaceChildren(...out);
  }

  open({ guess, candidates, settled }) {
    const out = [];
    if (settled) out.push(html('p', {}, `${settled.lose} of ${settled.of} first moves are known to lose.`));
    if (guess) out.push(html('p', {}, `A learned guess: ${sideName(guess.winner)} wins, ${percent(guess.chance)} likely.`));
    if (candidates?.length) out.push(html('p', { class: 'small' }, 'Most promising:'), lineChoices(this.session, this.before, candidates));
    return out;
  }
}

function lineChoices(session, before, candidates) {
  return html(
    'p',
    { class: 'line-of-play' },
    ...candidates
      .slice(0, 5)
      .map(({ move, chance }) =>
        html('button', { type: 'button', class: 'move', onclick: () => follow(session, before, [move]) }, `${move} (${percent(chance)})`),
      ),
  );
}

/** Saving, checking and walking a proof. */
export function proofActions(proof, walk) {
  const outcome = html('p', { class: 'small', role: 'status', 'data-testid': 'check-result' });
  const check = html('button', { type: 'button', 'data-testid': 'check-proof', onclick: () => run() }, 'Check the proof');
  async function run() {
    check.disabled = true;
    outcome.textContent = 'Checking…';
    try {
      const done = await job(
        `/api/proofs/${encodeURIComponent(proof.id)}/check`,
        {},
        {
          onWait: (text) => (outcome.textContent = text),
          on: { progress: ({ share }) => (outcome.textContent = `Checking… ${percent(share)}`) },
        },
      );
      const work = done.entries_checked ? `${count(done.entries_checked)} entries, ${count(done.replies)} replies, all` : 'By bounds alone,';
      outcome.textContent = done.accepted
        ? `Accepted: ${sideName(done.winner)} wins. ${work} checked in ${done.seconds.toFixed(1)} s.`
        : `Rejected: ${done.rejection?.reason ?? done.verdict}.`;
      outcome.classList.toggle('accepted', done.accepted);
      // From now on its claims count as certain.
      if (done.accepted) proof.checked = true;
    } catch (error) {
      outcome.textContent = error.message;
    }
    check.disabled = false;
  }
  return [
    html('p', {}, `Proof: ${proof.entries ? `${count(proof.entries)} entries` : 'by bounds alone'}, ${bytes(proof.bytes)}.`),
    html(
      'div',
      { class: 'buttons' },
      walk && html('button', { type: 'button', 'data-testid': 'walk-proof', onclick: () => walk(proof) }, 'Play against it'),
      check,
      html(
        'a',
        { class: 'button', href: `/api/proofs/${encodeURIComponent(proof.id)}`, download: `${proof.name ?? proof.id}.proof` },
        'Save',
      ),
    ),
    outcome,
  ];
}
