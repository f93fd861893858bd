// Every state is planted in the sample, and the list gets exactly the planted rows more. Without them, it has only what is true.

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SampleService, startSampleService } from '../../cli/content/sample-service.ts';
import { closeDatabase, createDatabase } from '../../cli/database/open-database.ts';
import { decide, readDecisions } from '../../cli/translations/decisions.ts';
import { openTranslations, type TranslatedContent } from '../../cli/translations/find-translations.ts';
import { loadNewest, readWithDrafts } from '../../cli/translations/read-content.ts';
import type { Thing } from '../../cli/translations/things.ts';
import site from '../../site.config.ts';

const PROJECT = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'translations-'));
const database = createDatabase(':memory:');
let service: SampleService;

beforeAll(async () => {
  cpSync(join(PROJECT, 'content/sample'), join(folder, 'sample'), { recursive: true });
  service = await startSampleService({ contentDir: join(folder, 'sample') });
});
afterAll(async () => {
  await service.stop();
  closeDatabase(database);
  rmSync(folder, { recursive: true, force: true });
});

/** Reads the service with its drafts. */
async function read(): Promise<TranslatedContent> {
  service.reload(null);
  const place = { service: { url: service.url, isSample: true, token: null }, cacheDir: folder, database };
  await readWithDrafts(site, { ...place, onFetchError: 'fail', report: () => {} });
  const newest = loadNewest(database, site);
  if (newest === null) throw new Error('Nothing was read.');
  return newest.content;
}

function edit(file: string, ...changes: readonly (readonly [from: RegExp | string, to: string])[]): void {
  const path = join(folder, 'sample', file);
  const text = changes.reduce(
    (before, [from, to]) => {
      const after = before.replace(from, to);
      expect(after, `${file} ${from}`).not.toBe(before);
      return after;
    },
    readFileSync(path, 'utf8'),
  );
  writeFileSync(path, text);
}

/** An entry of a list of the sample. */
const entry = (slug: string) => new RegExp(`^- slug: ${slug}\\n(?: .*\\n)+`, 'm');

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

const WEBINAR_START = /^webinar_date: .*$/m;
const startOf = (file: string) => WEBINAR_START.exec(readFileSync(join(PROJECT, 'content/sample', file), 'utf8'))?.[0];

