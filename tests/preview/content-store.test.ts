import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadContent } from '../../cli/content/load-content.ts';
import { markBuilt } from '../../cli/content/snapshot/versions.ts';
import { openContentStore } from '../../cli/preview/site/content-store.ts';
import { createPreviewContent } from '../../cli/preview/site/preview-snapshot.ts';
import { defineSite } from '../../config/define-site.ts';
import { databaseOf } from '../content/stored-versions.ts';
import { serviceWith, startEmptyService } from '../service/content-service.ts';
import { dateOf } from '../service/stored-content.ts';

const SITE = defineSite({
  brand: { name: 'Murmurlens', legalName: 'Murmurlens Analytics Ltd.' },
  locales: ['en'],
  content: { retryBaseMs: 1, retryCapMs: 2, retries: 1 },
});
const CLOCK = '2026-01-31T09:00:00Z';
/** So many that a build keeps their rows elsewhere. */
const ENTRIES = 4500;

describe('openContentStore', () => {
  it('takes the published content of a service that does not answer, however large, to show', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sitegen-store-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const slugs = Array.from({ length: ENTRIES }, (_, index) => `a${1000 + index}`);
    const articles = slugs.map((slug) => ({
      id: `id-${slug}`,
      slug,
      title: slug,
      date: '2026-03-01T00:00:00.000000Z',
      status: 'scheduled',
    }));
    const service = await serviceWith({ blog_articles: { en: articles } });
    onTestFinished(() => service.stop());
    const place = { service: { url: service.url, isSample: false, token: null }, cacheDir: join(folder, 'cache') };
    const report = () => {};
    const database = databaseOf(place.cacheDir);
    const options = { ...place, database, snapshotFile: null, clock: CLOCK, onFetchError: 'fail', report } as const;
    const { version } = await loadContent(SITE, options);
    markBuilt(database, { ...place, outDir: join(folder, 'out') }, version);

    service.override('collections/blog_articles', { status: 500 });
    const store = await openContentStore(
      {
        ...place,
        site: SITE,
        withDrafts: false,
        schemaKey: 'schemas',
        report,
        signal: new AbortController().signal,
      },
      null,
    );
    onTestFinished(() => store.close());
    await store.read();
    const shown = { records: store.records, clock: CLOCK, service: place.service, drafts: false, future: true };
    const { snapshot } = createPreviewContent(store.content(), shown);
    const rows = snapshot.collections.find(({ source }) => source === 'stale')?.rows;
    expect(rows?.map(({ slug, status }) => `${slug} ${status}`)).toEqual(slugs.map((slug) => `${slug} published`));
  });

  it('reads again what links to an entry that moved, is gone or back, also where its own list alone was asked first', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sitegen-links-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const service = await startEmptyService();
    onTestFinished(() => service.stop());
    const entry = { site: 'en', order: 1, date: dateOf(1), isPublished: true, originId: null };
    const article = { ...entry, id: 'a', collection: 'blog_articles', slug: 'first', fields: { title: 'First' } };
    service.save(article);
    service.save({ ...article, id: 'b', slug: 'other' });
    const fields = { title: 'Main', cta_link: 'url::a' };
    service.save({ ...entry, id: 'p', collection: 'pages', slug: 'main', fields });
    const store = await openContentStore(
      {
        service: { url: service.url, isSample: false, token: null },
        cacheDir: join(folder, 'cache'),
        site: SITE,
        withDrafts: false,
        schemaKey: 'schemas',
        report: () => {},
        signal: new AbortController().signal,
      },
      null,
    );
    onTestFinished(() => store.close());
    await store.read();
    const link = () => {
      const pages = store.content().get('pages en');
      const [row] = pages?.kind === 'collection' ? pages.indexed.rows : [];
      return JSON.stringify(store.records.readRaw(row?.digest ?? '')).match(/"cta_link":"([^"]*)"/)?.[1];
    };
    const own = store.targets.filter((target) => target.kind === 'collection' && target.collection === 'blog_articles');
    const linkAfter = async (change: () => void) => {
      service.clock += 60;
      change();
      await store.readChanged(own, own);
      await store.readChanged(store.targets, store.targets);
      return link();
    };
    expect(link()).toBe('/blog_articles/first');
    expect(await linkAfter(() => service.save({ ...article, slug: 'moved' }))).toBe('/blog_articles/moved');
    expect(await linkAfter(() => service.entries.delete('a'))).toBe('');
    const isWholeList = (path: string) =>
      path.includes('collections/pages/entries?') && !path.includes('fields=id,locale,last_modified');
    expect(service.asked.filter(isWholeList)).toHaveLength(1);
    expect(await linkAfter(() => service.save({ ...article, slug: 'second' }))).toBe('/blog_articles/second');
  });

  it('starts with the rows of the last preview, and makes them again with other schemas', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sitegen-last-content-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const service = await serviceWith({ blog_articles: { en: [{ id: 'a', slug: 'a', title: 'First' }] } });
    onTestFinished(() => service.stop());
    const open = (schemaKey: string) =>
      openContentStore(
        {
          service: { url: service.url, isSample: false, token: null },
          cacheDir: join(folder, 'cache'),
          site: SITE,
          withDrafts: false,
          schemaKey,
          report: () => {},
          signal: new AbortController().signal,
        },
        null,
      );
    const first = await open('schemas');
    await first.read();
    await first.close();

    const load = async (schemaKey: string) => {
      const store = await open(schemaKey);
      onTestFinished(() => store.close());
      if (!(await store.loadLast())) return null;
      const lists = [...store.content().values()].filter((read) => read.kind === 'collection');
      return lists.flatMap(({ indexed }) => indexed.rows).map(({ title }) => title);
    };
    expect(await load('others')).toEqual(['First']);
    // A row that nobody could parse out of the entry shows where it comes from.
    const database = databaseOf(join(folder, 'cache'));
    database.exec(`UPDATE record SET parsed_json = replace(parsed_json, '"First"', '"Known"')`);
    expect(await load('others')).toEqual(['Known']);
    expect(await load('schemas')).toEqual(['First']);
  });
});
