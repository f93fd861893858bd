import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ContentOptions, loadContent } from '../../cli/content/load-content.ts';
import { startSampleService } from '../../cli/content/sample-service.ts';
import type { ContentSnapshot } from '../../cli/content/snapshot/content-snapshot.ts';
import { writeSnapshotFile } from '../../cli/content/snapshot/snapshot-file.ts';
import { markBuilt, pruneVersions } from '../../cli/content/snapshot/versions.ts';
import { closeDatabase, openDatabase } from '../../cli/database/open-database.ts';
import { SiteError } from '../../cli/errors.ts';
import { toDigest } from '../../cli/files/brands.ts';
import type { ReportEvent } from '../../cli/report/report-event.ts';
import { defineSite, type SiteOptions } from '../../config/define-site.ts';
import { COLLECTION_HANDLES } from '../../content/handles.ts';
import { type ContentService, serviceWith, unusedPort } from '../service/content-service.ts';
import type { SiteContent } from '../service/stored-content.ts';
import { retitleIndexed } from './retitle-indexed.ts';

let cacheDir = '';
let database = new DatabaseSync(':memory:');
const running: ContentService[] = [];
beforeEach(async () => {
  cacheDir = await mkdtemp(join(tmpdir(), 'content-'));
  database = openDatabase(cacheDir);
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((service) => service.stop()));
  closeDatabase(database);
  await rm(cacheDir, { recursive: true });
});

const articles = (length: number) =>
  Array.from({ length }, (_, index) => ({
    slug: `article-${index}`,
    title: `Article ${index}`,
    date: '2024-01-10T00:00:00.000000Z',
  }));
const CONTENT: SiteContent = {
  blog_articles: {
    en: articles(12),
    ua: [{ slug: 'огляд', title: 'Огляд', category: [{ id: 'category::pr', slug: 'pr', title: 'PR' }] }],
  },
  pages: {
    en: [{ slug: 'main', title: 'Home', hero_slug: 'article-1' }],
    ua: [{ slug: 'main', title: 'Головна', blueprint: { handle: 'page_constructor' } }],
  },
  redirects: { en: [{ slug: null, title: null, from: '/old/', to: '/blog/', type: { key: 302 } }] },
};
/** Three pages of the API. */
const LONG_LIST: SiteContent = { ...CONTENT, blog_articles: { ...CONTENT.blog_articles, en: articles(230) } };
const GLOBALS = { top_banner: { en: { enabled: true, height: 60 } } };

async function startService(content: SiteContent = CONTENT): Promise<ContentService> {
  const service = await serviceWith(content, GLOBALS);
  running.push(service);
  return service;
}

const siteWith = (content: SiteOptions['content'] = {}, build: SiteOptions['build'] = {}) =>
  defineSite({
    brand: { name: 'Murmurlens', legalName: 'Murmurlens Analytics Ltd.' },
    locales: ['en', 'ua'],
    content: { retryBaseMs: 1, retryCapMs: 2, retries: 1, ...content },
    build,
  });

const optionsFor = (url: string, options: Partial<ContentOptions> = {}): ContentOptions => ({
  service: { url, isSample: false, token: null },
  database,
  cacheDir,
  snapshotFile: null,
  clock: '2026-01-31T09:00:00Z',
  onFetchError: 'fail',
  report: () => {},
  ...options,
});

/** What a build does once the out folder shows its content. */
function publish({ version }: ContentSnapshot, snapshotsKept = 5): void {
  markBuilt(database, { outDir: join(cacheDir, '../out'), cacheDir }, version);
  pruneVersions(database, cacheDir, snapshotsKept);
}

/** The numbers of all versions. */
const versions = () =>
  database
    .prepare('SELECT id FROM version ORDER BY id')
    .all()
    .map(({ id }) => id);
const count = (table: string) => Number(database.prepare(`SELECT count(*) AS rows FROM ${table}`).get()?.rows);
/** Everything as if it had been read two hours ago. */
const age = () => database.exec("UPDATE version SET read_at = '2026-01-01'; UPDATE record SET seen_at = '2026-01-01'");
/** What a snapshot says, without where. */
const contentOf = ({ version: _, records: __, ...content }: ContentSnapshot) => content;

