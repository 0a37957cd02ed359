// Understanding a position: areas, values, solving, the analysis of a game.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { after } from 'node:test';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ENDGAME, gameFile } from './harness/screens.mjs';
import { expectWithin } from './harness/wait.mjs';
import { otrera, shown } from './harness/program.mjs';
import { outcome } from './harness/exhaustive.mjs';
import { suite } from './harness/suite.mjs';

// One job at a time: a job that goes on after it was cancelled would keep the next one waiting.
const { test } = suite('--threads', '1', '--jobs', '1');
const folder = mkdtempSync(path.join(tmpdir(), 'otrera-'));
after(() => rmSync(folder, { recursive: true }));

const verdict = async (table) => {
  await table.byId('verdict').waitFor();
  return table.byId('verdict').textContent();
};

test('areas are drawn over the board and listed with what they are worth', async (table) => {
  await table.paste(ENDGAME);
  await table.tab('areas');
  await table.page.locator('.area-label').first().waitFor();
  const labels = await table.labels();
  assert.match(labels.get('B1'), /empty, area \w of White/);
  for (const square of ['B3', 'C3', 'D3']) assert.match(labels.get(square), /area \w, contested/);
  const rows = await table.page.locator('.area-row').allTextContents();
  assert.equal(rows.length, 2);
  assert.ok(rows.some((text) => /1 square of White.*White \+1/.test(text)), rows.join('; '));
  assert.ok(rows.some((text) => /3 squares, contested.*White \+2 to Black \+2/.test(text)), rows.join('; '));
  assert.match(await table.byId('areas-sum').textContent(), /White to move: White wins/);
  await table.tab('moves');
  await expectWithin(() => table.page.locator('.area-label').count(), (count) => count === 0, 'the areas to go with their tab');
});

test('labels on the board say what the list says, and an area is outlined while its row is pointed at', async (table) => {
  await table.paste('b...x/..x.w/xxxxx/.b..x/x..wx w');
  await table.tab('areas');
  const label = (part) => table.page.locator(`.area-label[data-part="${part}"]`).textContent();
  const row = (part) => table.page.locator(`[data-area="${part}"]`);
  await row('a').waitFor();
  assert.match(await row('a').textContent(), /even to Black \+2$/);
  assert.equal(await label('a'), 'a B0–2');
  assert.match(await row('c').textContent(), /even to Black \+5$/);
  assert.equal(await label('c'), 'c B0–5');
  const outlines = table.page.locator('.area-chosen');
  assert.equal(await outlines.count(), 0);
  await row('a').hover();
  const hovered = await outlines.getAttribute('d');
  await row('c').focus();
  assert.notEqual(await outlines.getAttribute('d'), hovered);
  await row('c').press('Enter');
  await table.byId('area-detail').waitFor();
  assert.equal(await row('c').evaluate((button) => button === document.activeElement), true, 'the row keeps the focus');
});

