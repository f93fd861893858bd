// Reads a whole collection of a site, a few pages at a time. Drops drafts. Fails unless the number of entries is the announced one,
// ids are unique, and all entries are of the site.

import { Readable } from 'node:stream';
import { COLLECTIONS, type Collection } from '../../../content/collections.ts';
import { printableText } from '../../text/printable-text.ts';
import { type ListPage, readListPage } from '../intake/parse-answer.ts';
import type { ApiReader } from './content-client.ts';
import { idOfEntry, isObject, nameOfEntry, pickFields, siteOfEntry } from './entry-facts.ts';
import { fetchError, type ReadPlace, refusedError, unavailableError } from './fetch-errors.ts';
import { asNothing } from './request-failure.ts';

export interface Walk<Result> {
  readonly client: ApiReader;
  /** For problems: the URL of the service without a trailing slash. */
  readonly serviceUrl: string;
  readonly collection: Collection;
  readonly site: string;
  readonly withDrafts?: boolean;
  /**
   * Asks for these fields and takes no others; null takes whole entries. A service that refuses such a request, or answers it with
   * entries without ids, is asked again for whole ones.
   */
  readonly fields: readonly string[] | null;
  /** Entries of a page, if not as many as usual. */
  readonly limit?: number;
  /** Pages that are requested or in memory at the same time. */
  readonly pagesAtOnce: number;
  /** Takes the entries of a page. If the list changes meanwhile, what it returned is dropped, and all pages come again. */
  take(entries: readonly unknown[]): readonly Result[];
  onPage?(read: number, lastPage: number): void;
}

/** Attempts to read a list that changes while it is read. */
const MAX_READINGS = 3;

/**
 * Reads the collection, up to three times if it changes meanwhile. Returns what was made of its entries.
 * @throws SiteError CONTENT_UNAVAILABLE, _UNAUTHORIZED, _COLLECTION_MISSING, _FILTER_FORBIDDEN, _INCOMPLETE or _WRONG_SITE (exit 3).
 */
export async function walkCollection<Result>(asked: Walk<Result>): Promise<readonly Result[]> {
  const walk: WalkState<Result> = { ...asked, asksWhole: asked.fields === null };
  let reason = '';
  for (let reading = 1; reading <= MAX_READINGS; reading += 1) {
    const taken: Result[] = [];
    const inconsistency = await readOnce(walk, taken, reading);
    if (inconsistency === null) return taken;
    reason = inconsistency;
  }
  throw fetchError({
    code: 'CONTENT_INCOMPLETE',
    where: placeOf(walk, listPath(walk, 1, 1)),
    what: `The list was inconsistent in all ${MAX_READINGS} readings: ${reason}.`,
    fix: 'Build again when nobody is saving content; if the problem persists, clear the cache of the content service (php artisan cache:clear).',
  });
}

/** Reads the first entries of a list as they come, and how many there are. @throws as {@link walkCollection}. */
export function readFirstEntries(
  list: Pick<Walk<unknown>, 'client' | 'serviceUrl' | 'collection' | 'site'> & { readonly limit: number },
): Promise<ListPage> {
  return readPage({ ...list, fields: null, asksWhole: true }, 1, 1);
}

/** A walk, and whether it asks for whole entries: for good once the service turns out not to support `fields`. */
type WalkState<Result> = Walk<Result> & { asksWhole: boolean };
/** What a request for a page depends on. */
type List = Omit<WalkState<unknown>, 'take' | 'onPage' | 'pagesAtOnce'>;

/** Some services refuse the list of fields, and some firewalls and web servers a long address. */
const FIELDS_REFUSED: ReadonlySet<number> = new Set([400, 403, 414, 422, 431]);

/** Returns why the pages do not fit together, or null. */
async function readOnce<Result>(walk: WalkState<Result>, taken: Result[], reading: number): Promise<string | null> {
  const first = await readPage(walk, 1, reading);
  const { fields } = walk;
  if (!walk.asksWhole && first.entries.some((entry) => idOfEntry(entry) === null)) {
    walk.asksWhole = true;
    return readOnce(walk, taken, reading);
  }
  const ids = new Set<string>();
  let received = 0;
  let pages = 0;
  for await (const page of pagesInOrder(walk, first, reading)) {
    if (page.total !== first.total || page.lastPage !== first.lastPage) {
      return `it had ${first.total} entries on ${first.lastPage} pages, then ${page.total} on ${page.lastPage}`;
    }
    assertSite(walk, page.entries);
    const repeated = findRepeated(ids, page.entries);
    if (repeated !== undefined)
      return `the id "${printableText(idOfEntry(repeated) ?? '', 80)}" came twice, the second time with "${nameOfEntry(repeated)}": the pages of the list overlap, or a copied file kept the id`;
    received += page.entries.length;
    const kept = page.entries.filter(
      (entry) => walk.withDrafts === true || !isObject(entry) || entry.published !== false,
    );
    for (const result of walk.take(fields === null ? kept : kept.map((entry) => pickFields(entry, fields))))
      taken.push(result);
    pages += 1;
    walk.onPage?.(pages, first.lastPage);
  }
  return received === first.total ? null : `it announced ${first.total} entries and sent ${received}`;
}