async function refusal(loading: Promise<ContentSnapshot>): Promise<SiteError> {
  const error = await loading.then(
    () => null,
    (cause: unknown) => cause,
  );
  if (error instanceof SiteError) return error;
  throw new Error('Loading was not refused with a SiteError.', { cause: error });
}

const rowsOf = (snapshot: ContentSnapshot, collection: string, site: string) =>
  snapshot.collections.find((candidate) => candidate.collection === collection && candidate.site === site)?.rows ?? [];

describe('loadContent', () => {
  it('reads every collection and global of every site into a snapshot', async () => {
    const service = await startService(LONG_LIST);
    const snapshot = await loadContent(siteWith(), optionsFor(service.url));
    expect(snapshot.collections).toHaveLength(2 * COLLECTION_HANDLES.length);
    expect(rowsOf(snapshot, 'blog_articles', 'en')).toHaveLength(230);
    expect(rowsOf(snapshot, 'blog_articles', 'ua')).toMatchObject([
      {
        slug: 'огляд',
        title: 'Огляд',
        status: 'published',
        isPrivate: false,
        categories: [{ id: 'category::pr' }],
      },
    ]);
    expect(rowsOf(snapshot, 'pages', 'en')).toMatchObject([{ heroSlug: 'article-1', isConstructorPage: false }]);
    expect(rowsOf(snapshot, 'pages', 'ua')).toMatchObject([{ isConstructorPage: true }]);
    expect(rowsOf(snapshot, 'redirects', 'en')).toMatchObject([{ slug: '', title: '/old/' }]);
    expect(snapshot.globals.find(({ name, site }) => name === 'top_banner' && site === 'en')?.value).toMatchObject({
      enabled: true,
      height: 60,
    });
    expect(snapshot).toMatchObject({
      clock: '2026-01-31T09:00:00.000Z',
      service: { url: service.url, isSample: false },
    });
  });

  it('takes a global that answers 404 for unset, with a notice', async () => {
    const service = await startService();
    const snapshot = await loadContent(siteWith(), optionsFor(service.url));
    expect(snapshot.globals.find(({ name, site }) => name === 'top_banner' && site === 'ua')?.value).toBeNull();
    expect(snapshot.problems).toHaveLength(5);
    expect(snapshot.problems[0]).toEqual({
      code: 'GLOBAL_UNSET',
      severity: 'notice',
      where: { collection: 'globals', entry: 'price_page_banner', site: 'en' },
      what: 'The global "price_page_banner" is not set in the site "en", which does without it.',
      fix: 'To show what it holds, save the global in that site.',
    });
  });

  it('tells how far it is after each page', async () => {
    const service = await startService(LONG_LIST);
    const events: ReportEvent[] = [];
    await loadContent(siteWith(), optionsFor(service.url, { report: (event) => events.push(event) }));
    const progress = events.filter((event) => event.kind === 'progress' && event.stage === 'content');
    expect(progress).toHaveLength(34);
    expect(progress.at(-1)).toEqual({ kind: 'progress', stage: 'content', done: 34, total: 34 });
  });

  it('names all invalid entries of all collections at once', async () => {
    const edit_url = 'https://cms.example.com/cp/1/edit';
    const service = await startService({
      blog_articles: {
        ua: [
          { slug: 'a', title: 'Як читати кризу', hide_from_index: 'так', edit_url },
          { slug: '../x', title: 'B' },
        ],
      },
      faq: { en: [{ id: 'f1', slug: 'q', title: null }] },
    });
    const error = await refusal(loadContent(siteWith(), optionsFor(service.url)));
    expect(error).toMatchObject({
      code: 'CONTENT_INVALID',
      exitCode: 1,
      message: '3 problems, nothing was written.',
    });
    expect(error.problems).toEqual([
      {
        code: 'CONTENT_INVALID',
        severity: 'error',
        where: { collection: 'faq', entry: 'q', site: 'en', field: 'title' },
        what: 'Expected text, received null.',
        fix: 'Fill in the field in the control panel, publish, and build again.',
      },
      {
        code: 'CONTENT_INVALID',
        severity: 'error',
        where: {
          collection: 'blog_articles',
          entry: 'Як читати кризу',
          site: 'ua',
          editUrl: edit_url,
          field: 'hide_from_index',
        },
        what: 'Expected true or false, received "так".',
        fix: `Correct the field at ${edit_url}, publish, and build again.`,
      },
      {
        code: 'CONTENT_INVALID',
        severity: 'error',
        where: { collection: 'blog_articles', entry: 'B', site: 'ua', field: 'slug' },
        what: 'A slug may have only letters, digits and marks of any script, "-", "_", "." and "~", received "../x".',
        fix: 'Correct the field in the control panel, publish, and build again.',
      },
    ]);
    expect(versions()).toEqual([]);
  });

  it('names a dead service once', async () => {
    const url = `http://127.0.0.1:${await unusedPort()}`;
    const error = await refusal(loadContent(siteWith(), optionsFor(url)));
    expect(error).toMatchObject({
      code: 'CONTENT_UNAVAILABLE',
      exitCode: 3,
      message: '32 of 32 reads of the content service failed, nothing was written.',
    });
    expect(error.problems).toEqual([
      {
        code: 'CONTENT_UNAVAILABLE',
        severity: 'error',
        where: {
          collection: 'blog_articles',
          site: 'en',
          url: `${url}/api/collections/blog_articles/entries?filter%5Bsite%5D=en&filter%5Bpublished%5D=true&sort=-date%2Cid&limit=100&page=1`,
        },
        what: 'The content could not be read. No answer: nothing is listening there (ECONNREFUSED). 32 requests failed the same way (sites en, ua). The first one is shown.',
        fix: 'Check that the content service is running and that SITEGEN_CONTENT_URL is its address, and build again.',
      },
    ]);
  });

  it('names an unauthorised client once, and never its token', async () => {
    const service = await startService();
    service.override('/api/', { status: 401, body: { message: 'Bad token very-secret' } });
    const events: ReportEvent[] = [];
    const error = await refusal(
      loadContent(
        siteWith(),
        optionsFor(service.url, {
          service: { url: service.url, isSample: false, token: 'very-secret' },
          report: (event) => events.push(event),
        }),
      ),
    );
    expect(error.code).toBe('CONTENT_UNAUTHORIZED');
    expect(error.problems).toMatchObject([
      {
        what: 'The content service answered 401 Unauthorized and said: "Bad token [token]". 32 requests failed the same way (sites en, ua). The first one is shown.',
        fix: 'The token in SITEGEN_CONTENT_TOKEN was sent and not accepted: set it to a valid token that may read this content, and build again.',
      },
    ]);
    expect(JSON.stringify([events, error.problems, error.message, error.stack])).not.toContain('very-secret');
    expect(readFileSync(join(cacheDir, 'site.sqlite'), 'latin1')).not.toContain('very-secret');
  });

  it('asks for a token where none was sent', async () => {
    const service = await startService();
    service.override('/api/', { status: 403, body: {} });
    const error = await refusal(loadContent(siteWith(), optionsFor(service.url)));
    expect(error.problems.map(({ fix }) => fix)).toEqual([
      'No token was sent: set SITEGEN_CONTENT_TOKEN to the token of the content API, and build again.',
    ]);
  });

  it('names each collection that the service does not have', async () => {
    const service = await startService();
    service.override('collections/faq', { status: 404 });
    service.override('collections/team', { status: 404 });
    const error = await refusal(loadContent(siteWith(), optionsFor(service.url)));
    expect(error).toMatchObject({
      code: 'CONTENT_COLLECTION_MISSING',
      message: '4 of 32 reads of the content service failed, nothing was written.',
    });
    expect(error.problems.map(({ where, what }) => [where.collection, what])).toEqual([
      [
        'faq',
        'The content service has no collection "faq" in its API (404 Not Found). 2 requests failed the same way (sites en, ua). The first one is shown.',
      ],
      [
        'team',
        'The content service has no collection "team" in its API (404 Not Found). 2 requests failed the same way (sites en, ua). The first one is shown.',
      ],
    ]);
    expect(error.problems.map(({ where }) => where.url?.slice(service.url.length).split('&')[0])).toEqual([
      '/api/collections/faq/entries?filter%5Bsite%5D=en',
      '/api/collections/team/entries?filter%5Bsite%5D=en',
    ]);
  });

  it('uses the last built version where --on-fetch-error is stale', async () => {
    const service = await startService();
    const good = await loadContent(siteWith(), optionsFor(service.url));
    publish(good);
    service.override('collections/blog_articles', { status: 500 });
    service.override('globals/top_banner', { status: 500 });
    const stale = await loadContent(siteWith(), optionsFor(service.url, { onFetchError: 'stale' }));
    expect(stale.digest).toBe(good.digest);
    expect(rowsOf(stale, 'blog_articles', 'en')).toEqual(rowsOf(good, 'blog_articles', 'en'));
    expect(
      stale.collections
        .filter(({ source }) => source === 'stale')
        .map(({ collection, site }) => `${collection} ${site}`),
    ).toEqual(['blog_articles en', 'blog_articles ua']);
    expect(stale.problems.filter(({ severity }) => severity === 'warning').map(({ what }) => what)).toContain(
      'The collection "blog_articles" of the site "ua" could not be read. The content of the build of 2026-01-31T09:00:00.000Z is used instead. The content could not be read. The content service answered 500 Internal Server Error.',
    );
    expect(await loadContent(siteWith(), optionsFor(service.url, { onFetchError: 'stale' }))).toMatchObject({
      digest: good.digest,
    });
  });

  it('fails where nothing stale is there, or only content of another service', async () => {
    const [service, other] = [await startService(), await startService()];
    publish(await loadContent(siteWith(), optionsFor(other.url)));
    service.override('collections/faq', { status: 500 });
    expect((await refusal(loadContent(siteWith(), optionsFor(service.url, { onFetchError: 'stale' })))).code).toBe(
      'CONTENT_UNAVAILABLE',
    );
  });

  it('never takes what was not published for the last good content, and keeps what was', async () => {
    const service = await startService();
    const load = (onFetchError: 'fail' | 'stale' = 'fail') =>
      loadContent(siteWith(), optionsFor(service.url, { onFetchError }));
    const good = await load();
    publish(good);
    service.override('collections/blog_articles', { body: { data: [], meta: { total: 0, last_page: 1 } } });
    for (let refused = 0; refused < 6; refused += 1) expect(rowsOf(await load(), 'blog_articles', 'en')).toEqual([]);
    service.override('collections/blog_articles', { status: 500 });
    const stale = await load('stale');
    expect(rowsOf(stale, 'blog_articles', 'en')).toEqual(rowsOf(good, 'blog_articles', 'en'));
    expect(stale.digest).toBe(good.digest);
    age();
    publish(stale, 1);
    expect(versions()).toEqual([stale.version]);
  });

  it('asks the version first that was built last, however old it is', async () => {
    const service = await startService();
    const old = await loadContent(siteWith(), optionsFor(service.url));
    publish(old);
    const file = join(cacheDir, 'old.sqlite');
    writeSnapshotFile(file, old);
    service.override('collections/faq', { body: { data: [], meta: { total: 0, last_page: 1 } } });
    publish(await loadContent(siteWith(), optionsFor(service.url)));
    const again = await loadContent(siteWith(), optionsFor(service.url, { snapshotFile: file }));
    publish(again, 1);
    service.override('collections/faq', { status: 500 });
    const stale = await loadContent(siteWith(), optionsFor(service.url, { onFetchError: 'stale' }));
    expect(stale.digest).toBe(old.digest);
  });

  it('warns of links that lead nowhere, in entries and globals', async () => {
    const service = await serviceWith(
      { blog_articles: { en: [{ slug: 'a', title: 'A', content: '<a href="javascript:x()">x</a>' }] } },
      { top_banner: { ua: { enabled: true, link: 'data:text/html,x' } } },
    );
    running.push(service);
    const snapshot = await loadContent(siteWith(), optionsFor(service.url));
    const warnings = snapshot.problems.filter(({ code }) => code === 'LINK_UNSAFE');
    expect(warnings.map(({ where }) => where)).toEqual([
      { collection: 'blog_articles', entry: 'A', site: 'en', field: 'content.0.text' },
      { collection: 'globals', entry: 'top_banner', site: 'ua', field: 'link' },
    ]);
    const file = join(cacheDir, 'snapshot.sqlite');
    writeSnapshotFile(file, snapshot);
    const stored = await loadContent(siteWith(), optionsFor(service.url, { snapshotFile: file }));
    expect(stored.problems).toEqual(snapshot.problems);
  });

  it('builds as empty where --on-fetch-error is empty, and never takes that for the last good content', async () => {
    const service = await startService();
    service.override('collections/blog_articles', { status: 500 });
    const empty = await loadContent(siteWith(), optionsFor(service.url, { onFetchError: 'empty' }));
    expect(rowsOf(empty, 'blog_articles', 'en')).toEqual([]);
    expect(empty.problems.filter(({ code }) => code === 'CONTENT_EMPTY')).toHaveLength(2);
    publish(empty);
    expect((await refusal(loadContent(siteWith(), optionsFor(service.url, { onFetchError: 'stale' })))).exitCode).toBe(
      3,
    );
  });

  it('gives the same digest for the same content, at any clock', async () => {
    const service = await startService();
    const first = await loadContent(siteWith(), optionsFor(service.url));
    const second = await loadContent(siteWith(), optionsFor(service.url, { clock: '2027-01-01' }));
    expect(second.digest).toBe(first.digest);
    expect(second.collections).toEqual(first.collections);
    expect(second.clock).toBe('2027-01-01T00:00:00.000Z');
  });

  it('gives the same digest for the sample, whatever port it has', async () => {
    const digests: string[] = [];
    for (let start = 0; start < 2; start += 1) {
      const { url, stop } = await startSampleService();
      const loading = loadContent(siteWith(), optionsFor(url, { service: { url, isSample: true, token: null } }));
      digests.push((await loading.finally(stop)).digest);
    }
    expect(digests[1]).toBe(digests[0]);
  });

  it.each(['yesterday', '2026-13-01', '2026-01-01T10:00', '2026'])('refuses the clock %j', async (clock) => {
    const error = await refusal(loadContent(siteWith(), optionsFor('http://127.0.0.1:1', { clock })));
    expect(error).toMatchObject({ code: 'CLOCK_INVALID', exitCode: 2 });
    expect(error.message).toBe(
      `The clock "${clock}" is not an ISO 8601 date or date-time with time zone. Write --clock 2026-01-31 or --clock 2026-01-31T09:00:00Z.`,
    );
  });
});

