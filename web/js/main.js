// Puts the page together.

import { byId } from './dom.js';
import { Analysis } from './analysis.js';
import { Areas } from './areas.js';
import { Clock } from './clock.js';
import { Editor } from './editor.js';
import { FocusKeeper } from './focus.js';
import { Hint } from './hint.js';
import { Import } from './import.js';
import { Lead } from './lead.js';
import { NewGame } from './new-game.js';
import { Opponents } from './opponents.js';
import { Proofs } from './proofs.js';
import { Session } from './session.js';
import { Share } from './share.js';
import { Solve } from './solve.js';
import { Surroundings } from './surroundings.js';
import { Table } from './table.js';
import { Tabs } from './tabs.js';
import { TreeView } from './tree.js';
import { ask } from './server.js';
import { gameInLink, proofInLink } from './links.js';
import { keyboard } from './keyboard.js';
import { notice } from './notice.js';
import { pack, save, saved, unpack } from './store.js';
import { preferences } from './preferences.js';

const session = new Session();
const focus = new FocusKeeper(session);
const table = new Table(session);
const lead = new Lead(session);
const opponents = new Opponents(session, table, lead);
new Clock(session);
new Surroundings(session, opponents, table.entry, lead);
new NewGame(session);
const tabs = new Tabs();
new TreeView(session);
new Areas(session, table, tabs, lead);
new Hint(session, table, lead);
const proofs = new Proofs(session);
const solve = new Solve(session, lead, (proof) => proofs.walk(proof));
const analysis = new Analysis(session, lead);
new Editor(session, table);
new Import(session, proofs);
const share = new Share(session);
byId('to-analysis').addEventListener('click', () => {
  tabs.show('analysis');
  analysis.run();
});
preferences();
keyboard(session, table);
byId('skip').addEventListener('click', (event) => {
  event.preventDefault();
  table.view.focus(table.view.focused);
});

for (const button of document.querySelectorAll('[data-close]')) {
  button.addEventListener('click', () => button.closest('dialog').close());
}

/** Shows the view that the address names, and opens the game in it, if any. */
function follow() {
  const { hash } = location;
  const solved = hash === '#solved';
  focus.note();
  byId('solved-view').hidden = !solved;
  byId('play-view').hidden = solved;
  focus.mend(table.view);
  byId('to-solved').toggleAttribute('aria-current', solved);
  if (solved) {
    byId('to-solved').setAttribute('aria-current', 'page');
    document.title = 'Solved boards – Otrera';
    return false;
  }
  document.title = 'Otrera – the Game of the Amazons';
  const proof = proofInLink(hash);
  let opened = false;
  try {
    const game = gameInLink(hash);
    opened = Boolean(game) || (proof !== null && proofs.walkNamed(proof));
    if (game) session.begin(game);
    if (proof !== null && !opened && proofs.known) notice(`There is no proof called ${proof} here.`);
  } catch (error) {
    notice(`This link cannot be opened: ${error.message}.`);
  }
  // Once it is on the table, the game goes on there; a reload must not bring back the link's.
  if (opened) history.replaceState(null, '', location.pathname);
  return opened;
}

// A game that gives way to another can be brought back.
let former = null;
session.on('leaving', () => (former = session.game.nodes.length ? pack(session) : null));
session.on('game', () => {
  const kept = former;
  if (kept) notice('The game before this one is kept.', 'Bring it back', () => unpack(session, kept));
});

/** Brings back what was on the table; false if there was nothing. */
function restore() {
  const old = saved();
  if (!old) return false;
  try {
    unpack(session, old);
  } catch {
    session.beginAfresh();
    notice('The saved game cannot be read and was dropped; this is a new one.');
  }
  return true;
}

session.on('change', () => save(session));
session.on('change', () => focus.mend(table.view));
const restored = restore();
if (!follow() && !restored) session.changed({ cause: 'begin' });
addEventListener('pagehide', () => save(session));
addEventListener('hashchange', follow);

ask('/api/about')
  .then((about) => {
    proofs.list(about.proofs);
    share.formats(about.formats);
    solve.limit(about.limits.seconds);
    analysis.limit(about.limits.seconds);
    byId('to-cluster').hidden = !about.cluster;
    byId('about').textContent = `Otrera ${about.version}`;
    if (proofInLink(location.hash) !== null) follow();
  })
  .catch((error) => {
    byId('solved-error').textContent = error.message;
    byId('solved-error').hidden = false;
    notice(error.message);
  });
