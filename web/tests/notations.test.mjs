// Opening what others wrote, and writing it again: pasted text, files, exports, links.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after } from 'node:test';
import { ROOT, otrera, shown } from './harness/program.mjs';
import { expectWithin } from './harness/wait.mjs';
import { suite } from './harness/suite.mjs';

const { test } = suite('--threads', '1');
const folder = mkdtempSync(path.join(tmpdir(), 'otrera-'));
after(() => rmSync(folder, { recursive: true }));

const GAME = 'docs/games/5x5-2.sgf';
const MIDDLE = shown(GAME, '--at', '7');
const REFUSED = /status of 400 .*\/api\/read/;
const GGS = fileURLToPath(new URL('games/ggs.ggf', import.meta.url));

for (const format of ['text', 'moves', 'sgf', 'ggf', 'liamazons', 'fairy', 'mcgs']) {
  test(`a pasted position or game: ${format}`, async (table) => {
    const text = otrera('convert', GAME, '--at', '7', '--to', format);
    await table.paste(text);
    await table.shows(MIDDLE.board);
    const holdsGame = ['moves', 'sgf', 'ggf'].includes(format);
    assert.equal((await table.moves()).length, holdsGame ? 7 : 0);
  });
}

test('moves in several spellings', async (table) => {
  await table.paste('5x5\n1. b1-b4/d4 b5-c4(b5)\n2. a2a3,a3a2');
  await table.shows(shown('5x5', '--play', 'B1-B4xD4 B5-C4xB5 A2-A3xA2').board);
});

test('text that cannot be read is answered with the place', { allow: REFUSED }, async (table) => {
  await table.newGame();
  await table.play('B1-B4xD4');
  await table.paste('5x5 B1-B4xD4\nB5-B9xB5');
  await table.byId('import-error').waitFor();
  assert.match(await table.byId('import-error').textContent(), /B9/);
  const [line, column] = await table.byId('import-text').evaluate((field) => {
    const before = field.value.slice(0, field.selectionStart).split('\n');
    return [before.length, before.at(-1).length + 1];
  });
  assert.equal(line, 2, 'the cursor is in the line that is wrong');
  assert.ok(column >= 1);
  await table.page.keyboard.press('Escape');
  await table.shows(shown('5x5', '--play', 'B1-B4xD4').board);
});

test('a real SGF game by file, with its players', async (table) => {
  const file = 'docs/games/edi-otrera.sgf';
  await table.byId('open-import').click();
  await table.byId('import-file').setInputFiles(path.join(ROOT, file));
  const end = shown(file);
  await table.shows(end.board);
  const moves = otrera('convert', file, '--to', 'moves', '--dialect', 'papers').match(/\b[A-J]\d+-[A-J]\d+x[A-J]\d+\b/g);
  assert.deepEqual(await table.moves(), moves);
  assert.match(await table.byId('plate-bottom').textContent(), /EDI/);
  assert.match(await table.byId('plate-top').textContent(), /Otrera/);
});

test('a real GGF game by file', async (table) => {
  await table.byId('open-import').click();
  await table.byId('import-file').setInputFiles(GGS);
  await expectWithin(() => table.moves(), (moves) => moves.length === 4, 'four moves');
  // Ranks count from the top in GGF: D1-D7-G7 there is D10-D4xG4 here.
  assert.deepEqual(await table.moves(), ['D10-D4xG4', 'J4-G7xB7', 'G10-E8xE1', 'G1-I3xI6']);
  assert.match(await table.byId('plate-top').textContent(), /amsbot5/);
  assert.match(await table.byId('plate-bottom').textContent(), /Raphael/);
});

test('one game of several', async (table) => {
  await table.paste(readFileSync(path.join(ROOT, 'docs/games/results.sgf'), 'utf8'));
  await table.shows(shown('docs/games/results.sgf').board);
  assert.match(await table.byId('notice').textContent(), /Game 1 of 2/);
  await table.byId('open-import').click();
  await table.byId('import-game').fill('2');
  await table.byId('import-go').click();
  await table.shows(shown('docs/games/results.sgf', '--game', '2').board);
});

test('a file dropped on the page', async (table) => {
  const text = readFileSync(path.join(ROOT, GAME), 'utf8');
  const transfer = await table.page.evaluateHandle((content) => {
    const data = new DataTransfer();
    data.items.add(new File([content], 'game.sgf'));
    return data;
  }, text);
  for (const type of ['dragenter', 'dragover', 'drop']) await table.page.dispatchEvent('#board', type, { dataTransfer: transfer });
  const end = shown(GAME);
  await table.shows(end.board);
});

