import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadContent } from '../../cli/content/load-content.ts';
import { markBuilt } from '../../cli/content/snapshot/versions.ts';
import { toDigest } from '../../cli/files/brands.ts';
import { ContentStore } from '../../cli/preview/site/content-store.ts';
import { createPreviewContent } from '../../cli/preview/site/preview-snapshot.ts';
import { defineSite } from '../../config/define-site.ts';
import { retitleIndexed } from '../content/retitle-indexed.ts';
import { databaseOf } from '../content/stored-versions.ts';
import { serviceWith, startEmptyService } from '../service/content-service.ts';
import { dateOf } from '../service/stored-content.ts';

const SITE = defineSite({
  brand: { name: 'Murmurlens', legalName: 'Murmurlens Analytics Ltd.' },
  locales: ['en'],
  content: { retryBaseMs: 1, retryCapMs: 2, retries: 1 },
});
const CLOCK = '2026-01-31T09:00:00Z';
const ENTRIES = 30;

/** A store of a service; closed at the end of the test. */
function open(service: { readonly url: string }, cacheDir: string, schemaKey = 'schemas'): ContentStore {
  const store = new ContentStore({
    service: { url: service.url, isSample: false, token: null },
    cacheDir,
    site: SITE,
    withDrafts: false,
    schemaKey,
    report: () => {},
    signal: new AbortController().signal,
  });
  onTestFinished(() => store.close());
  return store;
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sitegen-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

describe('ContentStore', () => {
  it('takes the published content of a service that does not answer to show', async () => {
    const folder = makeFolder();
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
    const store = open(service, place.cacheDir);
    await store.read();
    const { snapshot } = createPreviewContent(
      store.content,
      { clock: CLOCK, withDrafts: false, withFuture: true },
      { records: store.records, clock: CLOCK, service: place.service, files: null, filesDir: '' },
    );
    const rows = snapshot.collections.find(({ source }) => source === 'stale')?.rows;
    expect(rows?.map(({ slug, status }) => `${slug} ${status}`)).toEqual(slugs.map((slug) => `${slug} published`));
  });

  it('reads again what links to an entry that moved, is gone or back, also where its own list alone was asked first', async () => {
    const folder = makeFolder();
    const service = await startEmptyService();
    onTestFinished(() => service.stop());
    const entry = { site: 'en', order: 1, date: dateOf(1), isPublished: true, originId: null };
    const article = { ...entry, id: 'a', collection: 'blog_articles', slug: 'first', fields: { title: 'First' } };
    service.save(article);
    service.save({ ...article, id: 'b', slug: 'other' });
    const fields = { title: 'Main', cta_link: 'url::a' };
    service.save({ ...entry, id: 'p', collection: 'pages', slug: 'main', fields });
    const store = open(service, join(folder, 'cache'));
    await store.read();
    const link = () => {
      const pages = store.content.get('pages en');
      const [row] = pages?.kind === 'collection' ? pages.rows : [];
      return JSON.stringify(store.records.readRaw(row?.digest ?? toDigest(''))).match(/"cta_link":"([^"]*)"/)?.[1];
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

  it('sees a second save in the second of the last reading, without reading everything', async () => {
    const service = await startEmptyService();
    onTestFinished(() => service.stop());
    const place = { collection: 'blog_articles', site: 'en', order: 1, date: dateOf(1), isPublished: true } as const;
    const save = (title: string) =>
      service.save({ ...place, id: 'a', originId: null, slug: 'first', fields: { title } });
    save('Before');
    const store = open(service, join(makeFolder(), 'cache'));
    await store.read();
    service.clock += 60;
    save('Saved');
    expect(await store.readChanged(store.targets, store.targets)).toBe(true);
    save('Saved again');
    service.requests.length = 0;
    expect(await store.readChanged(store.targets, store.targets)).toBe(true);
    const articles = store.content.get('blog_articles en');
    expect(articles?.kind === 'collection' && articles.rows.map(({ title }) => title)).toEqual(['Saved again']);
    expect(service.asked.filter((path) => path.includes('blog_articles') && !path.includes('fields='))).toEqual([
      expect.stringContaining('/entries/a'),
    ]);
  });

  it('starts with the rows of the last preview, and makes them again with other schemas', async () => {
    const service = await serviceWith({ blog_articles: { en: [{ id: 'a', slug: 'a', title: 'First' }] } });
    onTestFinished(() => service.stop());
    const cacheDir = join(makeFolder(), 'cache');
    const first = open(service, cacheDir);
    await first.read();
    const load = (schemaKey: string) => {
      const store = open(service, cacheDir, schemaKey);
      if (!store.loadLast()) return null;
      const lists = [...store.content.values()].filter((read) => read.kind === 'collection');
      return lists.flatMap(({ rows }) => rows).map(({ title }) => title);
    };
    expect(load('others')).toEqual(['First']);
    // A row that nobody could parse out of the entry shows where it comes from.
    const database = databaseOf(cacheDir);
    retitleIndexed(database, 'First', 'Known');
    expect(load('others')).toEqual(['Known']);
    expect(load('schemas')).toEqual(['First']);
  });
});
