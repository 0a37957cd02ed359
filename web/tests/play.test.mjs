// Games against the engine, between engines and between people.

import assert from 'node:assert/strict';
import { expectWithin } from './harness/wait.mjs';
import { shown } from './harness/program.mjs';
import { suite } from './harness/suite.mjs';

const { test } = suite('--threads', '1');
const first = (list) => list[0];
const START = shown('5x5').board;

/** Plays for the person until nobody can move. */
async function playToTheEnd(table, choose) {
  for (;;) {
    const status = await table.says(/choose an amazon|cannot move/, 20_000);
    if (/cannot move/.test(status)) return status;
    await table.playAny(choose);
  }
}

/** The position that the moves in the list beside the board lead to, according to the program. */
const replayed = async (table, board) => shown(board, '--play', (await table.moves()).join(' '));

test('a 5x5 game against the engine, to its end, then back to the start and forward again', async (table) => {
  await table.newGame({ black: '0.1' });
  const status = await playToTheEnd(table, first);
  const end = await replayed(table, '5x5');
  assert.equal(end.over, true);
  assert.match(status, new RegExp(`${end.winner === 'w' ? 'White' : 'Black'} wins`));
  assert.equal(await table.position(), end.board);
  assert.equal(await table.page.locator('.badge.won').count(), 1);

  const moves = await table.moves();
  for (let undone = 0; await table.byId('undo').isEnabled(); undone++) {
    assert.ok(undone <= moves.length, 'undo comes to an end');
    await table.byId('undo').click();
  }
  await table.shows(START);
  assert.deepEqual(await table.moves(), moves, 'what is taken back stays in the list');
  while (await table.byId('redo').isEnabled()) await table.byId('redo').click();
  await table.shows(end.board);
  await table.byId('first').click();
  await table.shows(START);
  await table.byId('last').click();
  await table.shows(end.board);
});

test('another move after taking back becomes a variation', async (table) => {
  await table.newGame();
  await table.play('B1-B4xD4');
  await table.play('B5-C4xB5');
  await table.byId('undo').click();
  await table.play('D5-C4xD5');
  assert.equal(await table.page.locator('#move-tree .variation').count(), 1);
  await table.page.locator('#move-tree .move', { hasText: 'B5-C4xB5' }).click();
  await table.shows(shown('5x5', '--play', 'B1-B4xD4 B5-C4xB5').board);
  await table.page.locator('#move-tree .move', { hasText: 'D5-C4xD5' }).click();
  await table.shows(shown('5x5', '--play', 'B1-B4xD4 D5-C4xD5').board);
});

test('a variation can become the main line, or be deleted', async (table) => {
  await table.newGame();
  await table.play('B1-B4xD4');
  await table.byId('undo').click();
  await table.play('D1-D2xD1');
  await table.page.getByRole('button', { name: 'Make main line' }).click();
  assert.deepEqual(await table.moves(), ['D1-D2xD1']);
  await table.page.getByRole('button', { name: 'Delete from here' }).click();
  await table.shows(START);
  assert.deepEqual(await table.moves(), ['B1-B4xD4']);
});

test('a board of any size', async (table) => {
  await table.byId('new-game').click();
  const form = table.byId('new-game-form');
  await form.locator('[name=board]').selectOption('other');
  await form.locator('[name=width]').fill('9');
  await form.locator('[name=height]').fill('7');
  await form.locator('[name=black]').selectOption('human');
  await table.byId('start-game').click();
  await expectWithin(() => table.labels(), (labels) => labels.size === 63, 'nine times seven squares');
  const start = await table.position();
  const move = await table.playAny(first);
  await table.shows(shown(start, '--play', move).board);
});

test('the engine can judge by territory instead of its network', async (table) => {
  await table.byId('new-game').click();
  const form = table.byId('new-game-form');
  await form.locator('[name=board]').selectOption('10x10');
  await form.locator('[name=white]').selectOption('0.1');
  await form.locator('[name=black]').selectOption('human');
  await form.locator('[name=evaluation]').selectOption('classical');
  // The page also asks who leads in the game before.
  const asked = (request) => request.url().endsWith('/api/think') && request.postDataJSON().evaluation === 'classical';
  await Promise.all([table.page.waitForRequest(asked), table.byId('start-game').click()]);
  await table.says(/Black to move/);
  assert.equal((await table.moves()).length, 1);
});

