// HTML reports in a browser, opened from disk: they filter, sort and order.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderHtml } from '../../cli/diff/reports/html-report.ts';
import { renderHtml as renderTranslations } from '../../cli/translations/html-report.ts';
import { createTranslationReport } from '../../cli/translations/report.ts';
import { createCell, type Thing } from '../../cli/translations/things.ts';
import { openBrowser } from '../browser/chromium.ts';
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

let browser: Awaited<ReturnType<typeof openBrowser>>;

beforeAll(async () => {
  browser = await openBrowser();
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

  it('finds a translation by its name, and by locale and state together', async () => {
    const missing = { state: 'missing', what: 'It does not exist.', fields: [] } as const;
    const draft = { state: 'draft', what: 'It is a draft.', fields: [] } as const;
    const thing = (name: string, cells: Thing['cells']): Thing => ({
      key: `pages/${name}`,
      collection: 'pages',
      title: name,
      savedAt: null,
      cells,
    });
    const things = [
      thing('pricing', [createCell('es', [missing]), createCell('pt', [draft])]),
      thing('about', [createCell('es', [draft]), createCell('pt', [missing])]),
    ];
    const time = '2026-11-27T09:00:00Z';
    const about = { readAt: time, knownSince: time, hasDrafts: true, isSample: true, idleDecisions: [] };
    const site = { origin: 'https://www.example.com', locales: ['es', 'pt'] } as const;
    const file = join(makeFolder(), 'translations.html');
    writeFileSync(file, renderTranslations(createTranslationReport(things, { ...about, ...site }, []), ''));
    const { page: view } = await visit(browser, pathToFileURL(file).href);
    await view.getByRole('button', { name: 'Open all' }).click();
    const shown = async () => [
      ...(await view.locator('.card:visible h3').allTextContents()),
      ...(await view.locator('tbody tr:visible code').allTextContents()),
    ];
    await view.getByRole('searchbox').fill('pricing');
    expect(await shown()).toEqual(['pricing', 'pages', 'pages/pricing']);
    await view.getByRole('searchbox').fill('');
    await view.getByLabel('All locales').selectOption('pt');
    await view.getByLabel('All states').selectOption('missing');
    expect(await shown()).toEqual(['about', 'pages', 'pages/about']);
  });
});
