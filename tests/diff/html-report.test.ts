// HTML reports in a browser, opened from disk: they filter, sort and order.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderHtml } from '../../cli/diff/reports/html-report.ts';
import { launchBrowser } from '../browser/chromium.ts';
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
  it('filters and orders', async () => {
    const [base, head] = [sideOf(BASE), sideOf(HEAD)];
    const report = await compare(base, head);
    const file = join(makeFolder(), 'diff.html');
    writeFileSync(file, renderHtml(report));
    const { page: view, messages } = await visit(browser, pathToFileURL(file).href);
    const shown = () => view.locator('.card:visible h3').allTextContents();
    expect(await shown()).toEqual([
      'The page /gone/ was removed without a redirect.',
      '/gone/',
      '/a/',
      '/',
      'robots.txt',
    ]);
    await view.getByRole('button', { name: 'Search engines' }).click();
    expect(await shown()).not.toContain('/');
    await view.getByRole('button', { name: 'All', exact: true }).click();
    await view.getByRole('searchbox').fill('eleven');
    expect(await shown()).toEqual(['/']);
    expect(messages).toEqual([]);
  });
});
