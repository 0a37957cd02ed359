// A hint: a move that the engine likes, and why.

import { byId, html, say } from './dom.js';
import { job, wasCancelled } from './server.js';

const SECONDS = 1;

export class Hint {
  constructor(session, table, lead) {
    Object.assign(this, { session, table, lead });
    this.words = byId('hint-words');
    byId('hint').addEventListener('click', () => this.find());
    session.on('change', ({ cause }) => cause !== 'flip' && this.clear());
  }

  clear() {
    this.work?.abort();
    say(this.words, null);
  }

  async find() {
    this.clear();
    const work = new AbortController();
    this.work = work;
    const position = this.session.position.text();
    say(this.words, 'Looking for a good move…');
    try {
      const found = await job(
        '/api/think',
        { position, seconds: SECONDS },
        {
          signal: work.signal,
          onWait: (text) => say(this.words, text),
          on: { opinion: (opinion) => this.lead.learn(position, opinion) },
        },
      );
      this.lead.learn(position, found);
      if (!found.move) {
        say(this.words, 'There is no move.');
        return;
      }
      this.words.replaceChildren(
        html('strong', {}, found.move),
        `: ${found.reason} `,
        html(
          'button',
          { type: 'button', class: 'inline', id: 'play-hint', onclick: () => this.session.play(found.move, 'program') },
          'Play it',
        ),
      );
      this.table.showHint(this.session.position.move(found.move));
    } catch (error) {
      if (!wasCancelled(error)) say(this.words, error.message);
    }
  }
}
