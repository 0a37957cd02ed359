// Takes the pictures of the page in docs/img: node web/tests/screenshots.mjs [NAME …]

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT, serve } from './harness/program.mjs';
import { Cluster } from './harness/cluster.mjs';
import { Table } from './harness/table.mjs';
import { indexed } from './harness/picture.mjs';
import { launch } from './harness/suite.mjs';

const DESKTOP = { viewport: { width: 1100, height: 700 } };
const TALL = { viewport: { width: 1100, height: 960 } };
const PHONE = { viewport: { width: 375, height: 760 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };

/** A game of docs/games as it stands after some moves. */
async function gameAt(table, file, move) {
  await table.byId('open-import').click();
  await table.byId('import-file').setInputFiles(path.join(ROOT, 'docs/games', file));
  await table.page.locator(`#move-tree .move >> nth=${move - 1}`).click();
}

/** Waits until the bar beside the board knows who leads; beside a proof it need not, and on a cluster there is none. */
const judged = (table) => table.page.locator('#lead:not(.stale), #proof-panel:not([hidden]), #cluster-view').first().waitFor();

/** What runs besides the server, and ends with this script. */
const besides = [];

/** The page on a cluster of two workers, after a while. */
async function cluster(table) {
  const running = await Cluster.prepare();
  besides.push(running);
  await running.up();
  await running.campaign('6x6', 2000, 'attic', 'cellar');
  const server = await serve('--nats', running.url);
  besides.push(server);
  await table.page.goto(`${server.address}cluster`);
  await table.page.locator('[data-worker=cellar]').waitFor({ timeout: 60_000 });
  // Both have a job, and the chart a line.
  await table.page.waitForFunction(() => document.querySelector('.rate .line')?.getAttribute('d').split('L').length > 30, null, { timeout: 240_000 });
  await table.page.waitForFunction(() => document.querySelectorAll('[data-worker] .doing a:not([hidden])').length === 2, null, { timeout: 60_000 });
}

async function areas(table) {
  await gameAt(table, 'greedy.sgf', 44);
  await table.tab('areas');
  await table.page.locator('.area-label').first().waitFor();
}

const PICTURES = {
  start: [DESKTOP, async (table) => {
    await table.newGame({ board: '10x10', black: '1' });
    await table.square('D1').click();
  }],
  areas: [DESKTOP, areas],
  thermograph: [TALL, async (table) => {
    await table.paste('b...x/..x.w/xxxxx/.b..x/x..wx w');
    await table.tab('areas');
    await table.page.locator('.area-row').last().click();
    await table.page.getByTestId('thermograph').waitFor();
    await table.page.getByTestId('thermograph').scrollIntoViewIfNeeded();
  }],
  solved: [DESKTOP, async (table) => {
    await gameAt(table, 'greedy.sgf', 50);
    await table.solve();
    await table.byId('verdict').waitFor({ timeout: 60_000 });
  }],
  proof: [DESKTOP, async (table) => {
    await table.visit('#proof=5x6');
    for (let move = 0; move < 2; move++) {
      await table.says(/choose an amazon/);
      await table.playAny((list) => list[0]);
    }
    await table.says(/choose an amazon|waits/);
  }],
  dark: [{ ...DESKTOP, colorScheme: 'dark' }, async (table) => {
    await gameAt(table, 'edi-otrera.sgf', 30);
    await table.tab('analysis');
    await table.byId('analyse-start').click();
    await table.byId('analysis-graph').waitFor({ timeout: 60_000 });
  }],
  cluster: [DESKTOP, cluster],
  'cluster-dark': [{ ...DESKTOP, colorScheme: 'dark' }, cluster],
  phone: [PHONE, async (table) => {
    await table.newGame({ board: '10x10', black: '0.1' });
    await table.play('D1-D7xG7');
    await table.says(/White to move/);
    await table.square('G1').click();
  }],
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !PICTURES[name]);
if (unknown.length) throw new Error(`no picture is called ${unknown.join(', ')}: there are ${Object.keys(PICTURES).join(', ')}`);
const [server, browser] = await Promise.all([serve(), launch()]);
for (const [name, [settings, show]] of Object.entries(PICTURES)) {
  if (wanted.length && !wanted.includes(name)) continue;
  const profile = await browser.newContext({ reducedMotion: 'reduce', colorScheme: 'light', ...settings });
  profile.setDefaultTimeout(30_000);
  const table = new Table(await profile.newPage(), server);
  await table.visit();
  await show(table);
  await judged(table);
  await table.byId('notice').waitFor({ state: 'hidden' });
  const picture = await indexed(table.page, await table.page.screenshot());
  writeFileSync(path.join(ROOT, `docs/img/serve-${name}.png`), picture);
  console.log(`serve-${name}.png: ${Math.round(picture.length / 1000)} kB`);
  await profile.close();
  for (const one of besides.splice(0).reverse()) await one.stop();
}
await browser.close();
await server.stop();
