// How the page looks and whom it shuts out: light and dark, phones, accessibility of every screen.

import assert from 'node:assert/strict';
import { expectWithin } from './harness/wait.mjs';
import { PHONE, violations, wide } from './harness/looks.mjs';
import { screens } from './harness/screens.mjs';
import { suite } from './harness/suite.mjs';

const { test } = suite('--threads', '1');
const EXPECTED = { allow: /status of 400 .*\/api\/read/ };

for (const [name, show] of screens) {
  test(`accessible, light and dark: ${name}`, EXPECTED, async (table) => {
    await show(table);
    for (const colorScheme of ['light', 'dark']) {
      await table.page.emulateMedia({ colorScheme });
      assert.deepEqual(await violations(table.page), [], colorScheme);
    }
  });

  test(`fits a phone: ${name}`, { ...EXPECTED, ...PHONE }, async (table) => {
    await show(table);
    assert.deepEqual(await wide(table.page), { page: 0, beyond: [] });
  });
}

test('dark colours as the system has them, and by a switch that is kept', async (table) => {
  const colours = () => table.page.evaluate(() => {
    const style = getComputedStyle(document.body);
    return [style.backgroundColor, style.color];
  });
  const light = await colours();
  await table.page.emulateMedia({ colorScheme: 'dark' });
  const dark = await colours();
  const brightness = ([colour]) => colour.match(/[\d.]+/g).slice(0, 3).map(Number).reduce((sum, part) => sum + part);
  assert.ok(brightness(dark) < brightness(light) / 2, `${light} and ${dark}`);
  await table.page.emulateMedia({ colorScheme: 'light' });
  assert.deepEqual(await colours(), light);
  await table.byId('toggle-theme').click();
  await expectWithin(colours, (seen) => seen.join() === dark.join(), 'dark colours');
  await table.page.reload();
  assert.deepEqual(await colours(), dark);
  await table.byId('toggle-theme').click();
  await expectWithin(colours, (seen) => seen.join() === light.join(), 'light colours');
});

test('squares on a phone are large enough to be touched', PHONE, async (table) => {
  await table.newGame({ board: '10x10' });
  const { width } = await table.square('A1').boundingBox();
  assert.ok(width >= 30, `${width} pixels`);
  for (const square of ['D1', 'D7', 'G7']) await table.square(square).tap();
  await table.says(/Black to move/);
});

test('buttons on a phone stay where they are while engines play', PHONE, async (table) => {
  await table.newGame({ white: '0.1', black: '0.1' });
  await table.page.evaluate(() => {
    globalThis.places = new Set();
    const look = () => {
      globalThis.places.add(Math.round(document.getElementById('pause').getBoundingClientRect().top + scrollY));
      requestAnimationFrame(look);
    };
    look();
  });
  await expectWithin(() => table.moves(), (moves) => moves.length >= 8, 'eight moves', 20_000);
  const places = await table.page.evaluate(() => [...globalThis.places]);
  assert.equal(places.length, 1, `the button was at ${places} pixels from the top`);
});

test('moves are animated unless one turns that off', { reducedMotion: 'no-preference' }, async (table) => {
  await table.newGame();
  const running = () => table.page.evaluate(() => document.getAnimations().some((animation) => animation.effect.target.closest('.board')));
  await table.play('B1-B4xD4');
  assert.equal(await running(), true);
  await table.byId('open-settings').click();
  await table.byId('setting-animation').uncheck();
  await table.page.keyboard.press('Escape');
  await expectWithin(running, (moving) => !moving, 'the motion to end');
  await table.play('B5-C4xB5');
  assert.equal(await running(), false);
  await table.page.reload();
  await table.play('D1-D2xD1');
  assert.equal(await running(), false, 'the setting is kept');
});
