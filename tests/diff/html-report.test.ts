// The HTML report in a browser, opened from disk: it filters, sorts and orders, and shows both versions of a page side by side.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderHtml } from '../../cli/diff/reports/html-report.ts';
import { takeScreenshots } from '../../cli/diff/screenshots.ts';
import { launchBrowser, loadBrowser } from '../browser/chromium.ts';
import { visit } from '../browser/visit.ts';
import { makeFolder } from '../site/run-sitegen.ts';
import { compare, sideOf, type Tree } from './memory-side.ts';

const page = (title: string, text: string) =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>Heading</h1><p>${text}</p></main></body></html>`;
const BASE: Tree = {
  'index.html': page('Home', 'Twelve sellers, one tablecloth.'),
  'a/index.html': page('Old title', 'The same.'),
  'gone/index.html': page('Gone', 'No page any more.'),
  'robots.txt': 'User-agent: *',
};
const HEAD: Tree = {
  'index.html': page('Home', 'Eleven sellers, one tablecloth.'),
  'a/index.html': page('New title', 'The same.'),
  'robots.txt': 'User-agent: *\nDisallow: /a/',
};

let browser: Awaited<ReturnType<typeof launchBrowser>>;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

describe('the HTML report', () => {
  it('filters, orders and shows both versions', async () => {
    const [base, head] = [sideOf(BASE), sideOf(HEAD)];
    const report = await compare(base, head);
    const { executablePath, env } = await loadBrowser();
    Object.assign(process.env, env);
    const warnings: string[] = [];
    const shots = await takeScreenshots({
      base,
      head,
      report,
      most: 1,
      chromium: executablePath,
      warn: (text) => warnings.push(text),
    });
    expect({ warnings, shown: shots.map(({ path }) => path) }).toEqual({ warnings: [], shown: ['/'] });
    const file = join(makeFolder(), 'diff.html');
    writeFileSync(file, renderHtml(report, shots));
    const { page: view, messages } = await visit(browser, pathToFileURL(file).href);
    const shown = () => view.locator('.card:visible h3').allTextContents();
    expect(await shown()).toEqual(['The page /gone/ was removed without a redirect.', '/', '/a/', '/gone/']);
    await view.getByRole('button', { name: 'Search engines' }).click();
    expect(await shown()).not.toContain('/');
    await view.getByRole('button', { name: 'All', exact: true }).click();
    await view.getByRole('searchbox').fill('eleven');
    expect(await shown()).toEqual(['/']);
    await view.locator('summary:visible').click();
    // Pictures load lazily, once their card is open.
    const picture = view.locator('.pair img').first();
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth), { timeout: 20_000 })
      .toBeGreaterThan(500);
    expect(messages).toEqual([]);
  });

  it('says in a sentence that there is no browser', async () => {
    const [base, head] = [sideOf(BASE), sideOf(HEAD)];
    const warnings: string[] = [];
    const chromium = '/nowhere/chromium';
    const warn = (text: string) => warnings.push(text);
    const report = await compare(base, head);
    expect(await takeScreenshots({ base, head, report, most: 1, chromium, warn })).toEqual([]);
    expect(warnings.join()).toContain('/nowhere/chromium could not be started. Set CHROMIUM_PATH');
  });
});