test('a position set up by clicking and by keyboard', async (table) => {
  await table.newGame();
  await table.byId('open-editor').click();
  const panel = table.byId('editor-panel');
  await panel.locator('#editor-clear').click();
  await panel.locator('#editor-width').fill('4');
  await panel.locator('#editor-height').fill('3');
  await panel.locator('#editor-height').press('Tab');
  const put = async (tool, ...squares) => {
    await panel.locator(`label.tool:has(input[value="${tool}"])`).click();
    for (const square of squares) await table.square(square).click();
  };
  await put('w', 'A1', 'B1');
  await put('x', 'B2', 'C2');
  await put('e', 'B1');
  await table.square('D3').focus();
  await table.page.keyboard.press('b');
  await panel.getByLabel('Black', { exact: true }).check();
  await panel.locator('#editor-done').click();
  await table.shows('...b/.xx./w... b');
  await table.play('D3-C3xD3');
  await table.shows(shown('...b/.xx./w... b', '--play', 'D3-C3xD3').board);
});

test('an empty board is not accepted, and setting up can be cancelled', async (table) => {
  await table.newGame();
  await table.play('B1-B4xD4');
  await table.byId('open-editor').click();
  await table.byId('editor-clear').click();
  await table.byId('editor-done').click();
  assert.match(await table.byId('editor-error').textContent(), /amazon/);
  await table.byId('editor-cancel').click();
  await table.shows(shown('5x5', '--play', 'B1-B4xD4').board);
});

/** Saves what the page offers for download, and returns the path. */
async function saved(table, button) {
  const [download] = await Promise.all([table.page.waitForEvent('download'), table.byId(button).click()]);
  const file = path.join(folder, download.suggestedFilename());
  await download.saveAs(file);
  return file;
}

test('exports can be read again: SGF with variations, text, picture', async (table) => {
  await table.newGame();
  await table.play('B1-B4xD4');
  await table.play('B5-C4xB5');
  await table.byId('undo').click();
  await table.play('D5-C4xD5');
  const here = shown('5x5', '--play', 'B1-B4xD4 D5-C4xD5').position;
  await table.byId('open-share').click();
  await table.byId('export-format').selectOption('sgf');
  await expectWithin(() => table.byId('export-text').inputValue(), (text) => text.startsWith('(;'), 'an SGF');
  const sgf = await saved(table, 'export-download');
  assert.match(sgf, /\.sgf$/);
  assert.equal(shown(sgf).position, shown('5x5', '--play', 'B1-B4xD4 B5-C4xB5').position, 'the main line');
  assert.match(readFileSync(sgf, 'utf8'), /\(;B\[\w+\]\)\s*\(;B\[\w+\]\)/, 'both answers');
  await table.byId('export-format').selectOption('text');
  await expectWithin(() => table.byId('export-text').inputValue(), (text) => text.trim() === here, 'the position as text');
  assert.equal(shown(await saved(table, 'export-download')).position, here);
  const picture = readFileSync(await saved(table, 'export-svg'), 'utf8');
  assert.match(picture, /^<svg[^]*<\/svg>\s*$/);
  await table.page.locator('#share-dialog [data-close]').click();
  await table.byId('open-import').click();
  await table.byId('import-file').setInputFiles(sgf);
  await table.shows(shown('5x5', '--play', 'B1-B4xD4 B5-C4xB5').board);
  assert.equal(await table.page.locator('#move-tree .variation').count(), 1);
});

test('every format can be exported and pasted again', async (table) => {
  await table.paste(otrera('convert', GAME, '--at', '7', '--to', 'moves'));
  await table.shows(MIDDLE.board);
  await table.byId('open-share').click();
  const formats = await table.byId('export-format').locator('option').evaluateAll((options) => options.map((option) => option.value));
  assert.deepEqual([...formats].sort(), ['fairy', 'ggf', 'liamazons', 'mcgs', 'moves', 'sgf', 'text']);
  let before = '';
  for (const format of formats) {
    await table.byId('export-format').selectOption(format);
    const file = path.join(folder, `game.${format}`);
    const text = await expectWithin(() => table.byId('export-text').inputValue(), (text) => text !== '' && (text !== before || format === 'sgf'), `${format}`);
    before = text;
    writeFileSync(file, text);
    assert.equal(shown(file).position, MIDDLE.position, format);
  }
});

