// Players that are programs: the engine under its time, and a proof that knows its answer.

import { ask, job, wasCancelled } from './server.js';

export class Opponents {
  constructor(session, table, lead) {
    this.session = session;
    this.table = table;
    this.lead = lead;
    this.work = null;
    // What the engine says while it thinks, and what went wrong.
    this.opinion = null;
    this.waiting = null;
    this.error = null;
    session.on('change', ({ cause }) => cause !== 'flip' && this.consider());
    session.on('leaving', () => this.stop());
  }

  get thinking() {
    return this.work !== null;
  }

  /** Whether it thinks for long and has a move to offer. */
  canMoveNow() {
    return this.thinking && this.session.playerToMove().seconds >= 3 && Boolean(this.opinion?.move);
  }

  moveNow() {
    const { move } = this.opinion;
    this.stop();
    this.session.play(move, 'program');
  }

  stop() {
    this.work?.abort();
    this.work = null;
    this.opinion = null;
    this.waiting = null;
  }

  consider() {
    this.stop();
    this.error = null;
    if (!this.session.isProgramTurn()) return;
    const player = this.session.playerToMove();
    const work = new AbortController();
    this.work = work;
    const found = player.kind === 'engine' ? this.think(player, work.signal) : this.lookUp(player, work.signal);
    found
      .then(async (answer) => {
        await this.table.view.motion.ended;
        if (this.work !== work) return;
        this.work = null;
        if (answer.move) {
          this.session.play(answer.move, 'program');
          this.explain(player, answer);
        } else this.session.emit('opinion');
      })
      .catch((error) => {
        if (wasCancelled(error) || this.work !== work) return;
        this.work = null;
        this.error = error.message;
        this.session.paused = true;
        this.session.emit('opinion');
      });
  }

  /** Keeps why the engine made its move with the move; a proof has a panel for its reasons. */
  explain(player, { reason }) {
    const { game } = this.session;
    if (player.kind !== 'engine' || !reason) return;
    game.nodes[game.at].reason = reason;
    this.session.emit('opinion');
  }

  async think(player, signal) {
    const position = this.session.position.text();
    const done = await job('/api/think', this.request(player, position), {
      signal,
      onWait: (text) => this.tell({ waiting: text }),
      on: {
        opinion: (opinion) => {
          this.lead.learn(position, opinion);
          this.tell({ opinion, waiting: null });
        },
      },
    });
    this.lead.learn(position, done);
    if (done.move) this.lead.learn(this.after(done.move), { ...done, nodes: 0 });
    return done;
  }

  after(move) {
    const position = this.session.position;
    return position.after(position.move(move)).text();
  }

  request(player, position) {
    const { game, clocks } = this.session;
    const request = { position, seconds: player.seconds };
    if (clocks) {
      const left = clocks.left[this.session.position.toMove];
      request.seconds = Math.max(Math.min(player.seconds, left / 16 + clocks.increment * 0.8), 0.05);
    }
    if (player.evaluation) request.evaluation = player.evaluation;
    const path = game.path(game.at);
    if (path.length >= 2) request.before = game.positionAt(game.parent(game.parent(game.at))).text();
    return request;
  }

  async lookUp(player, signal) {
    const position = this.session.position.text();
    const answer = await ask(
      `/api/proofs/${encodeURIComponent(player.id)}/answer`,
      { position },
      { signal, onWait: (text) => this.tell({ waiting: text }) },
    );
    this.session.emit('answer', { position, answer });
    const { proof } = this.session;
    if (answer.leads && proof.checked) {
      this.lead.learn(position, { winner: proof.winner });
      if (answer.move) this.lead.learn(this.after(answer.move), { winner: proof.winner });
    }
    return answer;
  }

  tell(news) {
    Object.assign(this, news);
    this.session.emit('opinion');
  }
}
