// The HTML report in a browser, opened from disk: it finds things by words, and by locale and state together. And the terminal's table.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { renderHtml } from '../../cli/translations/html-report.ts';
import { createTranslationReport } from '../../cli/translations/report.ts';
import { renderText } from '../../cli/translations/text-reports.ts';
import { createCell, type Thing } from '../../cli/translations/things.ts';
import { openBrowser } from '../browser/chromium.ts';
import { visit } from '../browser/visit.ts';
import { findMarkupFaults } from '../html-rules.ts';
import { makeFolder } from '../site/run-sitegen.ts';

const time = '2026-11-27T09:00:00Z';
const about = {
  ...{ readAt: time, knownSince: time, hasDrafts: true, isSample: true, idleDecisions: [] },
  ...({ origin: 'https://www.example.com', locales: ['es', 'pt'] } as const),
};
const thing = (name: string, cells: Thing['cells']): Thing => ({
  key: `pages/${name}`,
  collection: 'pages',
  title: name,
  savedAt: null,
  cells,
});

it('finds a translation by its name, and by locale and state together', async () => {
  const missing = { state: 'missing', what: 'It does not exist.', fields: [] } as const;
  const text = { field: 'title', label: 'Title', what: 'Old.', before: '<b>Then</b>', after: 'Now' };
  const outdated = { state: 'outdated', what: 'Its source has changed.', fields: [text] } as const;
  const link = 'javascript:alert(1)';
  const things = [
    thing('pricing', [createCell('es', [missing]), createCell('pt', [outdated], { editUrl: link })]),
    thing('about', [createCell('es', [outdated]), createCell('pt', [missing], { path: '/pt/about/' })]),
    thing('events', [createCell('es', []), createCell('pt', [], { reason: 'Only in English' })]),
  ];
  const html = renderHtml(createTranslationReport(things, about, []), 'http://127.0.0.1:4400');
  expect(await findMarkupFaults(html)).toEqual([]);
  expect(html).not.toContain('<b>');
  expect(html).not.toContain(link);
  expect(html).toContain('href="http://127.0.0.1:4400/pt/about/"');
  const file = join(makeFolder(), 'translations.html');
  writeFileSync(file, html);
  const browser = await openBrowser();
  onTestFinished(() => browser.close());
  const { page, messages } = await visit(browser, pathToFileURL(file).href);
  const shown = () => page.locator('.thing:visible h3').allTextContents();
  expect(await shown()).toEqual(['pricing', 'about', 'events']);
  await page.getByRole('searchbox').fill('pricing');
  expect(await shown()).toEqual(['pricing']);
  await page.getByRole('searchbox').fill('');
  await page.getByLabel('locale', { exact: true }).selectOption('pt');
  await page.getByLabel('state', { exact: true }).selectOption('missing');
  expect(await shown()).toEqual(['about']);
  await page.locator('summary:visible').click();
  expect(await page.locator('.place:visible').allTextContents()).toEqual([
    expect.stringContaining('It does not exist.'),
  ]);
  expect(messages).toEqual([]);
});

it('lists what is scheduled, and one line for locales with the same to do', () => {
  const missing = { state: 'missing', what: 'It does not exist.', fields: [] } as const;
  const scheduled = { state: 'scheduled', what: 'It is hidden until then.', fields: [] } as const;
  const things = [
    thing('pricing', [createCell('es', [missing]), createCell('pt', [missing])]),
    thing('about', [createCell('es', []), createCell('pt', [scheduled])]),
  ];
  const text = renderText(createTranslationReport(things, about, []));
  expect(text).toContain('  es, pt: missing. It does not exist.\n');
  expect(text).toMatch(/^pages\/about +ok +scheduled\n {2}pt: scheduled\. It is hidden until then\.$/m);
});
