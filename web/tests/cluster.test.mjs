// The page on a cluster: figures of a real one, which comes and goes, and how it looks with answers that take long to come about.

import assert from 'node:assert/strict';
import { after } from 'node:test';
import { expectWithin } from './harness/wait.mjs';
import { ANSWERS, answered } from './harness/campaigns.mjs';
import { Cluster } from './harness/cluster.mjs';
import { PHONE, violations, wide } from './harness/looks.mjs';
import { otrera } from './harness/program.mjs';
import { suite } from './harness/suite.mjs';

const cluster = await Cluster.prepare();
const { test } = suite('--threads', '1', '--nats', cluster.url);
after(() => cluster.stop());

const EMPTY = { path: null };
const BYTES = 90_000;

const open = (table) => table.page.goto(`${table.server.address}cluster`);
const news = (table) => table.byId('cluster-news').textContent();
const campaign = (table, name) => table.page.locator(name ? `[data-campaign="${name}"]` : '[data-campaign]').first();
const text = async (locator) => (await locator.innerText()).replace(/\s+/g, ' ');
const figure = (table, name) => campaign(table).locator(`[data-figure=${name}]`).textContent();

/** Opens the page on a cluster that is answered for. */
async function openWith(table, name) {
  const answerWith = await answered(table.page, name);
  await open(table);
  await table.page.waitForFunction(() => !document.getElementById('cluster-news').textContent.startsWith('Asking'));
  return answerWith;
}

test('a real cluster, from nobody there to a server that dies and returns', async (table) => {
  // The first page has a link as there is a cluster to show, though nobody answers yet.
  await table.byId('to-cluster').click();
  await expectWithin(() => news(table), (said) => /Connection refused/.test(said), 'the server to be missed');
  assert.equal(await table.byId('cluster-empty').isVisible(), false, 'whether there are campaigns is not known');
  await cluster.up();
  await table.byId('cluster-empty').waitFor();
  assert.equal(await table.byId('cluster-news').isVisible(), false);
  await cluster.campaign('6x5', 200, 'helper');
  const worker = table.page.locator('[data-worker=helper]');
  await worker.waitFor({ timeout: 30_000 });
  await expectWithin(() => figure(table, 'done'), (done) => +done.replaceAll(',', '') > 0, 'a job to be done', 40_000);
  // What the command says, as far as it lasts.
  const [{ campaign: name, position }] = JSON.parse(otrera('cluster', 'status', '--json', '--nats', cluster.url)).campaigns;
  const shown = await text(campaign(table, name));
  assert.match(shown, /6 × 5/);
  assert.match(shown, /open/);
  await campaign(table).evaluate((element) => (element.kept = true));
  await cluster.kill();
  await expectWithin(() => news(table), (said) => /the connection is lost.*figures are \d+ s old/.test(said), 'the server to be missed');
  assert.match(await table.byId('announce').textContent(), /the connection is lost/);
  assert.equal(await worker.isVisible(), true, 'what is known stays');
  await cluster.up();
  await table.byId('cluster-news').waitFor({ state: 'hidden' });
  assert.match(await table.byId('announce').textContent(), /new again/);
  assert.equal(await campaign(table, name).evaluate((element) => element.kept), true, 'the campaign was changed, not made anew');
  // From the campaign to its board.
  await campaign(table).getByRole('link', { name: /see the board/ }).click();
  await table.shows(otrera('convert', position, '--to', 'text').trim().replace(/\d+/g, (count) => '.'.repeat(count)));
});

