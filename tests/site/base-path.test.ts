// The sample as the site of a folder, https://www.example.com/site/, built with the cache of a build at the root: every address
// inside stays in the folder, and visitors, checks and hosts find it there.

import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listFiles } from '../../cli/files/list-files.ts';
import { startFolderPreview } from '../../cli/preview/folder-preview.ts';
import type { Preview } from '../../cli/preview/start-preview.ts';
import { openBrowser } from '../browser/chromium.ts';
import { loadSharedSample } from '../browser/shared-sample.ts';
import { follow, isSameDocument, markDocument, visit, waitForRoute } from '../browser/visit.ts';
import { type CommandRun, runSitegen } from './run-sitegen.ts';
import { CLOCK } from './sample-clock.ts';

const HOST = 'https://www.example.com';
const FOLDER = '/site';
const ENVIRONMENT = { SITEGEN_ORIGIN: `${HOST}${FOLDER}/` };

let dir: string;
let outDir: string;
let built: CommandRun;
let preview: Preview;
let browser: Browser;

beforeAll(async () => {
  const shared = await loadSharedSample();
  dir = mkdtempSync(join(tmpdir(), 'sitegen-base-'));
  cpSync(join(shared, '..'), dir, { recursive: true });
  outDir = join(dir, 'out');
  built = await runSitegen(['build', '--sample', '--clock', CLOCK], { cwd: dir, environment: ENVIRONMENT });
  const place = { host: '127.0.0.1', port: 0, isPortStrict: false, allowedHosts: [], report: () => {} };
  preview = await startFolderPreview({ ...place, dir: outDir, cacheDir: join(dir, '.sitegen') });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await preview?.stop();
  rmSync(dir, { recursive: true, force: true });
});

const run = (...args: readonly string[]) => runSitegen(args, { cwd: dir, environment: ENVIRONMENT });
const read = (file: string) => readFileSync(join(outDir, file), 'utf8');

/** Why an address of the site's host is wrong; null where it is in the folder, and a file of the build. */
function findFault(path: string): string | null {
  if (!path.startsWith(`${FOLDER}/`)) return 'outside of the folder';
  const name = decodeURIComponent(path.slice(FOLDER.length + 1));
  const file = join(outDir, name === '' || name.endsWith('/') ? `${name}index.html` : name);
  return existsSync(file) && statSync(file).isFile() ? null : 'no file';
}

