// Live Preview of Statamic: reads the unsaved values of an editor by the token of the request, and puts them into the content for this
// one answer. Tokens are sent only to the service, and never written or logged.

import { LRUCache } from 'lru-cache';
import { LOCALES, type LocaleRow } from '../../../config/locales.ts';
import { isIn, PAGES } from '../../../config/pages.ts';
import type { Collection } from '../../../content/collections.ts';
import type { ApiReader, ContentClient } from '../../content/client/content-client.ts';
import { idOfEntry, isObject } from '../../content/client/entry-facts.ts';
import { walkCollection } from '../../content/client/walk-collection.ts';
import { indexCollection, type ReceivedCollection } from '../../content/intake/index-entry.ts';
import type { ContentAnswer } from '../../content/intake/parse-answer.ts';
import type { RecordStore } from '../../content/snapshot/record-store.ts';
import { type Problem, SiteError } from '../../errors.ts';
import { prefixOf } from '../../plan/redirects/find-redirect.ts';
import { keyOf, type StoredContent, type StoredRead } from './stored-content.ts';

/** How to read a live preview. */
export interface LivePlace {
  readonly client: ContentClient;
  readonly serviceUrl: string;
  /** Keeps unsaved values in memory. */
  readonly records: RecordStore;
  readonly content: StoredContent;
  readonly edited: EditedEntries;
}

/** The edited entry of each known token. */
type EditedEntries = LRUCache<string, EntryPlace>;

/** Creates the empty cache of edited entries. */
export function createEditedEntries(): EditedEntries {
  return new LRUCache({ max: MAX_EDITED });
}

/** The content with unsaved values. */
export interface LiveContent {
  readonly content: StoredContent;
  /** Invalid unsaved values, and refused requests. */
  readonly problems: readonly Problem[];
}

/** An entry of a list. `id` is null if it was never received. */
interface EntryPlace {
  readonly collection: Collection;
  readonly site: string;
  readonly slug: string;
  readonly id: string | null;
}

const DETAIL_BY_LIST = { blog: 'blog_articles', 'e-books': 'e-books', webinars: 'webinars' } as const;
/** Number of tokens whose entries are remembered. */
const MAX_EDITED = 50;

/**
 * Reads the entry of a page with a token, also a draft, and the list of a list page. Null if the service does not know the token.
 */
export async function readLiveContent(place: LivePlace, path: string, token: string): Promise<LiveContent | null> {
  const locale = LOCALES.find(({ prefix }) => prefix === prefixOf(path));
  if (locale === undefined) return null;
  const reading = new LiveReading(place, token);
  const edited = place.edited.get(token);
  if (edited !== undefined) await reading.readEntry(edited);
  // The first request of a token, or the token is now for another entry.
  if (!reading.isFound) {
    const targets = findTargets(place.content, locale, path).filter(({ id }) => id === null || id !== edited?.id);
    await Promise.all(targets.map((target) => reading.readEntry(target)));
    const list = findRows(locale, path).find((row) => row.list !== undefined)?.list;
    if (list !== undefined && reading.isConfirmed && !reading.isFound)
      await reading.readList(DETAIL_BY_LIST[list], locale.site);
  }
  return (await reading.confirm()) ? reading : null;
}

/** Reads with a token into a copy of the content. */
class LiveReading implements LiveContent {
  readonly content: Map<string, StoredRead>;
  readonly problems: Problem[] = [];
  isConfirmed = false;
  /** Whether the edited entry was read. */
  isFound = false;
  readonly #place: LivePlace;
  readonly #token: string;
  readonly #client: ApiReader;

