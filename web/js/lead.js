// Who leads, as a bar and in words. What is certain is marked as certain.

import { byId, say } from './dom.js';
import { ask, job, pause, wasCancelled } from './server.js';
import { settings } from './settings.js';
import { other, sideName } from './rules.js';
import { winsBy } from './figures.js';

// Seconds for a guess in a game in which no engine thinks.
const GLANCE = 0.3;
// Positions whose lead is remembered.
const MEMORY = 2000;

export class Lead {
  constructor(session) {
    this.session = session;
    this.known = new Map();
    this.work = null;
    this.bar = byId('lead');
    session.on('change', ({ cause }) => cause !== 'flip' && this.look());
    session.on('change', () => this.show());
    session.on('leaving', () => this.work?.abort());
    settings.onChange((name) => {
      if (name !== 'lead') return;
      this.look();
      this.show();
    });
  }

  /** Takes in what an answer says of a position: `winner` and `margin` for certain, or `ahead` and `chance`. */
  learn(position, { winner = null, margin = null, ahead = null, chance = null }) {
    const old = this.known.get(position);
    // What is certain stays so, and an exact margin is better than none.
    if (old?.winner && (!winner || (old.margin !== null && margin === null))) return;
    if (!winner && ahead === null && chance === null) return;
    if (this.known.size > MEMORY) this.known.delete(this.known.keys().next().value);
    this.known.set(position, { winner, margin, ahead, chance });
    if (position !== this.session.position.text()) return;
    this.show();
    this.session.emit('opinion');
  }

  of(position) {
    return this.known.get(position) ?? null;
  }

  /** Asks for the position on the board, unless it is known or an engine is about to say. */
  async look() {
    this.work?.abort();
    const { session } = this;
    const position = session.position.text();
    const known = this.of(position);
    if (!settings.get('lead') || session.editing || (known && (known.ahead !== null || known.winner))) return;
    const work = new AbortController();
    this.work = work;
    try {
      // Who steps through a game quickly does not want to know of each position.
      await pause(0.12, work.signal);
      if (session.over) {
        const { score } = await ask('/api/show', { position }, work);
        this.learn(position, { winner: score?.winner ?? other(session.position.toMove), margin: score?.moves ?? null });
        return;
      }
      if (session.isProgramTurn() && session.playerToMove().kind === 'engine') return;
      const { winner } = await ask('/api/areas', { position }, work);
      this.learn(position, { winner });
      // Beside a proof a guess would only confuse.
      if (winner || session.proof) return;
      const learn = (opinion) => this.learn(position, opinion);
      learn(await job('/api/think', { position, seconds: GLANCE }, { signal: work.signal, on: { opinion: learn } }));
    } catch (error) {
      if (!wasCancelled(error) && this.work === work) say(byId('lead-words'), error.message);
    }
  }

  show() {
    const on = settings.get('lead') && !this.session.editing;
    this.bar.hidden = !on;
    byId('lead-words').hidden = true;
    if (!on) return;
    const known = this.of(this.session.position.text());
    // While nothing is known of a new position, the bar stays where it was, faded.
    this.bar.classList.toggle('stale', !known);
    if (known) this.draw(known);
    else {
      this.bar.classList.remove('certain');
      this.bar.setAttribute('aria-valuenow', 50);
      this.bar.setAttribute('aria-valuetext', 'not known yet');
      this.bar.removeAttribute('title');
      byId('lead-words').classList.remove('certain');
      say(byId('lead-words'), null);
    }
  }

  draw(known) {
    const white = whiteShare(known);
    this.bar.classList.toggle('certain', known.winner !== null);
    this.bar.classList.toggle('flipped', this.session.flipped);
    this.bar.style.setProperty('--white', white);
    byId('lead-number').textContent = number(known);
    this.bar.classList.toggle('white-leads', white >= 0.5);
    const words = inWords(known);
    this.bar.setAttribute('aria-valuenow', Math.round(white * 100));
    this.bar.setAttribute('aria-valuetext', words);
    this.bar.title = words;
    // At the end the status line says the same.
    say(byId('lead-words'), this.session.over ? null : words);
    byId('lead-words').classList.toggle('certain', known.winner !== null);
  }
}

function whiteShare({ winner, ahead, chance }) {
  if (winner) return winner === 'w' ? 1 : 0;
  if (chance !== null) return Math.min(Math.max(1 - chance, 0.03), 0.97);
  return 0.5 - 0.5 * Math.tanh(ahead / 8);
}

function number({ winner, margin, ahead, chance }) {
  if (winner) return margin ? `+${margin}` : '✓';
  // The bar is narrow: from 10 on there is no room for a decimal.
  if (ahead !== null) return `+${Math.abs(ahead).toFixed(Math.abs(ahead) < 9.95 ? 1 : 0)}`;
  return `${Math.round(Math.max(chance, 1 - chance) * 100)}%`;
}

export function inWords({ winner, margin, ahead, chance }) {
  if (winner) return `Certain: ${winsBy(winner, margin)}`;
  if (ahead === null) return `${sideName(chance >= 0.5 ? 'b' : 'w')} is favoured`;
  const by = Math.abs(ahead).toFixed(1);
  if (by === '0.0') return 'Even, as far as the engine sees';
  return `${sideName(ahead > 0 ? 'b' : 'w')} seems ahead by ${by} ${by === '1.0' ? 'move' : 'moves'}`;
}
