// Keys that work wherever the focus is on the play screen.

import { byId } from './dom.js';
import { settings } from './settings.js';

const BUTTONS = { u: 'undo', r: 'redo', h: 'hint' };

/** Whether a single key is meant for the game: it is in view, and nothing else takes what is typed. */
function isForGame(event, session) {
  if (!settings.get('shortcuts') || event.ctrlKey || event.metaKey || event.altKey || session.editing) return false;
  if (byId('play-view').hidden || document.querySelector('dialog[open]')) return false;
  return !event.target.closest('input, textarea, select');
}

export function keyboard(session, table) {
  document.addEventListener('keydown', (event) => {
    if (!isForGame(event, session)) return;
    const key = event.key.toLowerCase();
    if (key === 'n') nextAmazon(table);
    else if (BUTTONS[key]) byId(BUTTONS[key]).click();
  });
}

/** Puts the focus on the next amazon that can move. */
function nextAmazon(table) {
  const movable = table.entry.movable();
  if (!movable.length) return;
  const { view } = table;
  view.focus(movable.find((square) => square > view.focused) ?? movable[0]);
}