  constructor(place: LivePlace, token: string) {
    this.content = new Map(place.content);
    this.#place = place;
    this.#token = token;
    this.#client = {
      api: place.client.api,
      getJson: async (path) => {
        const answer = await place.client.getJson(path, { previewToken: token });
        if (answer.kind === 'json' && answer.isLivePreview === true) this.isConfirmed = true;
        return answer;
      },
    };
  }

  /** Reads an entry and puts it into its list. Reads it by id if possible, which needs no filters. */
  async readEntry(entry: EntryPlace): Promise<void> {
    const raw = (entry.id === null ? null : await this.#readById(entry, entry.id)) ?? (await this.#readBySlug(entry));
    if (raw === null) return;
    this.#note(raw, entry);
    const read = indexCollection(entry, this.#place.records.take([raw], entry));
    this.problems.push(...read.invalid.flatMap(({ problems }) => problems));
    // An invalid entry leaves the last valid version on the page.
    if (read.invalid.length === 0) this.#putEntry(read);
  }

  async #readById({ collection }: EntryPlace, id: string): Promise<unknown> {
    const { api } = this.#client;
    const data = dataOf(
      await this.#client.getJson(`${api}/collections/${collection}/entries/${encodeURIComponent(id)}`),
    );
    return Array.isArray(data) ? null : data;
  }

  async #readBySlug({ collection, site, slug }: EntryPlace): Promise<unknown> {
    const filters = { 'filter[site]': site, 'filter[slug]': slug, 'filter[status]': 'any' };
    const answer = await this.#listOne(collection, filters);
    if (answer.kind === 'refused' && answer.status !== 404)
      this.problems.push(refusedProblem(answer, collection, site));
    const data = dataOf(answer);
    return Array.isArray(data) ? (data[0] ?? null) : null;
  }

  #listOne(collection: string, filters: Readonly<Record<string, string>>): Promise<ContentAnswer> {
    const query = new URLSearchParams({ ...filters, limit: '1' });
    return this.#client.getJson(`${this.#client.api}/collections/${collection}/entries?${query}`);
  }

  /** Whether the service knows the token. If it refused the filters, asks without them, so that the editor sees the error. */
  async confirm(): Promise<boolean> {
    const { collection, site } = this.problems[0]?.where ?? {};
    if (!this.isConfirmed && collection !== undefined && site !== undefined)
      await this.#listOne(collection, { 'filter[site]': site, 'filter[published]': 'true' });
    return this.isConfirmed;
  }

  async readList(collection: Collection, site: string): Promise<void> {
    const { records, serviceUrl } = this.#place;
    try {
      const entries = await walkCollection({
        client: this.#client,
        serviceUrl,
        collection,
        site,
        withDrafts: true,
        fields: null,
        pagesAtOnce: 2,
        take: (more) => {
          for (const raw of more) this.#note(raw, { collection, site, slug: '', id: null });
          return records.take(more, { collection, site });
        },
      });
      this.#put(showAll(indexCollection({ collection, site }, entries)));
    } catch (cause) {
      if (!(cause instanceof SiteError) || cause.exitCode !== 3) throw cause;
      this.problems.push(...cause.problems);
    }
  }

  /** Remembers the entry if it is the edited one: Statamic adds a field to the entry with unsaved values. */
  #note(raw: unknown, entry: EntryPlace): void {
    if (!this.isConfirmed || !isObject(raw) || !raw.live_preview) return;
    this.isFound = true;
    this.#place.edited.set(this.#token, { ...entry, id: idOfEntry(raw) });
  }

  /** Replaces an entry in its list. A new one comes first. */
  #putEntry(read: ReceivedCollection): void {
    const known = this.content.get(keyOf(read));
    const base = known?.kind === 'collection' ? known : { ...read, rows: [], invalid: [] };
    const { rows } = showAll(read);
    const ids = new Set(rows.map(({ id }) => id));
    const others = base.rows.flatMap((row) => (ids.has(row.id) ? rows.filter(({ id }) => id === row.id) : [row]));
    this.#put({ ...base, rows: [...(base.rows.some(({ id }) => ids.has(id)) ? [] : rows), ...others] });
  }

  #put(read: ReceivedCollection): void {
    this.content.set(keyOf(read), { ...read, source: 'service' });
  }
}

/** The rows of pages that can have a path. */
function findRows({ locale, prefix }: LocaleRow, path: string): readonly (typeof PAGES)[number][] {
  const own = path.slice(prefix.length);
  const slug = lastPart(path);
  return PAGES.filter((row) => {
    const isOwn =
      own === row.path.replace('{slug}', slug) || (row.list !== undefined && own.startsWith(`${row.path}page/`));
    return isOwn && row.source.kind !== 'error' && isIn(locale, row);
  });
}

const lastPart = (path: string) => path.split('/').findLast((part) => part !== '') ?? '';

/** The known entries that a path can show; without any, all entries that it could be. */
function findTargets(content: StoredContent, locale: LocaleRow, path: string): readonly EntryPlace[] {
  const found = findEntries(locale, path).map((entry) => ({ ...entry, id: findId(content, entry) }));
  const known = found.filter(({ id }) => id !== null);
  return known.length > 0 ? known : found;
}

function findId(content: StoredContent, { collection, site, slug }: Omit<EntryPlace, 'id'>): string | null {
  const read = content.get(keyOf({ kind: 'collection', collection, site }));
  const rows = read?.kind === 'collection' ? read.rows : [];
  return rows.find((row) => row.slug === slug.normalize('NFC'))?.id ?? null;
}

function findEntries(locale: LocaleRow, path: string): readonly Omit<EntryPlace, 'id'>[] {
  const { site } = locale;
  const slug = lastPart(path);
  const found = findRows(locale, path);
  // A page with a row of its own wins over the generic page.
  const named = found.filter(({ source }) => source.kind !== 'other-entries');
  const entries = (named.length > 0 ? named : found).map(({ source }) => ({
    collection: source.kind === 'collection' ? source.collection : ('pages' as const),
    site,
    slug: 'slug' in source ? source.slug : slug,
  }));
  if (entries.length > 0 || slug === '') return entries;
  // The service may show an entry at another path than the site.
  const own = PAGES.filter((row) => isIn(locale.locale, row));
  const collections = new Set(own.flatMap(({ source }) => (source.kind === 'collection' ? [source.collection] : [])));
  return [...collections, 'pages' as const].map((collection) => ({ collection, site, slug }));
}

function refusedProblem(
  { status, message }: ContentAnswer & { readonly kind: 'refused' },
  collection: string,
  site: string,
): Problem {
  return {
    code: 'LIVE_PREVIEW_REFUSED',
    severity: 'error',
    where: { collection, site },
    what: `The content service refused to find the entry by its slug (${status}${message === null ? '' : `: "${message}"`}). Unsaved values and drafts are not shown.`,
    fix: `Allow the filters "slug" and "status" of the collection "${collection}" in config/statamic/api.php (resources.collections.${collection}.allowed_filters).`,
  };
}

/** Live previews show drafts and scheduled entries. */
function showAll(read: ReceivedCollection): ReceivedCollection {
  return { ...read, rows: read.rows.map((row) => ({ ...row, status: 'published', isPrivate: false })) };
}

function dataOf(answer: ContentAnswer): unknown {
  return answer.kind === 'json' && isObject(answer.value) ? (answer.value.data ?? null) : null;
}