test('the link to a game or a position opens it on another page', async (table, another) => {
  await table.newGame();
  await table.play('B1-B4xD4');
  await table.play('B5-C4xB5');
  await table.byId('open-share').click();
  const link = async () => (await table.byId('share-link').inputValue()).replace(table.server.address, '');
  const game = await another({}, await link());
  await game.shows(await table.position());
  assert.deepEqual(await game.moves(), ['B1-B4xD4', 'B5-C4xB5']);
  await game.byId('undo').click();
  await game.shows(shown('5x5', '--play', 'B1-B4xD4').board);
  await table.page.getByLabel('the position on the board').check();
  const position = await another({}, await link());
  await position.shows(await table.position());
  assert.deepEqual(await position.moves(), []);
  await position.page.reload();
  await position.shows(await table.position());
});

test('links and texts can be copied', { permissions: ['clipboard-read', 'clipboard-write'] }, async (table) => {
  await table.newGame();
  await table.play('B1-B4xD4');
  await table.byId('open-share').click();
  const copied = () => table.page.evaluate(() => navigator.clipboard.readText());
  await table.byId('copy-link').click();
  assert.equal(await copied(), `${table.server.address}#game=5x5&moves=B1-B4xD4`);
  await expectWithin(() => table.byId('export-text').inputValue(), (text) => text !== '', 'an SGF');
  await table.byId('copy-export').click();
  await expectWithin(copied, (text) => text.startsWith('(;'), 'the SGF in the clipboard');
});

test('a link that cannot be opened says so', { path: '#game=5x5&moves=B1-B9xB9' }, async (table) => {
  await table.byId('notice').waitFor();
  assert.match(await table.byId('notice').textContent(), /cannot be opened.*B1-B9xB9/);
});

const WIDE = `w${'.'.repeat(126)}b w`;

// SGF has no letters for so many files.
test('a board of one long row survives a reload and goes by link', { allow: /status of 400 .*\/api\/write/ }, async (table, another) => {
  await table.paste(WIDE);
  await table.shows(WIDE);
  await table.page.reload();
  await table.shows(WIDE);
  await table.byId('open-share').click();
  const link = (await table.byId('share-link').inputValue()).replace(table.server.address, '');
  await (await another({}, link)).shows(WIDE);
});

const TOO_LARGE = {
  'a row too long': '#position=w127b&to=w',
  'a huge run': '#position=w99999999999999999999b&to=w',
  'too many squares': '#position=wb10/12/12/12/12/12/12/12/12/12/12&to=w',
  'thousands of rows': `#position=${'wb/'.repeat(50_000)}wb&to=w`,
};

for (const [name, link] of Object.entries(TOO_LARGE)) {
  test(`a board that is too large is refused: ${name}`, async (table) => {
    await table.newGame();
    await table.play('B1-B4xD4');
    await table.page.evaluate((hash) => (location.hash = hash), link);
    await expectWithin(() => table.byId('notice').textContent(), (text) => /cannot be opened: .*128 squares/.test(text), 'a refusal', 3_000);
    await table.paste(table.server.address + link);
    await expectWithin(() => table.byId('import-error').textContent(), (text) => /128 squares/.test(text), 'a refusal of the text');
    await table.page.keyboard.press('Escape');
    await table.shows(shown('5x5', '--play', 'B1-B4xD4').board);
  });
}

test('a board of more than 128 squares cannot be set up', async (table) => {
  await table.newGame();
  await table.byId('open-editor').click();
  const resize = async (field, value) => {
    await table.byId(field).fill(value);
    await table.byId(field).press('Tab');
  };
  const message = table.byId('editor-size-error');
  await resize('editor-width', '16');
  await resize('editor-height', '9');
  assert.match(await message.textContent(), /16 × 9 is too large.*128/);
  await table.byId('editor-done').click();
  assert.equal(await table.byId('editor-panel').isVisible(), true);
  await resize('editor-height', '0');
  assert.match(await message.textContent(), /whole numbers/);
  await resize('editor-height', '8');
  assert.equal(await message.isVisible(), false);
  await table.byId('editor-done').click();
  await table.square('P8').waitFor();
});
