// Solved boards, and walking a proof: a person plays the loser, the proof answers whatever is tried.

import { byId, html, say } from './dom.js';
import { miniBoard } from './board.js';
import { bytes, count } from './figures.js';
import { Game } from './game.js';
import { HUMAN } from './session.js';
import { Position, other, sideName } from './rules.js';
import { ask, sendProof, wasCancelled } from './server.js';
import { proofActions } from './solve.js';

export class Proofs {
  constructor(session) {
    this.session = session;
    this.panel = byId('proof-panel');
    // What the proof said of positions, by their text.
    this.said = new Map();
    session.on('answer', ({ position, answer }) => {
      this.said.set(position, answer);
      this.show();
    });
    session.on('game', () => {
      this.said.clear();
      this.build();
    });
    session.on('change', () => this.changed());
    byId('proof-file').addEventListener('change', (event) => {
      const [file] = event.target.files;
      if (file) this.openFile(file, byId('proof-file-error'));
      event.target.value = '';
    });
  }

  /** Lists the proofs that come with the program. */
  list(proofs) {
    this.known = proofs;
    byId('solved-list').replaceChildren(...proofs.map((proof) => this.item(proof)));
  }

  item(proof) {
    const position = Position.parse(proof.position);
    const loser = sideName(other(proof.winner));
    const size = `${position.width} × ${position.height}`;
    return html(
      'li',
      { class: 'card solved', 'data-proof': proof.id },
      miniBoard(position, `The start of ${size}`),
      html(
        'div',
        {},
        html('h2', {}, size),
        html('p', {}, html('strong', {}, `${sideName(proof.winner)} wins`), `, ${sideName(proof.to_move)} moving first`),
        html('p', { class: 'small' }, `${count(proof.entries)} entries, ${bytes(proof.bytes)}`),
        html('button', { type: 'button', class: 'main', onclick: () => this.walk(proof) }, `Play ${loser} against it`),
      ),
    );
  }

  async openFile(file, errors) {
    say(errors, null);
    try {
      this.walk(await sendProof(await file.arrayBuffer()));
      return true;
    } catch (error) {
      say(errors, error.message);
      return false;
    }
  }

  walk(description) {
    // Proofs that come with the program are checked with it; of others the page knows no more than their claim.
    const proof = { ...description, checked: Boolean(this.known?.some((known) => known.id === description.id)) };
    const players = { [proof.winner]: { kind: 'proof', id: proof.id }, [other(proof.winner)]: HUMAN };
    this.session.begin(new Game(Position.parse(proof.position)), { players, proof, flipped: proof.winner === 'w' });
    location.hash = '#play';
  }

  /** Opens a proof of the list by its name; false if there is none. */
  walkNamed(id) {
    const proof = this.known?.find((known) => known.id === id);
    if (proof) this.walk(proof);
    return Boolean(proof);
  }

  build() {
    const { proof } = this.session;
    this.panel.hidden = !proof;
    this.panel.replaceChildren();
    if (!proof) return;
    const loser = sideName(other(proof.winner));
    this.reason = html('p', { class: 'reason', id: 'proof-reason', role: 'status' });
    this.more = html('div', { class: 'buttons' });
    this.panel.append(
      html('h2', {}, `Proof: ${(proof.name ?? proof.id).replace(/(\d)x(\d)/, '$1 × $2')}`),
      html(
        'p',
        { class: 'small' },
        `${sideName(proof.winner)} wins. You play ${loser}: whatever you try, the proof has an answer. Undo and try something else.`,
      ),
      this.reason,
      this.more,
      html('details', {}, html('summary', {}, 'About this proof'), ...proofActions(proof, null)),
    );
  }

  async changed() {
    const { session } = this;
    if (!session.proof) return;
    this.show();
    const position = session.position.text();
    if (!session.over || this.said.has(position) || session.position.toMove === session.proof.winner) return;
    try {
      const answer = await ask(`/api/proofs/${encodeURIComponent(session.proof.id)}/answer`, { position });
      this.said.set(position, answer);
      this.show();
    } catch (error) {
      if (!wasCancelled(error)) this.reason.textContent = error.message;
    }
  }

  /** The reason for where the game stands: that of the proof's last answer on the way here. */
  show() {
    const { session } = this;
    const { game, proof } = session;
    if (!proof || this.panel.hidden) return;
    const path = game.path(game.at).reverse();
    const texts = [game.at, ...path.map((node) => game.parent(node))].map((node) => game.positionAt(node).text());
    const last = this.said.get(texts[0]) ?? (session.position.toMove === proof.winner ? null : this.said.get(texts[1]));
    this.reason.hidden = !last;
    this.reason.textContent = last?.reason ?? '';
    this.reason.classList.toggle('leaf', Boolean(last?.leaf));
    const ends = last && last.move === null && !session.over && session.position.toMove === proof.winner;
    this.more.replaceChildren(
      ...(ends
        ? [html('button', { type: 'button', class: 'main', id: 'play-out', onclick: () => this.playOut() }, 'Let Otrera play it out')]
        : []),
    );
  }

  /** Beyond a leaf the proof is silent; the engine shows what it claims. */
  playOut() {
    const { winner } = this.session.proof;
    this.session.players = { ...this.session.players, [winner]: { kind: 'engine', seconds: 0.5 } };
    this.session.setPaused(false);
  }
}
