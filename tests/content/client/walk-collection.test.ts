import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { createContentClient } from '../../../cli/content/client/content-client.ts';
import { walkCollection } from '../../../cli/content/client/walk-collection.ts';
import { SiteError } from '../../../cli/errors.ts';
import { defineSite } from '../../../config/define-site.ts';
import { IS_LONG } from '../../long-run.ts';
import { type ContentService, serviceWith } from '../../service/content-service.ts';
import { listBody } from '../../service/list-query.ts';

const open: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((resource) => resource.stop()));
});

const idOf = (index: number) => `id-${String(index).padStart(4, '0')}`;
const entriesUpTo = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: idOf(index), slug: `s-${index}`, title: `T ${index}` }));

async function startService(entries: readonly Record<string, unknown>[] = entriesUpTo(250)): Promise<ContentService> {
  const service = await serviceWith({ blog_articles: { es: entries } });
  open.push(service);
  return service;
}

/** Walks blog_articles of es with an array as its sink. */
async function walk(service: ContentService, beforeTake = () => {}) {
  const site = defineSite({ brand: { name: 'Murmurlens', legalName: 'Murmurlens Analytics Ltd.' }, locales: ['en'] });
  const policy = { ...site.content, retryBaseMs: 1, retryCapMs: 2, retries: 1 };
  const client = createContentClient({ url: service.url, token: null, clientId: null, policy }, () => {});
  const pages: string[] = [];
  try {
    const taken = await walkCollection({
      client,
      serviceUrl: service.url,
      collection: 'blog_articles',
      site: 'es',
      fields: null,
      pagesAtOnce: 3,
      onPage: (read, last) => pages.push(`${read}/${last}`),
      take(entries) {
        beforeTake();
        return entries.map((entry) => (typeof entry === 'object' && entry !== null && 'id' in entry ? entry.id : null));
      },
    });
    return { ids: taken, pages };
  } finally {
    await client.close();
  }
}

/** The SiteError of a walk that is refused. */
async function refusal(service: ContentService): Promise<SiteError> {
  const error = await walk(service).then(
    () => null,
    (cause: unknown) => cause,
  );
  if (error instanceof SiteError) return error;
  throw new Error('The walk was not refused with a SiteError.', { cause: error });
}

