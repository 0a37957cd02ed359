// A whole game by keyboard alone: from the load of the page to the end of a 5x5 game against the engine.

import assert from 'node:assert/strict';
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
