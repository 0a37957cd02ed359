// A line of moves that leads on from a position: each move can be clicked, and becomes a variation of the game.

import { html } from './dom.js';
import { sideName } from './rules.js';

/** `before` are the moves of the game up to where the line begins. It ends with the game, or where bounds decide. */
export function lineOfPlay(session, before, moves) {
  const start = session.game.positionAt(session.game.find(before));
  const end = moves.reduce((position, move) => position.after(position.move(move)), start);
  return html(
    'p',
    { class: 'line-of-play' },
    ...moves.map((move, place) => html('button', { type: 'button', class: 'move', onclick: () => follow(session, before, moves.slice(0, place + 1)) }, move)),
    html('span', { class: 'small' }, end.canMove() ? '… then bounds decide' : `${sideName(end.toMove)} cannot move`),
  );
}

/** Plays moves after those that lead to where they begin; nothing happens if that has been deleted. */
export function follow(session, before, moves) {
  const { game } = session;
  const from = game.find(before);
  if (from !== null) session.go(moves.reduce((node, move) => game.add(node, move), from));
}