const problemOf = (error: SiteError, service: ContentService) =>
  JSON.parse(
    JSON.stringify(error.problems)
      .replaceAll(service.url, 'http://service')
      .replaceAll(/_=[^"&]*/g, '_='),
  ) as unknown;

const URL_OF_PAGE_1 =
  'http://service/api/collections/blog_articles/entries?filter%5Bsite%5D=es&filter%5Bpublished%5D=true&sort=-date%2Cid&limit=100&page=1';

describe('walkCollection', () => {
  it('reads all pages in order, with site, published, sort and limit in each request', async () => {
    const service = await startService();
    const { ids, pages } = await walk(service);
    expect(ids).toEqual(entriesUpTo(250).map(({ id }) => id));
    expect(pages).toEqual(['1/3', '2/3', '3/3']);
    expect(service.requests.map(({ query }) => query)).toEqual(
      [1, 2, 3].map((page) => ({
        'filter[site]': 'es',
        'filter[published]': 'true',
        sort: '-date,id',
        limit: '100',
        page: String(page),
      })),
    );
  });

  it('reads an empty list', async () => {
    expect((await walk(await startService([]))).ids).toEqual([]);
  });

  it('drops drafts that come in spite of the filter', async () => {
    const service = await startService();
    service.override('blog_articles', { body: listBody([{ id: 'a' }, { id: 'b', published: false }], 1, 100) });
    expect((await walk(service)).ids).toEqual(['a']);
  });

  it('asks for no more pages than it may hold', async () => {
    const service = await startService(entriesUpTo(1500));
    let taken = 0;
    let mostHeld = 0;
    await walk(service, () => {
      mostHeld = Math.max(mostHeld, service.requests.length - taken);
      taken += 1;
    });
    expect(taken).toBe(15);
    expect(mostHeld).toBeGreaterThan(1);
    expect(mostHeld).toBeLessThanOrEqual(4);
  });

  it('reads a list again that changed while it was read, past the response cache', async () => {
    const service = await startService();
    service.override('page=2', (_, count) => (count === 1 ? { body: listBody(entriesUpTo(100), 2, 100, 251) } : null));
    expect((await walk(service)).ids).toHaveLength(250);
    const [firstReading, secondReading] = [service.requests.slice(0, 3), service.requests.slice(-3)];
    expect(firstReading.every(({ query }) => query._ === undefined)).toBe(true);
    expect(secondReading.every(({ query }) => query._ !== undefined)).toBe(true);
  });

  it('refuses a total that keeps changing', async () => {
    const service = await startService();
    service.override('page=2', { body: listBody(entriesUpTo(100), 2, 100, 251) });
    expect(problemOf(await refusal(service), service)).toEqual([
      {
        code: 'CONTENT_INCOMPLETE',
        severity: 'error',
        where: { collection: 'blog_articles', site: 'es', url: URL_OF_PAGE_1 },
        what: 'The list was inconsistent in all 3 readings: it had 250 entries on 3 pages, then 251 on 3.',
        fix: 'Build again when nobody is saving content; if the problem persists, clear the cache of the content service (php artisan cache:clear).',
      },
    ]);
  });

  it('refuses an id that comes twice', async () => {
    const service = await startService([...entriesUpTo(120), { id: idOf(7), slug: 'again', title: 'Again' }]);
    const error = await refusal(service);
    expect(error).toMatchObject({ code: 'CONTENT_INCOMPLETE', exitCode: 3 });
    expect(error.message).toContain(
      'the id "id-0007" came twice, the second time with "Again": the pages of the list overlap, or a copied file kept the id',
    );
  });

  it('refuses a count below the announced one', async () => {
    const service = await startService();
    service.override('page=3', { body: listBody(entriesUpTo(0), 3, 100, 250) });
    expect((await refusal(service)).message).toContain('it announced 250 entries and sent 200');
  });

  it('reads what PHP makes of a filtered list, and numbers as text', async () => {
    const service = await startService();
    service.override('blog_articles', {
      body: { data: { 0: { id: 'a' }, 2: { id: 'b' } }, meta: { total: '2', last_page: '1', current_page: '1' } },
    });
    expect((await walk(service)).ids).toEqual(['a', 'b']);
  });

  it.each([
    ['without meta', { data: [] }, '"meta" is missing'],
    ['without data', { meta: { total: 0, last_page: 1 } }, '"data" is not a list'],
    ['with an object as data', { data: {}, meta: { total: 0, last_page: 1 } }, '"data" is not a list'],
    [
      'with text as total',
      { data: [], meta: { total: 'five', last_page: 1 } },
      '"meta.total" is not a number of entries',
    ],
    [
      'with more pages than entries',
      { data: [], meta: { total: 5, last_page: 1e9 } },
      '"meta.last_page" is not a possible number of pages',
    ],
    ['that is a list', [], '"data" is not a list'],
    ['that is null', 'null', '"data" is not a list'],
  ])('refuses a body %s', async (_, body, fault) => {
    const service = await startService();
    service.override('blog_articles', { body });
    const error = await refusal(service);
    expect(error).toMatchObject({ code: 'CONTENT_INCOMPLETE', exitCode: 3 });
    expect(error.problems[0]?.what).toBe(`The answer is not a page of a list: ${fault}.`);
    expect(service.requests).toHaveLength(1);
  });

  it.each([
    ['locale', { locale: 'en' }],
    ['site as text', { locale: undefined, site: 'en' }],
    ['site as an object', { locale: null, site: { handle: 'en' } }],
  ])('refuses an entry that belongs to another site by its %s', async (_, place) => {
    const service = await startService([
      { slug: 'a', title: 'Leído' },
      { slug: 'b', title: 'Stranger', ...place },
    ]);
    expect(problemOf(await refusal(service), service)).toEqual([
      {
        code: 'CONTENT_WRONG_SITE',
        severity: 'error',
        where: { collection: 'blog_articles', entry: 'Stranger', site: 'es', url: URL_OF_PAGE_1 },
        what: 'The service sent an entry of the site "en", but only "es" was requested.',
        fix: 'Check that the content service and any proxy in front of it respect filter[site], and that config/locales.ts has the site handles of the service.',
      },
    ]);
  });

  it('takes an entry that says no site for one of the asked site', async () => {
    expect((await walk(await startService([{ id: 'x', slug: 'a', title: 'A', locale: undefined }]))).ids).toEqual([
      'x',
    ]);
  });

  it.each([
    [
      404,
      { message: 'Not found.' },
      'CONTENT_COLLECTION_MISSING',
      'The content service has no collection "blog_articles" in its API (404 Not Found).',
      'Enable resources.collections.blog_articles in config/statamic/api.php of the content service, check its handle, and build again.',
    ],
    [
      401,
      { message: '' },
      'CONTENT_UNAUTHORIZED',
      'The content service answered 401 Unauthorized.',
      'No token was sent: set SITEGEN_CONTENT_TOKEN to the token of the content API, and build again.',
    ],
    [
      403,
      { message: 'No.' },
      'CONTENT_UNAUTHORIZED',
      'The content service answered 403 Forbidden and said: "No".',
      'No token was sent: set SITEGEN_CONTENT_TOKEN to the token of the content API, and build again.',
    ],
    [
      422,
      { message: 'Forbidden filter: site' },
      'CONTENT_FILTER_FORBIDDEN',
      'The content service refused a filter (422 Unprocessable Entity) and said: "Forbidden filter: site".',
      'Add the named filter to resources.collections.blog_articles.allowed_filters in config/statamic/api.php of the content service ("site" and "published" are needed), and build again.',
    ],
    [
      422,
      { message: 'Site [uk] does not exist.' },
      'CONTENT_UNAVAILABLE',
      'The content service answered 422 Unprocessable Entity and said: "Site [uk] does not exist".',
      'Set "site" in config/locales.ts to a handle of resources/sites.yaml, and build again.',
    ],
    [
      500,
      {},
      'CONTENT_UNAVAILABLE',
      'The content could not be read. The content service answered 500 Internal Server Error.',
      'Its own log has the reason: storage/logs/laravel.log of the content service, often an entry or blueprint with broken YAML. Correct it, clear its cache (php artisan cache:clear), and build again.',
    ],
  ])('says what %i means and what to change', async (status, body, code, what, fix) => {
    const service = await startService();
    service.override('blog_articles', { status, body });
    const error = await refusal(service);
    expect(error).toMatchObject({ code, exitCode: 3, message: `${what} Nothing was written.` });
    expect(problemOf(error, service)).toEqual([
      { code, severity: 'error', where: { collection: 'blog_articles', site: 'es', url: URL_OF_PAGE_1 }, what, fix },
    ]);
  });

  it.each(['https://cms.example.com', 'https://www.example.com/cms'])(
    'names %s, where the service moved',
    async (to) => {
      const service = await startService();
      service.override('blog_articles', ({ url }) => ({ status: 301, headers: { location: `${to}${url}` } }));
      expect(problemOf(await refusal(service), service)).toMatchObject([
        {
          code: 'CONTENT_UNAVAILABLE',
          what: `The content service answered 301 Moved Permanently and said: "It redirects to ${to}, which is not followed".`,
          fix: 'If that is the content service, such as by https instead of http, set SITEGEN_CONTENT_URL to it; if it is a log-in page, open the API to the build. Then build again.',
        },
      ]);
    },
  );

  it('reads any service completely or refuses it', async () => {
    const service = await startService();
    let answerPage: (page: number, reading: number) => unknown = () => null;
    service.override('blog_articles', ({ query }) => ({
      body: answerPage(Number(query.page), Number(query._?.split('-')[1] ?? 1)),
    }));
    const fault = fc.constantFrom(
      'none',
      'none',
      'drop',
      'duplicate',
      'swap-total',
      'reverse',
      'truncate-page',
      'repeat-page',
      'stranger',
      'short-pages',
    );
    let [completed, refused] = [0, 0];
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: 1, max: 12 }),
        fc.array(fc.tuple(fault, fc.nat()), { minLength: 3, maxLength: 3 }),
        async (total, limit, faults) => {
          const truth = Array.from({ length: total }, (_, index) => ({ id: `e${index}`, locale: 'es' }));
          const lastPage = Math.max(1, Math.ceil(total / limit));
          answerPage = (page, reading) => {
            const [kind, seed] = faults[reading - 1] ?? ['none', 0];
            const target = (seed % lastPage) + 1;
            const pageOf = (number: number) => truth.slice((number - 1) * limit, number * limit);
            const clean = listBody(pageOf(page), page, limit, total);
            if (page !== target) return clean;
            switch (kind) {
              case 'drop':
                return listBody(pageOf(page).slice(1), page, limit, total);
              case 'duplicate':
                return listBody([...pageOf(page), ...pageOf(page).slice(0, 1)], page, limit, total);
              case 'swap-total':
                return listBody(pageOf(page), page, limit, total + 1);
              case 'reverse':
                return listBody(truth.toReversed().slice((page - 1) * limit, page * limit), page, limit, total);
              case 'truncate-page':
                return listBody([], page, limit, total);
              case 'repeat-page':
                return listBody(pageOf((page % lastPage) + 1), page, limit, total);
              case 'stranger':
                return listBody([...pageOf(page).slice(1), { id: 'x', locale: 'en' }], page, limit, total);
              case 'short-pages':
                return { data: pageOf(page) };
              default:
                return clean;
            }
          };
          const result = await walk(service).catch((cause: unknown) => cause);
          if (result instanceof SiteError) {
            refused += 1;
            expect(result.exitCode).toBe(3);
            expect(faults.some(([kind]) => kind !== 'none')).toBe(true);
            return;
          }
          completed += 1;
          expect(result).toHaveProperty('ids');
          const ids =
            result !== null && typeof result === 'object' && 'ids' in result && Array.isArray(result.ids)
              ? result.ids
              : [];
          expect(ids.toSorted()).toEqual(truth.map(({ id }) => id).toSorted());
        },
      ),
      { numRuns: IS_LONG ? 150 : 40 },
    );
    // Both ends were reached, or the property would say nothing.
    expect(completed).toBeGreaterThan(0);
    expect(refused).toBeGreaterThan(0);
  });
});
