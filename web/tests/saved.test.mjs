// What is kept from visit to visit, and what is made of it when it cannot be used.

import assert from 'node:assert/strict';
import { expectWithin } from './harness/wait.mjs';
import { shown } from './harness/program.mjs';
import { suite } from './harness/suite.mjs';

const { test } = suite('--threads', '1');
const HUMANS = { w: { kind: 'human' }, b: { kind: 'human' } };
const game = (parts) => ({ game: { start: '5x5', nodes: [], at: null, players: {}, ...parts }, players: HUMANS });
const UNUSABLE = {
  'an empty object': {},
  'a number': 5,
  'a list': [],
  'an empty game': { game: {} },
  'a parent that comes later': game({ nodes: [{ parent: 1, move: 'B1-B4xD4' }, { parent: null, move: 'B1-B4xD4' }] }),
  'an illegal move': game({ nodes: [{ parent: null, move: 'B1-B9xD4' }] }),
  'a node that does not exist': game({ at: 7 }),
  'no players': { ...game({}), players: undefined },
  'an unknown player': { ...game({}), players: { w: { kind: 'oracle' }, b: { kind: 'human' } } },
  'a proof that is not there': { ...game({}), players: { w: { kind: 'proof', id: '5x5' }, b: { kind: 'human' } } },
  'clocks without times': { ...game({}), clocks: {} },
};

for (const [name, content] of Object.entries(UNUSABLE)) {
  test(`a saved game that cannot be used gives way to a new one: ${name}`, { path: null }, async (table) => {
    await table.page.addInitScript((saved) => {
      if (!sessionStorage.getItem('visited')) localStorage.setItem('otrera.game', saved);
      sessionStorage.setItem('visited', 'yes');
    }, JSON.stringify(content));
    await table.visit();
    await table.shows(shown('10x10').board);
    assert.match(await table.byId('notice').textContent(), /saved game cannot be read/);
    await table.newGame();
    await table.play('B1-B4xD4');
    await table.page.reload();
    await table.shows(shown('5x5', '--play', 'B1-B4xD4').board);
  });
}

test('a game opened from a link is there in a second tab at once', { path: '#game=5x5&moves=B1-B4xD4' }, async (table) => {
  const board = shown('5x5', '--play', 'B1-B4xD4').board;
  await table.shows(board);
  const tab = await table.page.context().newPage();
  await tab.goto(table.server.address);
  await expectWithin(() => tab.locator('[data-square="B4"]').getAttribute('aria-label'), (label) => label?.includes('white amazon'), 'the game in the second tab');
  await table.page.reload();
  await table.shows(board);
});
