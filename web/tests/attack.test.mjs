// A page keeps working while somebody else floods the server.

import assert from 'node:assert/strict';
import { expectWithin } from './harness/wait.mjs';
import { shown } from './harness/program.mjs';
import { suite } from './harness/suite.mjs';

const { test } = suite('--threads', '1');
const REQUESTS = 200;

/** Asks for many solves at a time; `answered` counts those that were let in or refused. */
function flood(address) {
  const attack = new AbortController();
  const answered = { 200: 0, 429: 0 };
  const solve = async () => {
    const response = await fetch(`${address}api/solve`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ position: '10x10', seconds: 60 }),
      signal: attack.signal,
    });
    answered[response.status] = (answered[response.status] ?? 0) + 1;
    await response.text();
  };
  const ended = Promise.allSettled(Array.from({ length: REQUESTS }, solve));
  const stop = () => {
    attack.abort();
    return ended;
  };
  return { answered, stop };
}

test('pages load and games go on during 200 solves at a time', { allow: /status of 429/ }, async (table, another) => {
  await table.newGame({ black: '0.1' });
  const { answered, stop } = flood(table.server.address);
  try {
    await expectWithin(() => answered[429], (count) => count > REQUESTS / 2, 'most to be refused');
    assert.ok(answered[200] > 0, 'some are let in');
    await table.play('B1-B4xD4');
    await table.says(/[Ww]aiting|busy|trying again/);
    const late = await another();
    await late.newGame();
    await late.play('B1-B4xD4');
    await late.shows(shown('5x5', '--play', 'B1-B4xD4').board);
  } finally {
    await stop();
  }
  await table.says(/White to move/, 30_000);
  assert.equal((await table.moves()).length, 2, 'the engine has moved as soon as there was room');
});