test('while areas are shown, nothing lies under them and no label covers an amazon', async (table) => {
  await table.paste(otrera('convert', 'docs/games/greedy.sgf', '--at', '44', '--to', 'sgf'));
  await table.page.locator('.trail-to.last').waitFor({ state: 'attached' });
  await table.tab('areas');
  await table.page.locator('.area-label').first().waitFor();
  assert.equal(await table.page.locator('.trail-to.last').count(), 0);
  const covered = await table.page.evaluate(() => {
    const boxes = (selector) => [...document.querySelectorAll(selector)].map((element) => element.getBoundingClientRect());
    const labels = boxes('.area-label rect');
    return boxes('#board .piece').filter((a) => labels.some((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)).length;
  });
  assert.equal(covered, 0);
});

test('an area is valued as a game, with its thermograph', async (table) => {
  await table.paste('b...w w');
  await table.tab('areas');
  await table.page.locator('.area-row').click();
  await table.page.getByTestId('thermograph').waitFor();
  // Whoever moves first shuts the other in and keeps two squares: {2 | -2}.
  assert.equal(await table.byId('canonical').textContent(), '±2');
  const facts = await table.page.locator('#area-detail .facts').textContent();
  assert.match(facts, /Mean0Temperature2Stops2 if Black begins, −2 if White does/);
  assert.match(await table.page.getByTestId('thermograph').getAttribute('aria-label'), /mean 0, temperature 2/);
});

test('an endgame is solved, with its margin', async (table) => {
  for (const position of [ENDGAME, ENDGAME.replace(/w$/, 'b'), 'b.../.xx./...w w']) {
    const { winner, margin } = outcome(position);
    const name = winner === 'w' ? 'White' : 'Black';
    await table.paste(position);
    await table.shows(position);
    await table.solve();
    const text = await verdict(table);
    if (margin > 0) assert.match(text, new RegExp(`^${name} wins by ${margin}\\b`), position);
    else assert.match(text, new RegExp(`^${name} wins`), position);
  }
});

test('a solved position has a line of play, and a proof that `otrera check` accepts', async (table) => {
  const position = shown('docs/games/5x5-1.sgf', '--at', '4');
  await table.paste(position.position);
  await table.solve();
  assert.match(await verdict(table), /^White wins/);
  const panel = table.byId('panel-solve');
  const [download] = await Promise.all([table.page.waitForEvent('download'), panel.getByRole('link', { name: 'Save' }).click()]);
  assert.match(download.suggestedFilename(), /\.proof$/);
  const file = path.join(folder, 'solved.proof');
  await download.saveAs(file);
  const checked = JSON.parse(otrera('check', file, '--json'));
  assert.equal(checked.accepted, true);
  assert.equal(checked.winner, 'w');
  await panel.getByTestId('check-proof').click();
  await expectWithin(() => panel.getByTestId('check-result').textContent(), (text) => /^Accepted: White wins/.test(text), 'the proof to be accepted');
  await panel.locator('.line-of-play .move').first().click();
  assert.equal((await table.moves()).length, 1, 'the line can be played');
});

test('the answer to a position goes with its game, and its line can be played while its node is there', async (table) => {
  const first = table.page.locator('#solve-result .line-of-play .move').first();
  const remove = async () => {
    await table.tab('moves');
    await table.page.getByRole('button', { name: 'Delete from here' }).click();
    await table.tab('solve');
  };
  await table.newGame();
  await table.play('D1-D2xD3');
  await table.byId('undo').click();
  for (const move of otrera('convert', 'docs/games/5x5-1.sgf', '--at', '4', '--to', 'moves').match(/\b[A-E]\d-[A-E]\dx[A-E]\d\b/g)) {
    await table.play(move);
  }
  const solved = await table.position();
  await table.solve();
  await verdict(table);
  // The node that is deleted is older: all others are numbered anew.
  await table.tab('moves');
  await table.page.locator('#move-tree .move', { hasText: 'D1-D2xD3' }).click();
  await remove();
  await first.click();
  assert.equal((await table.moves()).length, 5);
  await remove();
  await table.shows(solved);
  assert.equal(await table.byId('verdict').count(), 1, 'the position that was solved is still there');
  await remove();
  assert.equal(await table.byId('verdict').count(), 0);
  await table.paste(ENDGAME);
  await table.solve();
  await verdict(table);
  await table.newGame({ board: '6x6' });
  assert.equal(await table.byId('solve-result').textContent(), '');
});

test('a running solve shows its progress, and can be cancelled', async (table) => {
  await table.newGame({ board: '10x10' });
  await table.solve();
  const progress = table.byId('solve-progress');
  await expectWithin(() => progress.textContent(), (text) => /Positions[\d,. kM]+/.test(text), 'progress', 20_000);
  for (const fact of ['Proof number', 'Disproof number', 'per second', 'Moves settled', 'Memory']) {
    assert.ok((await progress.textContent()).includes(fact), fact);
  }
  await table.byId('solve-cancel').click();
  assert.match(await table.byId('solve-result').textContent(), /Cancelled/);
  assert.equal(await progress.isHidden(), true);
  await table.paste(ENDGAME);
  await table.solve();
  assert.equal(await verdict(table), 'White wins by 3');
});

test('a whole game is analysed, as a graph that can be clicked and walked', async (table) => {
  const game = '6x6-1.sgf';
  await table.paste(gameFile(game));
  await table.analyse();
  const graph = table.byId('analysis-graph');
  await graph.waitFor({ timeout: 30_000 });
  const end = shown(`docs/games/${game}`);
  const winner = end.winner === 'w' ? 'White' : 'Black';
  assert.match(await table.byId('analysis-verdict').textContent(), new RegExp(`^(Decided at|Known from) move \\d+: ${winner} wins`));
  assert.equal(await graph.locator('.bar').count(), 25, 'a bar for each move');
  assert.equal(await graph.locator('.decided').count(), 1);
  const box = await graph.boundingBox();
  await graph.click({ position: { x: box.width * 0.5, y: box.height * 0.5 } });
  const number = +(await graph.getAttribute('aria-valuenow'));
  assert.ok(number > 8 && number < 18, `the middle of the graph is move ${number}`);
  await table.shows(shown(`docs/games/${game}`, '--at', String(number)).board);
  await graph.focus();
  await table.page.keyboard.press('ArrowRight');
  await table.shows(shown(`docs/games/${game}`, '--at', String(number + 1)).board);
});
