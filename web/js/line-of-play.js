// A line of moves that leads on from a position: each move can be clicked, and becomes a variation of the game.

import { html } from './dom.js';
import { sideName } from './rules.js';

/** `from` is the node of the game at which the line begins. It ends with the game, or where bounds decide. */
export function lineOfPlay(session, from, moves) {
  const go = (last) => {
    let node = from;
    for (const move of moves.slice(0, last + 1)) node = session.game.add(node, move);
    session.go(node);
  };
  const end = moves.reduce((position, move) => position.after(position.move(move)), session.game.positionAt(from));
  return html(
    'p',
    { class: 'line-of-play' },
    ...moves.map((move, place) => html('button', { type: 'button', class: 'move', onclick: () => go(place) }, move)),
    html('span', { class: 'small' }, end.canMove() ? '… then bounds decide' : `${sideName(end.toMove)} cannot move`),
  );
}
