// Puts the page together.

import { byId } from './dom.js';
import { Clock } from './clock.js';
import { Lead } from './lead.js';
import { NewGame } from './new-game.js';
import { Opponents } from './opponents.js';
import { Session } from './session.js';
import { Surroundings } from './surroundings.js';
import { Table } from './table.js';
import { save, saved, unpack } from './store.js';

const session = new Session();
const table = new Table(session);
const lead = new Lead(session);
const opponents = new Opponents(session, table, lead);
new Clock(session);
new Surroundings(session, opponents, table.entry, lead);
new NewGame(session);

for (const button of document.querySelectorAll('[data-close]')) {
  button.addEventListener('click', () => button.closest('dialog').close());
}

const old = saved();
if (old) unpack(session, old);
else session.changed({ cause: 'begin' });
session.on('change', () => save(session));
addEventListener('pagehide', () => save(session));
