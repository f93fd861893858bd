// An open site and its service, without the process of a preview: what it asks when, and what it shows.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { toSitePath } from '../../cli/files/brands.ts';
import { listLanguages } from '../../cli/preview/site/page-languages.ts';
import { openSite, type SiteOptions } from '../../cli/preview/site/site.ts';
import { waitAfterPoll } from '../../cli/preview/start-preview.ts';
import { REDIRECT_CACHE_MS } from '../../config/constants.ts';
import { LOCALES } from '../../config/locales.ts';
import { COLLECTION_HANDLES, GLOBAL_NAMES } from '../../content/handles.ts';
import { type ContentService, serviceWith, startEmptyService } from '../service/content-service.ts';
import { dateOf } from '../service/stored-content.ts';
import { article, pagesOf, smallContent } from '../site/small-content.ts';

const FILE = toSitePath('/assets/file');
const FILES = {
  stylesheet: FILE,
  script: FILE,
  fontByScript: { Latn: FILE, Cyrl: FILE },
  icons: { svg: FILE, png: FILE, touch: FILE, small: FILE, large: FILE },
};

/** Opens the site of a service; both end with the test. */
async function open(service: ContentService, options: Partial<SiteOptions> = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'sitegen-site-'));
  const site = await openSite(
    {
      flags: { contentUrl: service.url, needsContent: false },
      environment: {},
      sampleUrl: null,
      schemaKey: 'schemas',
      ...{ cacheDir: dir, withIntegrations: false },
      ...{ clock: null, withDrafts: false, withFuture: false, signal: new AbortController().signal },
      report: () => {},
      ...options,
    },
    null,
  );
  onTestFinished(async () => {
    await site.input.store.close();
    await service.stop();
    rmSync(dir, { recursive: true });
  });
  return site;
}

it('keeps redirect rules for an hour, reads them again, and goes without while they cannot be read', async () => {
  const redirect = { id: 'r', from: '/old/', to: 'https://elsewhere.example/', type: { key: 301 } };
  const service = await serviceWith({ redirects: { en: [redirect] } });
  const lines: string[] = [];
  const site = await open(service, {
    report: (event) => event.kind === 'log' && lines.push(`${event.level} ${event.text}`),
  });
  onTestFinished(() => void vi.restoreAllMocks());
  let now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  /** How many rules there are, null for none to use, and whether the service was asked for them. */
  const find = async () => {
    service.requests.length = 0;
    const rules = await site.findRules();
    return [rules?.exact.length ?? null, service.asked.some((path) => path.includes('collections/redirects'))];
  };
  expect(await find()).toEqual([1, false]);
  now += REDIRECT_CACHE_MS + 1;
  expect(await find()).toEqual([1, true]);
  expect(await find()).toEqual([1, false]);
  now += REDIRECT_CACHE_MS + 1;
  service.override('collections/redirects', { status: 403 });
  expect(await find()).toEqual([null, true]);
  expect(await find()).toEqual([null, false]);
  const text = /^(\w+) Error in redirects middleware: .+ Pages are shown without redirects\.$/;
  expect(lines.flatMap((line) => text.exec(line)?.[1] ?? [])).toEqual(['warning', 'verbose']);
  service.reset();
  await site.read(null);
  expect(await find()).toEqual([1, false]);
});

it('shows scheduled entries as of a moment, and drafts never then', async () => {
  const en = [
    article('tomorrow', { date: '2099-01-01T00:00:00.000000Z', status: 'scheduled', private: true }),
    article('draft', { published: false, status: 'draft' }),
  ];
  const service = await serviceWith({ ...smallContent(), blog_articles: { en } });
  const site = await open(service, { clock: '2099-01-02T00:00:00.000Z' });
  const request = { pathname: '', search: '', token: null, files: {} as never, templates: {} as never };
  const { routeByPath } = await site.viewFor(toSitePath('/'), request);
  expect(['tomorrow', 'draft'].map((slug) => routeByPath.has(`/blog/${slug}/`))).toEqual([true, false]);
});

