// Keys that work wherever one is on the page.

import { byId } from './dom.js';

const BUTTONS = { u: 'undo', r: 'redo', h: 'hint' };

export function keyboard(session, table) {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input, textarea, select, dialog') || session.editing)
      return;
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
