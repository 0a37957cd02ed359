// Entering moves: by mouse, by dragging, by keyboard.

import assert from 'node:assert/strict';
import { suite } from './harness/suite.mjs';
import { otrera, shown } from './harness/program.mjs';

const { test } = suite('--threads', '1');
const START = shown('5x5').board;
const after = (...moves) => shown('5x5', '--play', moves.join(' ')).board;

/** Where an amazon may go according to the program. */
function goals(position, from) {
  const moves = otrera('moves', position).match(/\b[A-Z]\d+-[A-Z]\d+x[A-Z]\d+\b/g);
  return [...new Set(moves.filter((move) => move.startsWith(`${from}-`)).map((move) => move.split(/[-x]/)[1]))].sort();
}

test('a move by mouse shows where it can go at each step', async (table) => {
  await table.newGame();
  await table.shows(START);
  await table.square('B1').click();
  assert.deepEqual((await table.targets()).sort(), goals(START, 'B1'));
  assert.match(await table.status(), /where does the amazon on B1 go/);
  await table.square('B4').click();
  assert.match(await table.status(), /Now shoot/);
  const arrows = otrera('moves', START).match(/\bB1-B4x[A-Z]\d+\b/g).map((move) => move.slice(6));
  assert.deepEqual((await table.targets()).sort(), arrows.sort());
  await table.square('D4').click();
  await table.shows(after('B1-B4xD4'));
  assert.match(await table.byId('announce').textContent(), /White: B1 to B4, arrow to D4/);
  assert.equal(await table.page.locator('.trail-to.last').count(), 1, 'the last move is marked');
});

test('each step of a move can be taken back', async (table) => {
  await table.newGame();
  await table.square('B1').click();
  await table.square('B4').click();
  await table.page.keyboard.press('Escape');
  await table.shows(START);
  assert.match(await table.status(), /where does the amazon on B1 go/);
  await table.page.keyboard.press('Escape');
  assert.match(await table.status(), /choose an amazon/);
  assert.deepEqual(await table.targets(), []);
  await table.square('B1').click();
  await table.square('D1').click();
  assert.match(await table.status(), /where does the amazon on D1 go/, 'another amazon takes its place');
  await table.square('D2').click();
  await table.square('D3').click();
  await table.shows(after('D1-D2xD3'));
});

test('a move by dragging, with animation', { reducedMotion: 'no-preference' }, async (table) => {
  await table.newGame();
  const drag = async (from, to) => {
    const [a, b] = await Promise.all([from, to].map(async (name) => (await table.square(name).boundingBox())));
    const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
    await table.page.mouse.move(...middle(a));
    await table.page.mouse.down();
    await table.page.mouse.move(...middle(b), { steps: 5 });
    await table.page.mouse.up();
  };
  await drag('B1', 'B4');
  assert.match(await table.status(), /Now shoot/);
  await drag('B4', 'D4');
  await table.shows(after('B1-B4xD4'));
  await drag('B5', 'C1');
  assert.match(await table.status(), /Black/, 'a drag to where she cannot go is no step');
  await table.page.keyboard.press('Escape');
  await table.play('B5-C4xB5');
  await table.shows(after('B1-B4xD4', 'B5-C4xB5'));
});

test('a move by keyboard', async (table) => {
  await table.newGame();
  const { page } = table;
  await table.square('A1').focus();
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), 'B1, white amazon');
  await page.keyboard.press('Enter');
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), 'D4, empty, can shoot here');
  await page.keyboard.press(' ');
  await table.shows(after('B1-B4xD4'));
});

test('the board can be turned', async (table) => {
  await table.newGame();
  const before = await table.square('A1').boundingBox();
  await table.byId('flip').click();
  const turned = await table.square('E5').boundingBox();
  assert.deepEqual([Math.round(turned.x), Math.round(turned.y)], [Math.round(before.x), Math.round(before.y)]);
  await table.play('B1-B4xD4');
  await table.shows(after('B1-B4xD4'));
});
