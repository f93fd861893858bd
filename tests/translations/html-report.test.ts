// The HTML report in a browser, opened from disk: it filters.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderHtml } from '../../cli/translations/html-report.ts';
import { createTranslationReport } from '../../cli/translations/report.ts';
import { createCell, type Thing } from '../../cli/translations/things.ts';
import { launchBrowser } from '../browser/chromium.ts';
import { visit } from '../browser/visit.ts';
import { makeFolder } from '../site/run-sitegen.ts';

let browser: Awaited<ReturnType<typeof launchBrowser>>;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

describe('the HTML report', () => {
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
    writeFileSync(file, renderHtml(createTranslationReport(things, { ...about, ...site }, []), ''));
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
