// Reads one collection of one site whole, or refuses it: pages in order, a few at once, and checked against each other.
// Guarantee: as many entries as promised, no id twice, none of another site, and no draft.

import { COLLECTIONS, type Collection } from '../../../content/collections.ts';
import { printableText } from '../../text/printable-text.ts';
import type { ContentClient } from './content-client.ts';
import { type EntryFacts, factsOf, isObject } from './entry-facts.ts';
import { fetchError, type ReadPlace, refusedError, unavailableError } from './fetch-errors.ts';

/** Where the entries of one reading go, in order. A reading whose list moved is dropped, and the next one gets a new sink. */
export interface EntrySink<Result> {
  take(entries: readonly unknown[]): void;
  finish(): Result;
}

/** One walk. */
export interface Walk<Result> {
  readonly client: Pick<ContentClient, 'api' | 'getJson'>;
  /** For problems: the service's address without a trailing slash. */
  readonly serviceUrl: string;
  readonly collection: Collection;
  readonly site: string;
  /** Also entries that are switched off. */
  readonly withDrafts?: boolean;
  /** Only these fields, in pages of this length: a list of ids needs no bodies. */
  readonly light?: { readonly fields: readonly string[]; readonly limit: number };
  /** Pages that may be asked for or held at once. */
  readonly pagesAtOnce: number;
  openSink(): EntrySink<Result>;
  /** Called with the number of pages once it is known, and after each page. */
  onPage(read: number, lastPage: number): void;
}

/** Readings of a list that moves while it is read, before it is refused. */
const MAX_READINGS = 3;

/**
 * Reads the collection whole, at most three times where it moved.
 * @returns what the sink of the good reading made.
 * @throws SiteError CONTENT_UNAVAILABLE, _UNAUTHORIZED, _COLLECTION_MISSING, _FILTER_FORBIDDEN, _INCOMPLETE or _WRONG_SITE (exit 3).
 */
export async function walkCollection<Result>(walk: Walk<Result>): Promise<Result> {
  let moved = '';
  for (let reading = 1; reading <= MAX_READINGS; reading += 1) {
    const sink = walk.openSink();
    const fault = await readOnce(walk, sink, reading);
    if (fault === null) return sink.finish();
    moved = fault;
  }
  throw fetchError({
    code: 'CONTENT_INCOMPLETE',
    where: { ...placeOf(walk, listPath(walk, 1, 1)) },
    what: `The list could not be read whole in ${MAX_READINGS} readings: ${moved}.`,
    fix: 'Build again when nobody is saving content; if it stays, clear the cache of the content service (php artisan cache:clear).',
  });
}

/** One reading. Returns what moved while it was read, or null. */
async function readOnce<Result>(walk: Walk<Result>, sink: EntrySink<Result>, reading: number): Promise<string | null> {
  const first = await readPage(walk, 1, reading);
  walk.onPage(0, first.lastPage);
  const ids = new Set<string>();
  let received = 0;
  let pages = 0;
  for await (const page of pagesInOrder(walk, first, reading)) {
    if (page.total !== first.total || page.lastPage !== first.lastPage) {
      return `it had ${first.total} entries on ${first.lastPage} pages, then ${page.total} on ${page.lastPage}`;
    }
    const facts = page.entries.map(factsOf);
    assertSite(walk, facts);
    const twice = findRepeatedId(ids, facts);
    if (twice !== null) return `the id "${printableText(twice, 80)}" came twice`;
    received += page.entries.length;
    const isTaken = (_: unknown, index: number) => walk.withDrafts === true || facts[index]?.isDraft !== true;
    sink.take(page.entries.filter(isTaken));
    pages += 1;
    walk.onPage(pages, first.lastPage);
  }
  return received === first.total ? null : `it promised ${first.total} entries and sent ${received}`;
}

/** A page of a list whose number of pages is known. */
type CountedPage = ListPage & { readonly lastPage: number };

/** All pages in order, the next ones already on their way. */
async function* pagesInOrder<Result>(
  walk: Walk<Result>,
  first: CountedPage,
  reading: number,
): AsyncGenerator<CountedPage> {
  const ahead: Promise<CountedPage>[] = [];
  let next = 2;
  const askAhead = () => {
    while (ahead.length < walk.pagesAtOnce && next <= first.lastPage) {
      const page = readPage(walk, next, reading);
      // A page behind one that failed is never awaited; its failure is not news.
      page.catch(() => undefined);
      ahead.push(page);
      next += 1;
    }
  };
  askAhead();
  yield first;
  for (let page = ahead.shift(); page !== undefined; page = ahead.shift()) {
    askAhead();
    yield await page;
  }
}