test('a server that does not answer is named', { allow: /ERR_INTERNET_DISCONNECTED/ }, async (table) => {
  await table.newGame({ black: '0.1' });
  await table.page.context().setOffline(true);
  await table.play('B1-B4xD4');
  await table.says(/does not answer/);
  await table.page.context().setOffline(false);
  await table.byId('resume').click();
  await table.says(/White to move/);
  assert.equal((await table.moves()).length, 2);
});

test('taking back while the engine thinks stops it', async (table) => {
  await table.newGame({ black: '30' });
  await table.play('B1-B4xD4');
  await table.says(/thinking for Black/);
  await table.byId('undo').click();
  await table.shows(START);
  assert.match(await table.status(), /White to move/);
});

test('engine against engine, with a pause', async (table) => {
  await table.newGame({ board: '6x6', white: '0.1', black: '0.1' });
  await expectWithin(() => table.moves(), (moves) => moves.length >= 2, 'two moves');
  await table.byId('pause').click();
  await table.says(/waits/);
  const held = await table.moves();
  await table.byId('pause').click();
  await table.says(/cannot move/, 30_000);
  const moves = await table.moves();
  assert.ok(moves.length > held.length);
  assert.equal(await table.position(), (await replayed(table, '6x6')).board);
});

test('two people with clocks', async (table) => {
  await table.newGame({ minutes: 10, increment: 60 });
  const clock = (side) => table.page.locator(`[data-clock="${side}"]`).textContent();
  assert.equal(await clock('w'), '10:00');
  await table.play('B1-B4xD4');
  await expectWithin(() => clock('b'), (text) => text !== '10:00', 'Black’s clock to run');
  const white = await clock('w');
  await table.play('B5-C4xB5');
  assert.match(await clock('b'), /^(11:00|10:[345]\d)$/, 'an increment for the move');
  await expectWithin(() => clock('w'), (text) => text !== white, 'White’s clock to run');
});

test('a clock that has run out ends the game', async (table) => {
  await table.page.clock.install();
  await table.visit();
  await table.newGame({ minutes: 1 });
  await table.play('B1-B4xD4');
  await table.says(/Black to move/);
  await table.page.clock.fastForward(61_000);
  await table.says(/Black is out of time: White wins/);
  assert.deepEqual(await table.movable(), []);
});

test('a hint names a move with its reason, and can be played', async (table) => {
  await table.newGame();
  await table.byId('hint').click();
  await table.byId('play-hint').waitFor();
  const words = await table.byId('hint-words').textContent();
  const [, move, reason] = /^(\w+-\w+x\w+): (.+?) ?Play it$/.exec(words);
  assert.match(reason, /\w+ \w+/, 'a reason in words');
  assert.ok(await table.page.locator('.trail-walk.hint').count(), 'the hint is drawn on the board');
  await table.byId('play-hint').click();
  await table.shows(shown('5x5', '--play', move).board);
});

test('who leads is shown as a bar, a number and in words', async (table) => {
  await table.newGame();
  const lead = table.byId('lead');
  await expectWithin(() => lead.getAttribute('class'), (names) => !names.includes('stale'), 'an opinion on the new game');
  assert.match(await lead.getAttribute('aria-valuetext'), /ahead|favoured|Even|wins/);
  // A number; or a sign where the engine has proved who wins, and not by how much.
  assert.match(await table.byId('lead-number').textContent(), /\d|✓/);
  assert.equal(await table.byId('lead-words').textContent(), await lead.getAttribute('aria-valuetext'));
});

test('a reload in the middle of a game loses nothing', async (table) => {
  await table.newGame({ black: '0.1', minutes: 10, increment: 5 });
  for (let move = 0; move < 2; move++) {
    await table.says(/choose an amazon/);
    await table.playAny(first);
  }
  await table.says(/White to move/);
  const before = [await table.position(), await table.moves(), await table.byId('plate-top').textContent()];
  await table.page.reload();
  await table.says(/White to move/);
  const [position, moves, plate] = [await table.position(), await table.moves(), await table.byId('plate-top').textContent()];
  assert.deepEqual([position, moves, plate], before);
  await table.playAny(first);
  await expectWithin(() => table.moves(), (list) => list.length === moves.length + 2, 'the engine to play on');
  await table.byId('first').click();
  await table.shows(START);
});

test('a game that gave way to a new one can be brought back', async (table) => {
  await table.newGame();
  await table.play('B1-B4xD4');
  await table.newGame({ board: '6x6' });
  await table.page.getByRole('button', { name: 'Bring it back' }).click();
  await table.shows(shown('5x5', '--play', 'B1-B4xD4').board);
});