it('knows the state of a page in all locales, and which fields of its source changed', async () => {
  const service = await startEmptyService();
  const save = (site: string, slug: string, title: string) => {
    const id = `${slug}-${site}`;
    const place = { collection: 'pages', site, slug, order: 1, date: null, isPublished: true } as const;
    service.save({ ...place, id, originId: site === 'en' ? null : `${slug}-en`, fields: { title } });
    service.clock += 60;
  };
  for (const site of ['en', 'es', 'ua']) save(site, 'main', `Main ${site}`);
  save('en', 'about', 'About us');
  save('es', 'about', 'Sobre nosotros');
  const site = await open(service);
  save('en', 'about', 'All about us');
  await site.poll();
  const request = { pathname: '', search: '', token: null, files: FILES, templates: {} as never };
  const view = await site.viewFor(toSitePath('/'), request);
  const route = view.routeByPath.get('/es/about/');
  if (route === undefined) throw new Error('The site has no such page.');
  const languages = await listLanguages(view, await view.pagesWith(FILES), route);
  const stateIn = (locale: string) => languages.find((each) => each.locale === locale);
  expect(stateIn('en')).toMatchObject({ state: 'Present', href: '/about/', hasPage: true });
  expect(stateIn('ua')).toMatchObject({ state: 'Missing', href: '/ua/', hasPage: false });
  expect(stateIn('es')).toMatchObject({
    isCurrent: true,
    state: 'Older than its source',
    findings: [{ fields: [{ label: 'Title', before: 'About us', after: 'All about us' }] }],
  });
});

describe('a service that answers like Statamic', () => {
  /** So many that they come on several pages. */
  const ARTICLES = 120;

  function saveArticle(service: ContentService, index: number, title: string): void {
    service.save({
      id: `article-${index}`,
      collection: 'blog_articles',
      site: 'en',
      slug: `article-${index}`,
      order: null,
      date: dateOf(index),
      isPublished: true,
      originId: null,
      fields: { title, content: '<p>Body.</p>' },
    });
    // What was saved in the second of a reading is read again by the next one.
    service.clock += 60;
  }

  const listAsked = (service: ContentService) => service.asked.filter((path) => path.startsWith('/api/'));
  const isLook = (path: string) => path.includes('fields=id,locale,last_modified');

  it('is asked one light question a collection, for what was saved, and for globals in every third poll', async () => {
    const service = await startEmptyService();
    for (const [order, page] of pagesOf('en').entries()) {
      const { slug, title } = { slug: String(page.slug), title: String(page.title) };
      const place = { collection: 'pages', site: 'en', slug, order, date: null, isPublished: true, originId: null };
      service.save({ id: `page-${slug}`, ...place, fields: { title } });
    }
    for (let index = 0; index < ARTICLES; index += 1) saveArticle(service, index, `Article ${index}`);
    const site = await open(service);
    const titleOf = (id: string) => {
      const list = site.input.store.content.get('blog_articles en');
      return list?.kind === 'collection' ? list.rows.find((row) => row.id === id)?.title : null;
    };
    await site.poll();

    service.requests.length = 0;
    saveArticle(service, 7, 'Saved a moment ago');
    expect([(await site.poll()).isChanged, titleOf('article-7')]).toEqual([true, 'Saved a moment ago']);
    const bodies = listAsked(service).filter((path) => !isLook(path));
    expect(bodies.map((path) => path.replace(/\?.*/, ''))).toEqual([
      '/api/collections/blog_articles/entries/article-7',
    ]);

    service.requests.length = 0;
    const polls = [await site.poll(), await site.poll(), await site.poll()];
    expect(polls.map(({ isChanged }) => isChanged)).toEqual([false, false, false]);
    const globals = listAsked(service).filter((path) => path.includes('/globals/')).length;
    expect(globals).toBe(GLOBAL_NAMES.length * LOCALES.length);
    expect(listAsked(service).length - globals).toBeLessThanOrEqual(3 * COLLECTION_HANDLES.length);

    // As a webhook that names an entry.
    service.requests.length = 0;
    saveArticle(service, 3, 'Told by a webhook');
    const isChanged = await site.read([{ collection: 'blog_articles', site: 'en', id: 'article-3' }]);
    expect([isChanged, titleOf('article-3'), listAsked(service).length]).toEqual([true, 'Told by a webhook', 2]);
  });

  it('has room for live previews where it allows 60 requests a minute', () => {
    const most = COLLECTION_HANDLES.length + 10;
    expect((60_000 / waitAfterPoll(null, most)) * most).toBeLessThanOrEqual(40);
    expect([waitAfterPoll(null, 0), waitAfterPoll(200, most)]).toEqual([5000, 200]);
  });
});
