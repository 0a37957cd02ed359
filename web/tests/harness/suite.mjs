// Tests of the page: one server and one browser per file, an empty profile per test. A test fails on any error that it
// did not announce: on the console, in a script, of a request.

import assert from 'node:assert/strict';
import { after, before, test as nodeTest } from 'node:test';
import { chromium } from 'playwright-core';
import { serve } from './program.mjs';
import { Table } from './table.mjs';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const ARGUMENTS = [
  '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync',
];
const DESKTOP = { width: 1280, height: 800 };
const PATIENCE = 10_000;

export const launch = () => chromium.launch({ executablePath: CHROMIUM, args: ARGUMENTS });

/** Jobs of the page end when it closes the connection, and a reload ends all requests: the browser calls that failed. */
const isCancelled = (request) => request.failure()?.errorText === 'net::ERR_ABORTED';

/** Collects what goes wrong on a page. */
function watch(page, address, wrong) {
  page.on('console', (message) => message.type() === 'error' && wrong.push(`console: ${message.text()} (${message.location().url})`));
  page.on('pageerror', (error) => wrong.push(`script: ${error.stack}`));
  page.on('requestfailed', (request) => isCancelled(request) || wrong.push(`request: ${request.url()} ${request.failure()?.errorText}`));
  page.on('request', (request) => {
    const { protocol } = new URL(request.url());
    const own = request.url().startsWith(address) || protocol === 'data:' || protocol === 'blob:';
    if (!own) wrong.push(`request to another place: ${request.url()}`);
  });
}

/**
 * The tests of one file. `test(name, settings, body)` gives the body a table at which nobody sits yet, and
 * `another(settings, path)`, which opens a further page with a profile of its own, or an empty one if the path is null; and
 * `say`, for what a person may want to know. Settings are those of a browser context, and
 * `allow`: a pattern of errors that belong to the test.
 */
export function suite(...options) {
  let server;
  let browser;
  before(async () => {
    [server, browser] = await Promise.all([serve(...options), launch()]);
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
  });

  function test(name, ...rest) {
    const body = rest.pop();
    const { allow = null, path = '', ...settings } = rest.pop() ?? {};
    nodeTest(name, { timeout: 60_000 }, async (context) => {
      const wrong = [];
      const profiles = [];
      const another = async (more = {}, where = path) => {
        const profile = await browser.newContext({ viewport: DESKTOP, reducedMotion: 'reduce', colorScheme: 'light', ...settings, ...more });
        profiles.push(profile);
        profile.setDefaultTimeout(PATIENCE);
        const page = await profile.newPage();
        watch(page, server.address, wrong);
        const table = new Table(page, server);
        if (where !== null) await table.visit(where);
        return table;
      };
      try {
        await body(await another(), another, (text) => context.diagnostic(text));
      } finally {
        await Promise.all(profiles.map((profile) => profile.close()));
      }
      const unexpected = allow ? wrong.filter((error) => !allow.test(error)) : wrong;
      assert.deepEqual(unexpected, [], 'errors on the page');
    });
  }
  return { test };
}