describe('loadContent from a service that fails', () => {
  it.each([
    ['below its address', '/cp/dashboard', {}],
    ['at another route', '', { route: 'rest' }],
  ])('finds an API that is not %s', async (_, path, content) => {
    const service = await startService();
    const error = await refusal(loadContent(siteWith(content), optionsFor(`${service.url}${path}`)));
    expect(error.problems).toHaveLength(1);
    expect(error.problems[0]?.what).toContain(`its API answers at ${service.url}/api.`);
    expect(error.problems[0]?.fix).toContain(`Set SITEGEN_CONTENT_URL to ${service.url},`);
  });

  it.each([
    [404, 'STATAMIC_API_ENABLED'],
    [500, 'storage/logs/laravel.log'],
    [503, 'php artisan up'],
  ])('names one cause for every read that is answered %i, and where to look', async (status, advice) => {
    const service = await startService();
    service.override('/api/', { status, body: {} });
    const { problems } = await refusal(loadContent(siteWith(), optionsFor(service.url)));
    expect(problems).toHaveLength(1);
    expect(problems[0]?.what).toContain(`answered ${status}`);
    expect(problems[0]?.fix).toContain(advice);
  });
});

describe('loadContent of many entries', () => {
  const body = `<p>${'Text of an article. '.repeat(20)}</p>`;
  /** Many pages; where they are not valid, a third of the entries is at fault. */
  const many = (isValid: boolean, ids: Readonly<Record<number, string>> = {}, length = 1100): SiteContent => ({
    blog_articles: {
      en: Array.from({ length }, (_, index) => ({
        ...(ids[index] === undefined ? {} : { id: ids[index] }),
        slug: `article-${index}`,
        title: !isValid && index % 3 === 0 ? '' : `Article ${index}`,
        content: index % 50 === 0 ? `${body}<a href="javascript:${index}">x</a>` : body,
      })),
    },
  });

  it('makes the same snapshot again where the service fails once, and asks once more', async () => {
    const service = await startService(many(true));
    const first = await loadContent(siteWith(), optionsFor(service.url));
    expect(first.problems.filter(({ code }) => code === 'LINK_UNSAFE')).toHaveLength(22);
    const asked = service.requests.length;
    service.override('page=7', (_, count) => (count === 1 ? { status: 503 } : null));
    const again = await loadContent(siteWith(), optionsFor(service.url));
    expect(contentOf(again)).toEqual(contentOf(first));
    expect(again.version).toBe(first.version);
    expect(service.requests.length).toBe(2 * asked + 1);
  });

  it('names the problems of all entries', async () => {
    const service = await startService(many(false, {}, 3100));
    expect((await refusal(loadContent(siteWith(), optionsFor(service.url)))).problems).toHaveLength(1034);
  });

  it('refuses a list that holds an id twice, many pages apart', async () => {
    const service = await startService(many(true, { 50: 'twice', 1050: 'twice' }));
    const { problems } = await refusal(loadContent(siteWith(), optionsFor(service.url)));
    expect(problems.map(({ what }) => what)).toEqual([expect.stringContaining('the id "twice" came twice')]);
  });

  it('ends where it is interrupted', async () => {
    const service = await startService(many(true));
    const stop = new AbortController();
    service.override('page=8', () => {
      stop.abort(new Error('Interrupted.'));
      return null;
    });
    const loading = loadContent(siteWith(), optionsFor(service.url, { signal: stop.signal }));
    await expect(loading).rejects.toThrow('Interrupted.');
    expect(versions()).toEqual([]);
  });
});