it('finds what is planted, and nothing else', async () => {
  // So that they are the same at first.
  edit('webinars/ua/reading-pictures.md', [WEBINAR_START, startOf('webinars/en/reading-pictures.md') ?? '']);
  edit('team/en.yaml', ['doing his job.', 'doing his job. A day of his is 40 €.']);
  edit('team/es.yaml', ['que nadie recuerda.', 'que nadie recuerda. Un día suyo son 40 €.']);
  const unplanted = await read();
  const decisions = readDecisions(join(PROJECT, 'translations.yaml'));
  const decided = (thing: Thing): Thing => ({
    ...thing,
    cells: thing.cells.map((cell) => decide(thing.key, cell, decisions)),
  });
  const found = [...openTranslations(unplanted, site).things()];
  const own = rowsOf(found.map(decided));
  expect(own.filter((row) => !/^blog_articles\/\S+ \w+ (?:draft|scheduled)$/.test(row))).toEqual([]);
  expect(own).toHaveLength(10);
  const before = new Set(rowsOf(found));

  edit(
    'pages/en/pricing.md',
    [/^updated_at: .*$/m, 'updated_at: 2026-11-20T09:00:00Z'],
    [/^subtitle: .*$/m, 'subtitle: New'],
  );
  // Saved again without a change.
  edit('pages/en/about.md', [/^updated_at: .*$/m, 'updated_at: 2026-11-20T09:00:00Z']);
  edit('team/pt.yaml', [entry('luca-ferri'), '']);
  edit('speakers/es.yaml', ['- slug: nora-whitfield\n', '- slug: nora-whitfield\n  published: false\n']);
  edit('blog_articles/ua/tagging-rules-that-survive.md', [/^date: .*$/m, 'date: 2099-03-01']);
  edit('team/kz.yaml', [
    /(?<=slug: jonas-weber\n(?: .*\n)*? {2}bio: ).*/,
    'Keeps 31 million posts a day in order, and nobody notices.',
  ]);
  edit('faq/ua.yaml', [
    'Ні. Лише місце, де знайдено логотип, і посилання на публічний допис.',
    'Нет. Мы храним только ссылку на публикацию и место, где найден логотип.',
  ]);
  edit('speakers/pt.yaml', [
    /(?<=slug: daniel-okafor\n(?: .*\n)*? {2}position: ).*/,
    'Lead engineer for the recognition of pictures',
  ]);
  edit('speakers/en.yaml', [
    /(?<=slug: daniel-okafor\n(?: .*\n)*? {2}position: ).*/,
    'Lead engineer for the recognition of pictures',
  ]);
  edit('blog_articles/es/informe-de-una-pagina.md', [
    /$/,
    '<p>An editor pasted this paragraph from the English article, and then forgot to translate it into Spanish.</p>\n',
  ]);
  edit('team/es.yaml', ['Un día suyo son 40 €', 'Un día suyo son 45 €']);
  edit('webinars/ua/reading-pictures.md', [WEBINAR_START, startOf('webinars/ua/reading-pictures.md') ?? '']);
  edit('globals/price_page_banner/es.yaml', ['link: /es/demo/', 'link: /demo/']);
  edit('team/pt.yaml', ['/assets/people/portrait-8.svg', '/assets/people/portrait-9.svg']);
  edit('pages/es/pricing.md', ['value: 490 €', 'value: 495 €']);
  edit('clients/pt.yaml', [/ {4}- "13 abr: .*\n/, '']);
  const content = await read();
  const translations = openTranslations(content, site);
  const planted = [...translations.things()];
  const after = rowsOf(planted).filter((row) => !before.has(row));
  const everywhere = ['es', 'pt', 'ua', 'kz'];
  expect(after.toSorted()).toEqual(
    [
      ...everywhere.map((locale) => `pages/pricing ${locale} outdated subtitle`),
      'team/luca-ferri pt missing',
      'speakers/nora-whitfield es draft',
      'blog_articles/tagging-rules-that-survive ua scheduled',
      'team/jonas-weber kz untranslated bio',
      'faq/pictures ua untranslated answer',
      'blog_articles/informe-de-una-pagina es untranslated content.0.text',
      'speakers/daniel-okafor pt untranslated position',
      'team/jonas-weber es different bio',
      'webinars/reading-pictures ua different webinar_date',
      'globals/price_page_banner es different link',
      'team/jonas-weber pt different photo',
      'clients/kestrel pt different posts',
      'pages/pricing es different sections.0.items.0.value',
    ].toSorted(),
  );
  // What is accepted for all pages is not a wrong price.
  const stillOpen = rowsOf(planted.map(decided));
  expect(stillOpen.filter((row) => /^pages\/.* different /.test(row))).toEqual([
    'pages/pricing es different sections.0.items.0.value',
  ]);
  const hidden = content.collections.map((list) => ({
    ...list,
    rows: list.rows.map((row) => (row.slug === 'farrow' && row.site === 'es' ? { ...row, status: 'expired' } : row)),
  }));
  const farrow = hidden.flatMap(({ rows }) => rows).find(({ status }) => status === 'expired');
  expect(farrow && openTranslations({ ...content, collections: hidden }, site).find(farrow)?.cells).toMatchObject([
    { locale: 'en', state: 'present' },
    { locale: 'es', state: 'expired' },
    { locale: 'pt', state: 'present' },
    { locale: 'ua', state: 'missing' },
    { locale: 'kz', state: 'missing' },
  ]);
  const pricing = content.collections
    .flatMap(({ rows }) => rows)
    .find(({ site: of, slug }) => of === 'es' && slug === 'pricing');
  if (pricing === undefined) throw new Error('There is no page.');
  const cells = translations.find(pricing)?.cells ?? [];
  expect(cells.map(({ locale, state }) => `${locale} ${state}`)).toEqual([
    'en present',
    ...everywhere.map((locale) => `${locale} outdated`),
  ]);
  const outdated = cells[1]?.findings.find(({ state }) => state === 'outdated');
  expect(outdated?.fields).toMatchObject([
    { field: 'subtitle', label: 'Subtitle', before: expect.stringMatching(/./), after: 'New' },
  ]);
});
