// Whom a page shuts out, and what does not fit a phone.

import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
export const PHONE = { viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/** Violations that shut people out, each with the first element that it is about. */
export async function violations(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
  return found.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, impact, nodes }) => `${id} (${impact}), ${nodes.length} times: ${nodes[0].html.slice(0, 120)} ${nodes[0].failureSummary.replace(/\s+/g, ' ')}`);
}

/** By how much the page is too wide, and the first elements that reach beyond its edge. */
export const wide = (page) =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    // What a dialog or a panel hides by scrolling sideways does not count as fitting, either.
    const beyond = [...document.querySelectorAll('body *')].filter((element) => {
      const box = element.getBoundingClientRect();
      return box.width > 1 && box.height > 1 && box.right > width + 1 && getComputedStyle(element).visibility !== 'hidden' && !element.closest('svg');
    });
    return { page: document.documentElement.scrollWidth - width, beyond: beyond.slice(0, 3).map((element) => element.outerHTML.slice(0, 120)) };
  });