describe('loadContent with a snapshot', () => {
  /** Takes a snapshot of a service. */
  const takeSnapshot = async (content = CONTENT, codeKey = 'ours') => {
    const service = await startService(content);
    const written = await loadContent(siteWith(), optionsFor(service.url, { codeKey }));
    const file = join(cacheDir, 'snapshot.sqlite');
    writeSnapshotFile(file, written);
    return { written, file, service };
  };
  const loadFile = (snapshotFile: string, options: Partial<ContentOptions> = {}) =>
    loadContent(siteWith(), optionsFor('http://127.0.0.1:1', { snapshotFile, codeKey: 'ours', ...options }));

  const edit = (sql: string) => (file: string) => {
    const opened = new DatabaseSync(file);
    opened.exec(sql);
    opened.close();
  };
  it('comes back as it was in another folder, without network', async () => {
    const { written, file, service } = await takeSnapshot();
    await service.stop();
    const other = openDatabase(join(cacheDir, 'other'));
    const loaded = await loadFile(file, { database: other, clock: null });
    expect(contentOf(loaded)).toEqual(contentOf(written));
    const row = rowsOf(loaded, 'blog_articles', 'en')[3];
    expect(loaded.records.readRaw(row?.digest ?? toDigest(''))).toMatchObject({ id: row?.id });
    closeDatabase(other);
  });

  it('has the same bytes for the same content and clock, however it was read', async () => {
    const { written, file, service } = await takeSnapshot();
    const bytes = readFileSync(file);
    service.override('collections/faq', { status: 500 });
    const other = openDatabase(join(cacheDir, 'other'));
    await loadContent(siteWith(), optionsFor(service.url, { database: other, onFetchError: 'empty' }));
    service.reset();
    const again = await loadContent(siteWith(), optionsFor(service.url, { database: other, codeKey: 'ours' }));
    expect(again.version).not.toBe(written.version);
    writeSnapshotFile(file, again);
    expect(readFileSync(file).equals(bytes)).toBe(true);
    closeDatabase(other);
  });

  it('takes what the same code made of an entry before, and that alone', async () => {
    const { file } = await takeSnapshot();
    const titleOf = async (options: Partial<ContentOptions>) =>
      rowsOf(await loadFile(file, options), 'pages', 'en')[0]?.title;
    // A row that nobody could parse out of the entry shows which one was taken.
    const database = new DatabaseSync(file);
    retitleIndexed(database, 'Home', 'Known');
    database.close();
    expect(await titleOf({})).toBe('Known');
    expect(await titleOf({ isForced: true })).toBe('Home');
    expect(await titleOf({ codeKey: 'another' })).toBe('Home');
  });

  it('takes another clock, and the sites that are asked for', async () => {
    const { file } = await takeSnapshot();
    const site = { ...siteWith(), locales: ['ua' as const] };
    const loaded = await loadContent(
      site,
      optionsFor('http://127.0.0.1:1', { snapshotFile: file, clock: '2030-05-05' }),
    );
    expect(loaded.clock).toBe('2030-05-05T00:00:00.000Z');
    expect(new Set(loaded.collections.map(({ site: handle }) => handle))).toEqual(new Set(['ua']));
  });

  it('refuses a snapshot that lacks a site', async () => {
    const { file } = await takeSnapshot();
    const site = { ...siteWith(), locales: ['kz' as const] };
    const error = await refusal(loadContent(site, optionsFor('http://127.0.0.1:1', { snapshotFile: file })));
    expect(error).toMatchObject({
      code: 'SNAPSHOT_INCOMPLETE',
      exitCode: 2,
      message: `The snapshot ${file} lacks blog_articles (kz), webinars (kz), e-books (kz), landings (kz), pages (kz) and 11 more. Nothing was written.`,
    });
  });

  it.each([
    [
      'cut off',
      (file: string) => writeFileSync(file, readFileSync(file).subarray(0, 5000)),
      'SNAPSHOT_DAMAGED',
      / is damaged or not a snapshot: /,
    ],
    [
      'of another version',
      edit('PRAGMA user_version = 77'),
      'SNAPSHOT_VERSION',
      / has version 77; this sitegen reads version /,
    ],
    [
      'changed by hand',
      edit(`UPDATE record SET json = replace(json, '"height":60', '"height":61')`),
      'SNAPSHOT_DAMAGED',
      / was changed after it was written\. Nothing was written\.$/,
    ],
    [
      'no snapshot',
      (file: string) => writeFileSync(file, 'text'),
      'SNAPSHOT_DAMAGED',
      / is damaged or not a snapshot: /,
    ],
  ])('refuses a file that is %s', async (_, damage, code, message) => {
    const { file } = await takeSnapshot();
    damage(file);
    const other = openDatabase(join(cacheDir, 'other'));
    const error = await refusal(loadFile(file, { database: other }));
    expect(error).toMatchObject({ code, exitCode: 2, problems: [{ where: { file } }] });
    expect(error.message).toMatch(message);
    closeDatabase(other);
  });

  it('says that a file is not there', async () => {
    const file = join(cacheDir, 'nowhere.sqlite');
    expect(await refusal(loadFile(file))).toMatchObject({
      code: 'SNAPSHOT_MISSING',
      exitCode: 2,
      message: `There is no snapshot ${file}. Nothing was written.`,
      problems: [{ what: `There is no snapshot ${file}.` }],
    });
  });
});

