// The game survives a reload. Each tab has its own; a new tab begins with the last one of any.

import { Game } from './game.js';

const KEY = 'otrera.game';

export function pack(session) {
  const { players, clocks, paused, flipped, proof, fallen, game } = session;
  return { game: game.wire(), clockAt: game.nodes.map((node) => node.clock ?? null), players, clocks, paused, flipped, proof, fallen };
}

export function unpack(session, saved) {
  const game = Game.fromWire(saved.game);
  if (saved.clockAt?.length === game.nodes.length) {
    saved.clockAt.forEach((clock, place) => clock && (game.nodes[place].clock = clock));
  }
  session.begin(game, saved);
  if (saved.fallen) {
    session.fallen = saved.fallen;
    session.changed({ cause: 'clock' });
  }
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
