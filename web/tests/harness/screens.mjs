// Every screen of the page, each reached as a person reaches it. All of them must be accessible, in both themes, and fit a phone.

import { ROOT, otrera } from './program.mjs';
import { readFileSync } from 'node:fs';
import path from 'node:path';

export const gameFile = (name) => readFileSync(path.join(ROOT, 'docs/games', name), 'utf8');

/** A small endgame, by hand: whoever moves first in b...w gains two moves there, and White has one more move below. */
export const ENDGAME = 'b...w/xxxxx/w.xxx w';

const SCREENS = {
  'start of a game': (table) => table.newGame({ board: '10x10' }),
  'a move half entered': async (table) => {
    await table.newGame();
    await table.square('B1').click();
    await table.square('B4').click();
  },
  'end of a game': (table) => table.paste(gameFile('results.sgf')),
  'clocks and two engines': async (table) => {
    await table.newGame({ board: '10x10', white: '0.1', black: '0.1', minutes: 5 });
    await table.byId('pause').click();
  },
  'new game': async (table) => {
    await table.byId('new-game').click();
    await table.page.locator('#new-clock').check();
    await table.page.locator('#new-board').selectOption('other');
  },
  'set up': (table) => table.byId('open-editor').click(),
  'open, with an error': async (table) => {
    await table.paste('B1-B4xD4xx');
    await table.byId('import-error').waitFor();
  },
  share: async (table) => {
    await table.byId('open-share').click();
    await table.byId('export-text').waitFor();
  },
  settings: (table) => table.byId('open-settings').click(),
  'solved boards': async (table) => {
    await table.byId('to-solved').click();
    await table.page.locator('[data-proof="5x6"]').waitFor();
  },
  'a proof being walked': async (table) => {
    await table.visit('#proof=5x6');
    await table.byId('proof-panel').waitFor();
    await table.says(/choose an amazon/);
  },
  'areas of a middle game': async (table) => {
    await table.paste(otrera('convert', 'docs/games/greedy.sgf', '--at', '44', '--to', 'text'));
    await table.tab('areas');
    await table.page.locator('.area-label').first().waitFor();
  },
  'a thermograph': async (table) => {
    await table.paste(ENDGAME);
    await table.tab('areas');
    await table.page.locator('.area-row').first().click();
    await table.page.getByTestId('thermograph').waitFor();
  },
  'a solved endgame': async (table) => {
    await table.paste(ENDGAME);
    await table.solve();
    await table.byId('verdict').waitFor();
  },
  'an analysed game': async (table) => {
    await table.paste(gameFile('5x5-1.sgf'));
    await table.analyse();
    await table.byId('analysis-graph').waitFor();
  },
};

export const screens = Object.entries(SCREENS);
