// Every state is planted in the sample, and the list gets exactly the planted rows more.

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadContent } from '../../cli/content/load-content.ts';
import { type SampleService, startSampleService } from '../../cli/content/sample-service.ts';
import type { ContentSnapshot } from '../../cli/content/snapshot/content-snapshot.ts';
import { closeDatabase, openInMemory } from '../../cli/database/open-database.ts';
import { openTranslations } from '../../cli/translations/find-translations.ts';
import type { Thing } from '../../cli/translations/things.ts';
import site from '../../site.config.ts';

const SAMPLE = resolve(import.meta.dirname, '../../content/sample');
const folder = mkdtempSync(join(tmpdir(), 'translations-'));
const database = openInMemory();
let service: SampleService;

beforeAll(async () => {
  cpSync(SAMPLE, join(folder, 'sample'), { recursive: true });
  service = await startSampleService({ contentDir: join(folder, 'sample') });
});
afterAll(async () => {
  await service.stop();
  closeDatabase(database);
  rmSync(folder, { recursive: true, force: true });
});

function read(): Promise<ContentSnapshot> {
  const place = { service: { url: service.url, isSample: true, token: null }, cacheDir: folder, database };
  const options = { ...place, snapshotFile: null, clock: null, onFetchError: 'fail', codeKey: 'test' } as const;
  return loadContent(site, { ...options, allowShrink: true, report: () => {} });
}

function edit(file: string, change: (text: string) => string): void {
  const path = join(folder, 'sample', file);
  const text = readFileSync(path, 'utf8');
  const changed = change(text);
  expect(changed, file).not.toBe(text);
  writeFileSync(path, changed);
}

/** `pages/pricing es outdated subtitle` for each open finding and field. */
const rowsOf = (things: Iterable<Thing>): readonly string[] =>
  [...things].flatMap(({ key, cells }) =>
    cells.flatMap(({ locale, findings }) =>
      findings.flatMap(({ state, fields }) =>
        (fields.length === 0 ? [''] : fields.map(({ field }) => field)).map((field) =>
          `${key} ${locale} ${state} ${field}`.trim(),
        ),
      ),
    ),
  );

it('finds what is planted, and nothing else', async () => {
  const before = new Set(rowsOf(openTranslations(await read(), site).things()));
  edit('pages/en/pricing.md', (text) =>
    text.replace(/^updated_at: .*$/m, 'updated_at: 2026-11-20T09:00:00Z').replace(/^subtitle: .*$/m, 'subtitle: New'),
  );
  service.reload(null);
  const content = await read();
  const translations = openTranslations(content, site);
  const after = rowsOf(translations.things()).filter((row) => !before.has(row));
  expect(after).toEqual(['es', 'pt', 'ua', 'kz'].map((locale) => `pages/pricing ${locale} outdated subtitle`));
  const pricing = content.collections
    .find(({ collection, site: own }) => collection === 'pages' && own === 'es')
    ?.rows.find(({ slug }) => slug === 'pricing');
  expect(pricing && translations.find(pricing)?.cells.map(({ locale, state }) => `${locale} ${state}`)).toEqual([
    'en present',
    'es outdated',
    'pt outdated',
    'ua outdated',
    'kz outdated',
  ]);
});
