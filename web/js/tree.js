// The moves of the game with their variations, each of which can be clicked.

import { byId, html } from './dom.js';
import { ROOT } from './game.js';

export class TreeView {
  constructor(session) {
    this.session = session;
    this.list = html('div', { class: 'tree', id: 'move-tree' });
    this.comment = html('p', { class: 'comment', hidden: true });
    this.promote = html('button', { type: 'button', onclick: () => session.promoteNode(session.game.at) }, 'Make main line');
    this.remove = html('button', { type: 'button', onclick: () => session.removeNode(session.game.at) }, 'Delete from here');
    byId('panel-moves').append(this.list, this.comment, html('div', { class: 'buttons small-buttons' }, this.promote, this.remove));
    session.on('change', ({ cause }) => cause !== 'flip' && this.show());
    session.on('marks', () => this.show());
  }

  show() {
    const { game } = this.session;
    const hadFocus = this.list.contains(document.activeElement);
    this.list.replaceChildren();
    if (game.nodes.length) this.rows(game.firsts[0], this.list);
    else
      this.list.append(
        html(
          'p',
          { class: 'small' },
          'No moves yet. A move is three clicks: an amazon, where she goes, where she shoots. Dragging works, too, and so does the keyboard.',
        ),
      );
    const here = game.at === ROOT ? null : game.nodes[game.at];
    this.comment.textContent = here?.comment ?? '';
    this.comment.hidden = !here?.comment;
    this.promote.disabled = game.at === ROOT || game.path(game.at).every((node) => game.children(game.parent(node))[0] === node);
    this.remove.disabled = game.at === ROOT;
    const current = this.list.querySelector('[aria-current]');
    if (hadFocus) current?.focus({ preventScroll: true });
    const panel = current?.closest('.panel, .side');
    // Only the panel scrolls, not the page: on a phone the board must stay where it is.
    if (panel && panel.scrollHeight > panel.clientHeight) {
      const below = current.offsetTop + current.offsetHeight - panel.clientHeight - panel.scrollTop;
      if (below > 0 || current.offsetTop < panel.scrollTop) panel.scrollTop = current.offsetTop - panel.clientHeight / 2;
    }
  }

  whiteMoved(node) {
    return this.session.game.positionAt(this.session.game.parent(node)).toMove === 'w';
  }

  number(node) {
    const { game } = this.session;
    const blackBegan = game.start.toMove === 'b' ? 1 : 0;
    return Math.floor((game.depth(node) - 1 + blackBegan) / 2) + 1;
  }

  /** The main line, two moves to a row; variations follow the row of the move that they replace. */
  rows(first, host) {
    const { game } = this.session;
    let row = null;
    for (let node = first; node !== undefined; node = game.children(node)[0]) {
      const white = this.whiteMoved(node);
      if (!row || white) {
        row = html('div', { class: 'row' }, html('span', { class: 'number' }, `${this.number(node)}.`));
        if (!white) row.append(html('span', { class: 'gap' }, '…'));
        host.append(row);
      }
      row.append(this.button(node));
      const others = game.children(game.parent(node)).filter((child) => child !== node);
      if (others.length) {
        for (const other of others) host.append(html('div', { class: 'variation' }, ...this.inline(other)));
        row = null;
      }
    }
  }

  inline(first) {
    const { game } = this.session;
    const parts = [];
    let numbered = true;
    for (let node = first; node !== undefined; node = game.children(node)[0]) {
      const white = this.whiteMoved(node);
      if (white || numbered) parts.push(html('span', { class: 'number' }, `${this.number(node)}${white ? '.' : '…'}`));
      parts.push(this.button(node));
      numbered = false;
      if (node === first) continue;
      for (const other of game.children(game.parent(node)).filter((child) => child !== node)) {
        parts.push(html('span', { class: 'paren' }, '('), ...this.inline(other), html('span', { class: 'paren' }, ')'));
        numbered = true;
      }
    }
    return parts;
  }

  button(node) {
    const { game } = this.session;
    const { move, comment, mark } = game.nodes[node];
    return html(
      'button',
      {
        type: 'button',
        class: 'move',
        'data-node': node,
        'aria-current': game.at === node ? 'true' : null,
        title: comment ?? null,
        onclick: () => this.session.go(node),
      },
      move,
      mark && html('span', { class: 'mark', title: mark.text, 'aria-label': mark.text }, mark.sign),
    );
  }
}
