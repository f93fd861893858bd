// `npm run test:bfcache`: pages come back from the back/forward cache, after their scripts have been at work. The packaged
// browser has no such cache, so CHROMIUM_PATH must name a full Chromium or Chrome.

import { type Browser, chromium } from 'playwright-core';
import { serveSite } from '../service/folder-host.ts';
import { loadSharedSample } from './shared-sample.ts';

const PATHS = ['/', '/blog/', '/demo/', '/clients/', '/lp/crisis-guide/'];

const executablePath = process.env.CHROMIUM_PATH ?? '';
if (executablePath === '') {
  process.stderr.write(
    'CHROMIUM_PATH names no browser. Name a full Chromium or Chrome: the packaged one has no back/forward cache.\n',
  );
  process.exit(2);
}
const host = await serveSite(await loadSharedSample());
const browser = await chromium.launch({
  executablePath,
  args: ['--headless=new', '--no-sandbox'],
  ignoreDefaultArgs: ['--headless', '--disable-back-forward-cache'],
});
try {
  for (const path of PATHS) {
    const reasons = await leaveAndReturn(browser, path);
    process.stdout.write(reasons === null ? `restored      ${path}\n` : `NOT restored  ${path}  ${reasons}\n`);
    if (reasons !== null) process.exitCode = 1;
  }
} finally {
  await browser.close();
  await host.close();
}

/** Null where the page was restored, else why not, as the browser says it. */
async function leaveAndReturn(from: Browser, path: string): Promise<string | null> {
  const context = await from.newContext();
  const page = await context.newPage();
  await page.goto(`${host.origin}${path}`, { waitUntil: 'networkidle' });
  await page.evaluate(async () => {
    addEventListener('pageshow', ({ persisted }) => Object.assign(window, { wasRestored: persisted }));
    // Islands awake, lists at work, the header scrolled.
    for (const island of document.querySelectorAll('[data-island]'))
      island.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    scrollTo({ top: 300, behavior: 'instant' });
    await new Promise((resolve) => setTimeout(resolve, 500));
  });
  // A navigation of the browser's own: `about:blank` would not be kept beside.
  await page.goto(`${host.origin}/robots.txt`);
  await page.goBack({ waitUntil: 'commit' });
  await page.waitForTimeout(500);
  const result = await page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation');
    return [
      Reflect.get(window, 'wasRestored') === true,
      JSON.stringify(entry && Reflect.get(entry, 'notRestoredReasons')),
    ];
  });
  await context.close();
  return result[0] === true ? null : String(result[1]);
}
