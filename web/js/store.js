// The game survives a reload. Each tab has its own; a new tab begins with the last one of any.

import { Game } from './game.js';

const KEY = 'otrera.game';

export function pack(session) {
  const { players, clocks, paused, flipped, proof, fallen, game } = session;
  return { game: game.wire(), clockAt: game.nodes.map((node) => node.clock ?? null), players, clocks, paused, flipped, proof, fallen };
}

/** Puts a saved game on the table; throws if it cannot be used. */
export function unpack(session, saved) {
  check(saved);
  const game = Game.fromWire(saved.game);
  if (saved.clockAt?.length === game.nodes.length) {
    saved.clockAt.forEach((clock, place) => areNumbers(clock?.w, clock?.b) && (game.nodes[place].clock = clock));
  }
  session.begin(game, saved);
  if (saved.fallen) {
    session.fallen = saved.fallen;
    session.changed({ cause: 'clock' });
  }
}

const isSide = (side) => side === 'w' || side === 'b';
const areNumbers = (...values) => values.every(Number.isFinite);

function isPlayer(player, proof) {
  if (player?.kind === 'engine') return areNumbers(player.seconds);
  return player?.kind === 'human' || (player?.kind === 'proof' && player.id === proof?.id);
}

/** Storage may hold what another version wrote, or anybody; the game itself is checked by replaying it. */
function check({ players, clocks, proof, fallen }) {
  const fits =
    isPlayer(players?.w, proof) &&
    isPlayer(players?.b, proof) &&
    (!clocks || areNumbers(clocks.seconds, clocks.increment, clocks.left?.w, clocks.left?.b)) &&
    (!proof || (typeof proof.id === 'string' && isSide(proof.winner) && areNumbers(proof.entries, proof.bytes))) &&
    (!fallen || isSide(fallen));
  if (!fits) throw new Error('not a saved game');
}

export function save(session) {
  const text = JSON.stringify(pack(session));
  for (const storage of storages()) {
    try {
      storage.setItem(KEY, text);
    } catch {
      // A full or forbidden storage costs the memory across reloads, nothing else.
    }
  }
}

/** What was on the table last, or null. */
export function saved() {
  for (const storage of storages()) {
    try {
      const text = storage.getItem(KEY);
      if (text) return JSON.parse(text);
    } catch {
      // Whatever cannot be read is as good as nothing.
    }
  }
  return null;
}

function storages() {
  try {
    return [sessionStorage, localStorage];
  } catch {
    return [];
  }
}