async function readPage<Result>(walk: Walk<Result>, page: number, reading: number): Promise<CountedPage> {
  const path = listPath(walk, page, reading);
  const where = placeOf(walk, path);
  try {
    const answer = await walk.client.getJson(path);
    if (answer.kind === 'refused') throw refusedError(answer, where);
    const list = readListPage(answer.value);
    if ('fault' in list) throw brokenEnvelope(list.fault, where);
    const { lastPage, total } = list;
    const limit = walk.light?.limit ?? COLLECTIONS[walk.collection].limit;
    return { ...list, lastPage: lastPage ?? Math.max(1, Math.ceil(total / limit)) };
  } catch (cause) {
    throw unavailableError(cause, where);
  }
}

/**
 * Path and query of one page, built here: the service's own links drop parameters. A second reading adds a parameter that
 * the service ignores but that its response cache does not know, else the same pages would come out of the cache.
 */
function listPath(
  { client, collection, site, withDrafts, light }: Omit<Walk<unknown>, 'openSink' | 'onPage'>,
  page: number,
  reading: number,
): string {
  const { sort, limit } = COLLECTIONS[collection];
  const query = new URLSearchParams({
    'filter[site]': site,
    ...stateFilter(withDrafts === true),
    sort,
    ...(light === undefined ? {} : { fields: light.fields.join() }),
    limit: String(light?.limit ?? limit),
    page: String(page),
    ...(reading > 1 ? { _: `${Date.now()}-${reading}` } : {}),
  });
  return `${client.api}/collections/${collection}/entries?${query}`;
}

/** The filter of what is published, or of everything. */
export function stateFilter(withDrafts: boolean): Readonly<Record<string, string>> {
  return withDrafts ? { 'filter[status]': 'any' } : { 'filter[published]': 'true' };
}

function placeOf(walk: { serviceUrl: string; collection: string; site: string }, path: string): ReadPlace {
  return { collection: walk.collection, site: walk.site, url: `${walk.serviceUrl}${path}` };
}

function findRepeatedId(seen: Set<string>, entries: readonly EntryFacts[]): string | null {
  for (const { id } of entries) {
    if (id === null) continue;
    if (seen.has(id)) return id;
    seen.add(id);
  }
  return null;
}

/** Entries that say another site mean that the filter was lost on the way. */
function assertSite(walk: Omit<Walk<unknown>, 'openSink' | 'onPage'>, entries: readonly EntryFacts[]): void {
  const stranger = entries.find(({ site }) => (site ?? walk.site) !== walk.site);
  if (stranger === undefined) return;
  const entry = stranger.name;
  throw fetchError({
    code: 'CONTENT_WRONG_SITE',
    where: { ...placeOf(walk, listPath(walk, 1, 1)), ...(entry === null ? {} : { entry }) },
    what: `An entry of the site "${printableText(stranger.site ?? '', 40)}" came where only those of "${walk.site}" were asked for.`,
    fix: "Check that the content service and any proxy before it honour filter[site], and that the site handles in config/locales.ts are the service's.",
  });
}

/** One page of a list. */
interface ListPage {
  readonly entries: readonly unknown[];
  readonly total: number;
  /** Null if the service sends only a total: the number of pages follows from it and the limit. */
  readonly lastPage: number | null;
}

/** A page, or what is wrong with its envelope. */
export type ListAnswer = ListPage | { readonly fault: string };

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

/** Reads the envelope `{ data: [], meta: { total, last_page? } }`; a fault is a part that is missing or impossible. */
export function readListPage(body: unknown): ListAnswer {
  const data = isObject(body) ? body.data : undefined;
  const meta = isObject(body) ? body.meta : undefined;
  if (!Array.isArray(data)) return { fault: '"data" is no list' };
  if (!isObject(meta)) return { fault: '"meta" is missing' };
  const { total, last_page: lastPage = null } = meta;
  if (!isCount(total)) return { fault: '"meta.total" is no number of entries' };
  // Each page holds one entry at least, so a list of n entries has at most n pages.
  if (lastPage !== null && (!isCount(lastPage) || lastPage > Math.max(1, total)))
    return { fault: '"meta.last_page" is no possible number of pages' };
  return { entries: data, total, lastPage };
}

/** The error of a page with a fault: CONTENT_INCOMPLETE (exit 3). */
function brokenEnvelope(fault: string, where: ReadPlace) {
  return fetchError({
    code: 'CONTENT_INCOMPLETE',
    where: { ...where },
    what: `The answer is no whole page of a list: ${fault}.`,
    fix: 'Open the address: it must answer {"data": […], "meta": {"total": …}}. A proxy or an addon of the service may change it.',
  });
}
