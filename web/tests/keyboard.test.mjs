// The page by keyboard alone: a whole 5x5 game against the engine, single keys, and where the focus goes.

import assert from 'node:assert/strict';
import { expectWithin } from './harness/wait.mjs';
import { shown } from './harness/program.mjs';
import { suite } from './harness/suite.mjs';

const { test } = suite('--threads', '1');

/** Presses Tab until the element with the focus is the one that is meant. */
async function tabTo(page, selector) {
  for (let presses = 0; presses < 60; presses++) {
    if (await page.evaluate((wanted) => document.activeElement.matches(wanted), selector)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${selector}`);
}

/** Chooses an option of a list that has the focus, by typing how it begins. */
async function choose(page, value) {
  for (let presses = 0; presses < 12; presses++) {
    const now = await page.evaluate(() => document.activeElement.value);
    if (now === value) return;
    const order = await page.evaluate((wanted) => {
      const options = [...document.activeElement.querySelectorAll('option')].map((option) => option.value);
      return options.indexOf(wanted) - options.indexOf(document.activeElement.value);
    }, value);
    await page.keyboard.press(order > 0 ? 'ArrowDown' : 'ArrowUp');
  }
  throw new Error(`the list does not come to ${value}`);
}

const focused = (page) => page.evaluate(() => document.activeElement.dataset?.square ?? null);

/** Walks over the board by arrow keys. */
async function walkTo(page, goal) {
  for (let steps = 0; steps < 10; steps++) {
    const here = await focused(page);
    if (here === goal) return;
    const [across, up] = [goal.charCodeAt(0) - here.charCodeAt(0), goal.slice(1) - here.slice(1)];
    await page.keyboard.press(across > 0 ? 'ArrowRight' : across < 0 ? 'ArrowLeft' : up > 0 ? 'ArrowUp' : 'ArrowDown');
  }
  throw new Error(`the arrow keys do not lead to ${goal}`);
}

test('a 5x5 game against the engine by keyboard alone', async (table) => {
  const { page } = table;
  await tabTo(page, '#new-game');
  await page.keyboard.press('Enter');
  await tabTo(page, '#new-board');
  await choose(page, '5x5');
  await tabTo(page, '#new-black');
  await choose(page, '0.1');
  await tabTo(page, '#start-game');
  await page.keyboard.press('Enter');
  await table.shows(shown('5x5').board);
  await tabTo(page, '#squares .cell');
  for (;;) {
    const status = await table.says(/choose an amazon|cannot move/, 20_000);
    if (/cannot move/.test(status)) break;
    await page.keyboard.press('n');
    assert.match(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), /white amazon/);
    await page.keyboard.press('Enter');
    for (const key of ['Enter', ' ']) {
      const [goal] = await table.targets();
      await walkTo(page, goal);
      await page.keyboard.press(key);
    }
  }
  const moves = await table.moves();
  const end = shown('5x5', '--play', moves.join(' '));
  assert.equal(end.over, true);
  assert.equal(await table.position(), end.board);
  assert.notEqual(await focused(page), null, 'the focus is still on the board');
  while (await table.byId('undo').isEnabled()) await page.keyboard.press('u');
  await table.shows(shown('5x5').board);
  await page.keyboard.press('r');
  await table.shows(shown('5x5', '--play', moves.slice(0, 2).join(' ')).board);
});

test('single keys act on the game only where it is seen', async (table) => {
  const { page } = table;
  const after = shown('5x5', '--play', 'B1-B4xD4').board;
  await table.newGame();
  await table.play('B1-B4xD4');
  await table.byId('to-solved').click();
  await table.byId('solved-view').waitFor();
  for (const key of ['u', 'h', 'n']) await page.keyboard.press(key);
  await page.goBack();
  await table.byId('play-view').waitFor();
  assert.equal(await table.position(), after);
  await table.byId('open-settings').click();
  await page.keyboard.press('u');
  await table.byId('setting-shortcuts').uncheck();
  await page.locator('#settings-dialog [data-close]').click();
  await page.keyboard.press('u');
  await page.reload();
  await table.shows(after);
  await page.keyboard.press('u');
  assert.equal(await table.position(), after, 'the setting is kept');
  await table.byId('open-settings').click();
  await table.byId('setting-shortcuts').check();
  await page.locator('#settings-dialog [data-close]').click();
  await page.keyboard.press('u');
  await table.shows(shown('5x5').board);
});

/** Focus that was lost is on the body once the page is drawn again. */
async function focusIsOnBoard(table, after) {
  await table.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await expectWithin(() => focused(table.page), (square) => square !== null, `the focus on the board after ${after}`, 3_000);
}

test('the board has the focus when the control that had it goes away', async (table) => {
  const press = (locator) => locator.press('Enter');
  await table.newGame();
  await table.play('B1-B4xD4');
  await press(table.byId('undo'));
  await focusIsOnBoard(table, 'Undo to the start');
  await press(table.byId('hint'));
  await press(table.byId('play-hint'));
  await focusIsOnBoard(table, 'Play it');
  await press(table.byId('open-editor'));
  await press(table.byId('editor-done'));
  await focusIsOnBoard(table, 'Play from here');
  await press(table.byId('open-editor'));
  await press(table.byId('editor-cancel'));
  await focusIsOnBoard(table, 'Cancel');
  await press(table.byId('to-solved'));
  await press(table.page.locator('[data-proof="5x6"]').getByRole('button', { name: /against it/ }));
  await focusIsOnBoard(table, 'Play against it');
});

test('a move of the list keeps the focus', async (table) => {
  await table.newGame();
  await table.play('B1-B4xD4');
  await table.play('B5-C4xB5');
  await table.page.locator('#move-tree .move').first().press('Enter');
  await table.shows(shown('5x5', '--play', 'B1-B4xD4').board);
  assert.match(await table.page.evaluate(() => document.activeElement.textContent), /B1-B4xD4/);
});