type CountedPage = ListPage & { readonly lastPage: number };

/** All pages in order. Requests the next ones ahead. */
async function* pagesInOrder(walk: List & Pick<Walk<unknown>, 'pagesAtOnce'>, first: CountedPage, reading: number) {
  yield first;
  const numbers = Array.from({ length: first.lastPage - 1 }, (_, index) => index + 2);
  const ahead = { concurrency: walk.pagesAtOnce, highWaterMark: 1 };
  const pages: AsyncIterable<CountedPage> = Readable.from(numbers).map((page) => readPage(walk, page, reading), ahead);
  yield* pages;
}

async function readPage(walk: List, page: number, reading: number): Promise<CountedPage> {
  const path = listPath(walk, page, reading);
  const where = placeOf(walk, path);
  try {
    const answer = await walk.client.getJson(path);
    if (answer.kind === 'refused') {
      if (walk.asksWhole || !FIELDS_REFUSED.has(answer.status)) throw refusedError(answer, where);
      walk.asksWhole = true;
      return await readPage(walk, page, reading);
    }
    const list = readListPage(answer.value);
    if ('fault' in list)
      throw fetchError({
        code: 'CONTENT_INCOMPLETE',
        where,
        what: `The answer is not a page of a list: ${list.fault}.`,
        fix: 'Open the address: it must answer {"data": […], "meta": {"total": …}}. A proxy or an addon of the service may have changed it.',
      });
    const { lastPage, total } = list;
    const limit = walk.limit ?? COLLECTIONS[walk.collection].limit;
    return { ...list, lastPage: lastPage ?? Math.max(1, Math.ceil(total / limit)) };
  } catch (cause) {
    throw unavailableError(cause, where);
  }
}

/**
 * The service's own links to pages drop parameters, so they are not used. A repeated reading adds a parameter, so that the response
 * cache of the service does not answer with the same pages again.
 */
function listPath(
  { client, collection, site, withDrafts, limit, fields, asksWhole }: List,
  page: number,
  reading: number,
): string {
  const { sort, limit: usual } = COLLECTIONS[collection];
  const query = new URLSearchParams({
    'filter[site]': site,
    ...(withDrafts === true ? { 'filter[status]': 'any' } : PUBLISHED),
    sort,
    ...(asksWhole || fields === null ? {} : { fields: fields.join() }),
    limit: String(limit ?? usual),
    page: String(page),
    ...(reading > 1 ? { _: `${Date.now()}-${reading}` } : {}),
  });
  return `${client.api}/collections/${collection}/entries?${query}`;
}

export const PUBLISHED = { 'filter[published]': 'true' };

/** The address without the long list of fields: the answer has the same entries. */
function placeOf(walk: { serviceUrl: string; collection: string; site: string }, path: string): ReadPlace {
  const url = `${walk.serviceUrl}${path.replace(/&fields=[^&]*/, '')}`;
  return { collection: walk.collection, site: walk.site, url };
}

function findRepeated(seen: Set<string>, entries: readonly unknown[]): unknown {
  return entries.find((entry) => {
    const id = idOfEntry(entry);
    // A set does not grow by an id that it has.
    return id !== null && seen.size === seen.add(id).size;
  });
}

/** Entries of another site mean that the filter was lost on the way. */
function assertSite(walk: List, entries: readonly unknown[]): void {
  const stranger = entries.find((entry) => (siteOfEntry(entry) ?? walk.site) !== walk.site);
  if (stranger === undefined) return;
  const entry = nameOfEntry(stranger);
  throw fetchError({
    code: 'CONTENT_WRONG_SITE',
    where: { ...placeOf(walk, listPath(walk, 1, 1)), ...(entry === null ? {} : { entry }) },
    what: `The service sent an entry of the site "${printableText(siteOfEntry(stranger) ?? '', 40)}", but only "${walk.site}" was requested.`,
    fix: 'Check that the content service and any proxy in front of it respect filter[site], and that config/locales.ts has the site handles of the service.',
  });
}

/** Items of a page without bodies. */
const PLAIN_LIMIT = 1000;

/**
 * Entries without bodies, terms or assets as they come, and how many there are; null if the API does not answer with such a list, or if
 * it changes meanwhile. With `first`, only that many are read.
 */
export async function readPlainList(
  { api, getJson }: ApiReader,
  path: string,
  { first, ...query }: Readonly<Record<string, string>> & { readonly first?: string },
): Promise<Pick<ListPage, 'entries' | 'total'> | null> {
  const entries: unknown[] = [];
  for (let page = 1, total: number | null = null; ; page += 1) {
    const asked = new URLSearchParams({ ...query, limit: first ?? String(PLAIN_LIMIT), page: String(page) });
    const answer = await getJson(`${api}/${path}?${asked}`, { isAnswer: () => true }).catch(asNothing);
    const list = answer?.kind === 'json' ? readListPage(answer.value) : null;
    if (list === null || 'fault' in list || list.total !== (total ?? list.total)) return null;
    total = list.total;
    entries.push(...list.entries);
    if (first !== undefined || list.entries.length === 0 || entries.length >= total) return { entries, total };
  }
}