describe('versions', () => {
  /** Content whose article says something else than that of every other one. */
  const load = async (title: string) => {
    const service = await startService({ ...CONTENT, blog_articles: { en: [{ slug: 'a', id: 'a', title }] } });
    return loadContent(
      siteWith(),
      optionsFor(service.url, { service: { url: service.url, isSample: true, token: null } }),
    );
  };

  it('share what did not change', async () => {
    await load('A');
    const before = [count('entry'), count('list')];
    const changed = await load('B');
    expect([count('entry'), count('list')]).toEqual([(before[0] ?? 0) + 1, before[1]]);
    expect((await load('B')).version).toBe(changed.version);
    expect(versions()).toHaveLength(2);
  });

  it('stay while they were built lately, are the newest, or were read in the last hour', async () => {
    const ids: number[] = [];
    for (const title of ['A', 'B', 'C', 'D']) {
      const snapshot = await load(title);
      publish(snapshot, 2);
      ids.push(snapshot.version);
    }
    const refused = await load('E');
    pruneVersions(database, cacheDir, 2);
    expect(versions()).toEqual([...ids, refused.version]);
    // Long ago: only the number counts.
    age();
    pruneVersions(database, cacheDir, 2);
    expect(versions()).toEqual([...ids.slice(2), refused.version]);
    expect(count('build')).toBe(2);
    expect(database.prepare("SELECT title FROM entry WHERE collection = 'blog_articles' ORDER BY since").all()).toEqual(
      ['C', 'D', 'E'].map((title) => ({ title })),
    );
  });

  it('leave nothing of a failed reading, an hour later', async () => {
    const service = await startService();
    service.override('collections/faq', { status: 500 });
    await refusal(loadContent(siteWith(), optionsFor(service.url)));
    expect(count('record')).toBeGreaterThan(10);
    pruneVersions(database, cacheDir, 2);
    expect(count('record')).toBeGreaterThan(10);
    age();
    pruneVersions(database, cacheDir, 2);
    expect([count('record'), ...versions()]).toEqual([0]);
  });
});
