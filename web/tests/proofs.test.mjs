// Proofs that one can walk: whatever the loser tries, the proof has an answer.

import assert from 'node:assert/strict';
import path from 'node:path';
import { ROOT, shown } from './harness/program.mjs';
import { expectWithin } from './harness/wait.mjs';
import { suite } from './harness/suite.mjs';

const { test } = suite('--threads', '1');

/** Numbers from 0 to 1, always the same. */
function seeded(seed) {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

const random = seeded(22);
const STRATEGIES = {
  'the first move on the board': (list) => list[0],
  'the last move on the board': (list) => list.at(-1),
  'moves at random': (list) => list[Math.floor(random() * list.length)],
};

// Who wins each board, White moving first: as J. Song and M. Müller published it, but for 4x5 (docs/solver.md says why).
const WINNERS = { '4x4': 'Black', '4x5': 'Black', '5x4': 'White', '5x5': 'White', '5x6': 'White' };

const isOver = (status) => /cannot move/.test(status);

/** Plays until the game is over, or the proof says that facts decide it. */
async function lose(table, choose) {
  for (;;) {
    const status = await table.says(/choose an amazon|cannot move|waits/);
    if (isOver(status) || (await table.byId('play-out').isVisible())) return status;
    await table.playAny(choose);
  }
}

for (const [name, choose] of Object.entries(STRATEGIES)) {
  test(`nobody beats the proof of 5x6: ${name}`, async (table) => {
    await table.byId('to-solved').click();
    const wins = WINNERS['5x6'];
    const loses = wins === 'White' ? 'Black' : 'White';
    await table.page.locator('[data-proof="5x6"]').getByRole('button', { name: `Play ${loses} against it` }).click();
    let status = await lose(table, choose);
    const moves = await table.moves();
    assert.ok(moves.length >= 2, 'a game was played');
    assert.equal(await table.position(), shown('5x6', '--play', moves.join(' ')).board, 'all moves are legal');
    const reason = await expectWithin(() => table.byId('proof-reason').textContent(), (text) => text.length > 10, 'a reason');
    assert.match(reason, new RegExp(`${wins}|${loses}`));
    if (!isOver(status)) {
      await table.byId('play-out').click();
      status = await lose(table, choose);
    }
    assert.match(status, new RegExp(`${loses} cannot move: ${wins} wins`));
  });
}

test('a move taken back is answered anew', { path: '#proof=5x5' }, async (table) => {
  await table.says(/choose an amazon/);
  const start = await table.position();
  await table.playAny(STRATEGIES['the first move on the board']);
  await table.says(/choose an amazon/);
  await table.byId('undo').click();
  await table.shows(start);
  await table.playAny(STRATEGIES['the last move on the board']);
  await table.says(/choose an amazon|cannot move|waits/);
  assert.equal(await table.page.locator('#move-tree .variation').count(), 1);
});

test('the page of solved boards lists every proof', { path: '#solved' }, async (table) => {
  const cards = table.page.locator('[data-proof]');
  await cards.first().waitFor();
  const listed = await cards.evaluateAll((items) => items.map((item) => [item.dataset.proof, /(White|Black) wins/.exec(item.textContent)?.[1]]));
  assert.deepEqual(Object.fromEntries(listed), WINNERS);
});

test('a proof file of one’s own can be opened, checked and walked', { path: '#solved' }, async (table) => {
  await table.byId('proof-file').setInputFiles(path.join(ROOT, 'docs/proofs/4x5.proof'));
  await table.byId('proof-panel').waitFor();
  await table.says(/choose an amazon/);
  const panel = table.byId('proof-panel');
  await panel.locator('summary').click();
  await panel.getByTestId('check-proof').click();
  await expectWithin(() => panel.getByTestId('check-result').textContent(), (text) => text.startsWith('Accepted'), 'the proof to be accepted');
});

test('a file that is no proof is refused with a reason', { path: '#solved', allow: /status of 400 .*\/api\/proofs/ }, async (table) => {
  await table.byId('proof-file').setInputFiles(path.join(ROOT, 'docs/games/greedy.sgf'));
  await table.byId('proof-file-error').waitFor();
  assert.match(await table.byId('proof-file-error').textContent(), /proof/);
});
