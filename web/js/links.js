// Games and positions in the fragment of the address: #game=5x6&moves=B1-B4xD4,… or #position=…&to=w

import { Game } from './game.js';
import { Position } from './rules.js';

function startFields(position) {
  const standard = Position.start(position.width, position.height);
  if (standard?.text() === position.text()) return `game=${position.width}x${position.height}`;
  return `position=${position.rows()}&to=${position.toMove}`;
}

/** A link to the line on the board, up to where it stands. */
export function linkToGame(game) {
  const moves = game.moves(game.path(game.at));
  return `#${startFields(game.start)}${moves.length ? `&moves=${moves.join(',')}` : ''}`;
}

export const linkToPosition = (position) => `#position=${position.rows()}&to=${position.toMove}`;

/** The game in a fragment, or null if it holds none; throws what is wrong with it. */
export function gameInLink(fragment) {
  const fields = new URLSearchParams(fragment.replace(/^#/, ''));
  const text = fields.get('position') ?? fields.get('game');
  if (!text) return null;
  const game = new Game(Position.parse(fields.has('position') ? `${text} ${fields.get('to') ?? 'w'}` : text));
  for (const move of (fields.get('moves') ?? '').split(',').filter(Boolean)) game.play(move);
  return game;
}

export const proofInLink = (fragment) => new URLSearchParams(fragment.replace(/^#/, '')).get('proof');