test('all that can happen is shown', EMPTY, async (table) => {
  await openWith(table, 'all that can happen');
  const large = campaign(table, '6x6-5f2a90c1');
  const [workers, said] = [large.locator('tbody tr'), await text(large)];
  assert.match(said, /6 × 6 open 6x6-5f2a90c1 White to move/);
  assert.match(said, /Jobs queued 2 Jobs running 3 Jobs done 1,\d+ Jobs per second 2\.0 Nodes per second 60 k Positions settled 612 of 81 k/);
  // By hand: 1.2e11 / 60000 s are 23.1 days, 3.4e9 / 60000 s 15.7 h, 4.4e12 / 60000 s 849 days or 2.3 years.
  assert.match(said, /Perhaps 120 G nodes are left \(3\.4 G to 4\.4 × 10¹²\), which take about 23 days at this rate \(16 h to 2 years\)\./);
  assert.deepEqual(await workers.evaluateAll((rows) => rows.map((row) => row.dataset.worker)), ['cellar-4711', 'kitchen-1', 'study-22', 'x']);
  const row = async (name) => text(large.locator(`[data-worker="${name}"]`));
  assert.match(await row('cellar-4711'), /b\.x\.b\..* b 12 62 min 20 k 27 k just now$/);
  assert.match(await row('kitchen-1'), /66 s 87 … just now$/);
  assert.match(await row('x'), /idle 2 s 1 0\.0 just now$/);
  assert.equal(await large.locator('.silent').count(), 1);
  assert.match(said, /Set aside .* b\.x\.b\.\/b\.xx\.\.\/\.\.w\.\.\.\/\.\.\.\.\.\.\/\.x\.\.\.w\/\.w\.w\.\. b/);
  assert.match(said, /Barred workers .* attic-9c1: a proof says that the other player wins/);
  const over = await text(campaign(table, '5x5-00c0ffee'));
  assert.match(over, /5 × 5 White wins 5x5-00c0ffee White to move: see the board Jobs done 61 Positions settled 300 of 810$/);
});

test('rates are drawn as they come, and nothing flickers', EMPTY, async (table) => {
  await openWith(table, 'all that can happen');
  const chart = campaign(table).getByRole('img');
  const link = campaign(table).locator('[data-worker="kitchen-1"] a');
  await link.focus();
  await table.page.evaluate(() => {
    globalThis.changed = { added: 0, removed: 0 };
    new MutationObserver((records) => {
      for (const { target, addedNodes, removedNodes } of records) {
        // Texts come and go in their elements, and the scale of the chart with its unit.
        const count = (nodes) => [...nodes].filter((node) => node instanceof Element && !target.closest('.rate')).length;
        globalThis.changed.added += count(addedNodes);
        globalThis.changed.removed += count(removedNodes);
      }
    }).observe(document.getElementById('cluster-view'), { childList: true, subtree: true });
  });
  // By hand: sixty thousand nodes in every second.
  await expectWithin(() => chart.getAttribute('aria-label'), (label) => /^Nodes per second: 60 k now, 60 k at most within \d+ s$/.test(label), 'two points');
  await expectWithin(() => chart.locator('.line').getAttribute('d'), (line) => line.split('L').length >= 4, 'four points', 20_000);
  assert.deepEqual(await table.page.evaluate(() => globalThis.changed), { added: 0, removed: 0 });
  assert.equal(await link.evaluate((element) => element === document.activeElement), true, 'the focus stays');
});

test('what has gone comes back', EMPTY, async (table) => {
  const answerWith = await openWith(table, 'a server that has gone');
  assert.match(await news(table), /^nats:\/\/10\.0\.0\.1:4222: the connection is lost\. The figures are 4\d s old; new ones come by themselves\.$/);
  assert.match(await text(campaign(table).locator('[data-worker=x]')), /4\d s ago$/);
  assert.equal(await campaign(table).locator('.silence').isVisible(), false, 'nobody knows whether the coordinator is silent');
  answerWith('all that can happen');
  await table.byId('cluster-news').waitFor({ state: 'hidden' });
  answerWith('a coordinator that is silent');
  await campaign(table).getByText('The coordinator was last heard 3 min ago. Run it again to resume.').waitFor();
  await campaign(table).getByText('No worker is heard').waitFor();
  await campaign(table).getByText('too little is settled').waitFor();
  assert.equal(await campaign(table).locator('.set-aside').isVisible(), false);
  answerWith('no campaign');
  await table.byId('cluster-empty').waitFor();
  assert.equal(await table.page.locator('[data-campaign]').count(), 0);
});