/** Addresses on the site's host that a file names, without query and fragment. */
function* listAddresses(file: string): Generator<string> {
  const text = read(file);
  const url = `${HOST}${FOLDER}/${file}`;
  const own = (address: string) => {
    const parsed = URL.parse(address.replaceAll('&amp;', '&'), url);
    return parsed?.origin === HOST ? [parsed.pathname] : [];
  };
  if (file.endsWith('.html')) {
    for (const [, address = ''] of text.matchAll(/\s(?:href|src|poster|data-target)="([^"]*)"/g)) yield* own(address);
    for (const [, list = ''] of text.matchAll(/\s(?:srcset|imagesrcset)="([^"]*)"/g))
      for (const candidate of list.split(/,\s+/)) yield* own(candidate.trim().split(/\s/)[0] ?? '');
    for (const [, address = ''] of text.matchAll(/http-equiv="refresh" content="0; url=([^"]*)"/g)) yield* own(address);
  }
  if (file.endsWith('.css')) for (const [, address = ''] of text.matchAll(/url\(["']?([^"')]+)/g)) yield* own(address);
  if (/^(?:lists|search)\//.test(file))
    for (const [, address = ''] of text.matchAll(/"(?:href|url|src)":"([^"]*)"/g)) yield* own(address);
  // Canonical addresses, JSON-LD, Open Graph, sitemap, feeds, calendars.
  for (const [address] of text.replaceAll('\r\n ', '').matchAll(/https:\/\/www\.example\.com[^"'\s<>\\)]*/g))
    yield* own(address);
}

describe('a build for a folder', () => {
  it('names only addresses in the folder, and files that exist', () => {
    expect(built.code, built.stderr).toBe(0);
    const wrong = new Map<string, string>();
    let addresses = 0;
    for (const file of listFiles(outDir).filter((name) => /\.(?:html|css|json|xml|txt|ics)$/.test(name)))
      for (const address of listAddresses(file)) {
        addresses += 1;
        const fault = findFault(address);
        if (fault !== null) wrong.set(`${address}: ${fault}`, file);
      }
    expect(Object.fromEntries(wrong)).toEqual({});
    expect(addresses).toBeGreaterThan(10_000);
    expect(existsSync(join(outDir, 'site'))).toBe(false);
  });

  it('passes the check of its links', async () => {
    const { code, stdout, stderr } = await run('check-links', 'out', '--internal-only');
    expect(code, `${stdout}${stderr}`).toBe(0);
  });

  it('is verified where a host serves it', async () => {
    const { code, stdout, stderr } = await run('verify', `${preview.url}${FOLDER}/`);
    expect(code, `${stdout}${stderr}`).toBe(0);
  });

  it('gives every host whole paths', () => {
    const hostFile = (name: string) => readFileSync(join(dir, '.sitegen/hosts', name), 'utf8');
    expect(hostFile('netlify/_redirects')).toContain(`${FOLDER}/press/ ${FOLDER}/blog/ 30`);
  });
});

const open = (path: string) => visit(browser, `${preview.url}${path}`);
const shownCards = (page: Page) =>
  page.$$eval('[data-list-cards] > li', (items) => items.filter((item) => item.checkVisibility()).length);

describe('a visitor of the folder', () => {
  it('is led into it, changes the language, and leaves it', async () => {
    const { page, address, messages } = await open('/');
    expect(address()).toBe(`${FOLDER}/`);
    await markDocument(page);
    await follow(page, (await page.getAttribute('a[hreflang=es]', 'href')) ?? '');
    await waitForRoute(page, 'main___es');
    expect(address()).toBe(`${FOLDER}/es/`);
    expect(await isSameDocument(page)).toBe(true);
    expect(messages).toEqual([]);
    // Another site of the same host.
    await follow(page, '/elsewhere/');
    await expect.poll(() => isSameDocument(page).catch(() => true)).toBe(false);
  });

  it('loads more of a list, filters and searches it', async () => {
    const { page, messages, address } = await open(`${FOLDER}/blog/`);
    await page.waitForSelector('[data-list-controls]:not([hidden])');
    const more = page.locator('[data-list-controls] button');
    await more.click();
    await more.click();
    await expect.poll(() => shownCards(page)).toBe(18);
    await page.locator('[data-list-categories] a[data-category]').first().click();
    await expect.poll(address).toContain(`${FOLDER}/blog/?category=`);
    await page.locator('search input').pressSequentially('crisis');
    await page.locator('search li a').first().click();
    await expect.poll(() => page.getAttribute('body', 'data-route')).toBe('blog-slug___en');
    expect(address()).toMatch(/^\/site\/blog\/[^/]+\/$/);
    expect(messages).toEqual([]);
  });

  it('sends a form and gets to the page of success', async () => {
    const { page, address, messages } = await open(`${FOLDER}/demo/`);
    await page.focus('[name=first_name]');
    await page.waitForSelector('form[novalidate]');
    const values = { first_name: 'Olena', last_name: 'Marchuk', company: 'Northwind', email: 'olena@example.com' };
    for (const [name, value] of Object.entries(values)) await page.fill(`[name=${name}]`, value);
    await page.fill('[name=phone]', '+380 44 123 45 67');
    await page.locator('form [type=submit]').click();
    await waitForRoute(page, 'success___en');
    expect(address()).toBe(`${FOLDER}/success/`);
    expect(messages).toEqual([]);
  });

  it('follows redirects, with and without a rule of the host', async () => {
    const { page, address } = await open(`${FOLDER}/press/?q=1`);
    expect(address()).toBe(`${FOLDER}/blog/?q=1`);
    const missing = { status: 404, contentType: 'text/html', body: read('404.html') };
    await page.route(`**${FOLDER}/jobs/`, (route) => route.fulfill(missing));
    await page.goto(`${preview.url}${FOLDER}/jobs/`);
    await expect.poll(address).toBe(`${FOLDER}/careers/`);
  });

  it('sees the 404 page of the language', async () => {
    const { page } = await open(`${FOLDER}/es/nada/`);
    expect(await page.getAttribute('main a.button', 'href')).toBe(`${FOLDER}/es/`);
  });

  it('sees it without loading, too', async () => {
    const { page } = await open(`${FOLDER}/es/`);
    await markDocument(page);
    await follow(page, `${FOLDER}/es/nada/`);
    await page.waitForSelector('[data-error-status]');
    expect(await isSameDocument(page)).toBe(true);
    expect(await page.getAttribute('main a.button', 'href')).toBe(`${FOLDER}/es/`);
  });
});