test('otrera serve itself may go and come back', { ...EMPTY, allow: /ERR_FAILED|Failed to load|request:/ }, async (table) => {
  await openWith(table, 'all that can happen');
  await table.page.route('**/api/cluster', (route) => route.abort());
  await expectWithin(() => news(table), (said) => /“otrera serve” still running.*/.test(said), 'the program to be missed');
  await table.page.unroute('**/api/cluster');
  await answered(table.page, 'all that can happen');
  await table.byId('cluster-news').waitFor({ state: 'hidden' });
});

for (const name of Object.keys(ANSWERS)) {
  test(`accessible, light and dark: ${name}`, EMPTY, async (table) => {
    await openWith(table, name);
    for (const colorScheme of ['light', 'dark']) {
      await table.page.emulateMedia({ colorScheme });
      assert.deepEqual(await violations(table.page), [], colorScheme);
    }
  });

  test(`fits a phone: ${name}`, { ...EMPTY, ...PHONE }, async (table) => {
    await openWith(table, name);
    assert.deepEqual(await wide(table.page), { page: 0, beyond: [] });
    assert.deepEqual(await violations(table.page), []);
  });
}

test('by keyboard: past the head, through all links, and colours that stay', EMPTY, async (table) => {
  await openWith(table, 'all that can happen');
  const { keyboard } = table.page;
  const focused = () => table.page.evaluate(() => document.activeElement.textContent.trim() || document.activeElement.getAttribute('aria-label'));
  const seen = [];
  for (let step = 0; step < 8; step++) {
    await keyboard.press('Tab');
    seen.push(await focused());
  }
  assert.deepEqual(seen.slice(0, 5), ['To the campaigns', 'Otrera', 'Board', 'Dark colours', 'White to move: see the board']);
  assert.match(seen[5], /^b\.x\.b\..* b 12$/);
  await table.page.locator('.skip').focus();
  await keyboard.press('Enter');
  await keyboard.press('Tab');
  assert.equal(await focused(), 'White to move: see the board');
  await table.byId('toggle-theme').focus();
  await keyboard.press('Enter');
  assert.equal(await focused(), 'Light colours');
  assert.equal(await table.page.locator('html').getAttribute('data-theme'), 'dark');
});

test('the page is small', EMPTY, async (table, another, say) => {
  const sizes = [];
  table.page.on('requestfinished', (request) => sizes.push(request.sizes()));
  await openWith(table, 'no campaign');
  const bytes = (await Promise.all(sizes)).reduce((sum, { responseBodySize, responseHeadersSize }) => sum + responseBodySize + responseHeadersSize, 0);
  say(`${sizes.length} requests, ${Math.round(bytes / 1000)} kB`);
  assert.ok(sizes.length > 5 && bytes < BYTES, `${bytes} bytes`);
});

for (const [name, settings] of Object.entries({ 'a phone': PHONE, 'a narrow desk': { viewport: { width: 820, height: 600 } } })) {
  test(`the link to it fits ${name}`, settings, async (table) => {
    await table.byId('to-cluster').waitFor();
    assert.deepEqual(await wide(table.page), { page: 0, beyond: [] });
    assert.deepEqual(await violations(table.page), []);
  });
}

test('without a cluster no link leads to it', EMPTY, async (table) => {
  let asked = false;
  await table.page.route('**/api/about', async (route) => {
    const response = await route.fetch();
    asked = true;
    await route.fulfill({ response, json: { ...(await response.json()), cluster: false } });
  });
  await table.visit();
  await expectWithin(() => table.byId('about').textContent(), (about) => /^Otrera \d/.test(about), 'the answer to be read');
  assert.ok(asked);
  assert.equal(await table.byId('to-cluster').isVisible(), false);
});
