// Live Preview of Statamic: reads the unsaved values of an editor by the token of the request, and puts them into the content for this
// one answer. Tokens are sent only to the service, and never written or logged.

import type { LRUCache } from 'lru-cache';
import { LOCALES, type LocaleRow } from '../../../config/locales.ts';
import { isIn, PAGES } from '../../../config/pages.ts';
import type { Collection } from '../../../content/collections.ts';
import type { ApiReader, ContentClient } from '../../content/client/content-client.ts';
import { dataOf, entryPath, idOfEntry, isObject } from '../../content/client/entry-facts.ts';
import { indexCollection, type ReceivedCollection } from '../../content/intake/index-entry.ts';
import type { ContentAnswer } from '../../content/intake/parse-answer.ts';
import type { RecordStore } from '../../content/snapshot/record-store.ts';
import type { Problem } from '../../errors.ts';
import { prefixOf } from '../../plan/redirects/find-redirect.ts';
import type { SiteView } from './site-view.ts';
import { keyOf, type StoredContent, type StoredRead } from './stored-content.ts';

export interface LivePlace {
  readonly client: ContentClient;
  /** Keeps unsaved values in memory. */
  readonly records: RecordStore;
  readonly content: StoredContent;
  /** Of this content. */
  readonly view: SiteView;
  /** The edited entry of each known token. */
  readonly edited: LRUCache<string, EntryPlace>;
}

/** An entry of a list. `id` is null if it was never received. */
interface EntryPlace {
  readonly collection: Collection;
  readonly site: string;
  readonly slug: string;
  readonly id: string | null;
}

/** Reads the entry of a page with a token, also a draft. Null if the service does not know the token. */
export async function readLiveContent(place: LivePlace, path: string, token: string): Promise<LiveReading | null> {
  const locale = LOCALES.find(({ prefix }) => prefix === prefixOf(path));
  if (locale === undefined) return null;
  const reading = new LiveReading(place, token);
  const edited = place.edited.get(token);
  if (edited !== undefined) await reading.readEntry(edited);
  // The first request of a token, or the token is now for another entry.
  if (!reading.isFound) {
    const targets = findTargets(place, locale, path).filter(({ id }) => id === null || id !== edited?.id);
    await Promise.all(targets.map((target) => reading.readEntry(target)));
  }
  return (await reading.confirm()) ? reading : null;
}

/** Reads with a token into a copy of the content. */
class LiveReading {
  readonly content: Map<string, StoredRead>;
  /** Invalid unsaved values, and refused requests. */
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
    // Statamic adds a field to the entry with unsaved values.
    if (this.isConfirmed && isObject(raw) && raw.live_preview) {
      this.isFound = true;
      this.#place.edited.set(this.#token, { ...entry, id: idOfEntry(raw) });
    }
    const read = indexCollection(entry, this.#place.records.take([raw], entry));
    this.problems.push(...read.invalid.flatMap(({ problems }) => problems));
    // An invalid entry leaves the last valid version on the page.
    if (read.invalid.length === 0) this.#putEntry(read);
  }

  async #readById({ collection }: EntryPlace, id: string): Promise<unknown> {
    const data = dataOf(await this.#client.getJson(entryPath(this.#client, collection, id)));
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

  /** Replaces an entry in its list. A new one comes first. */
  #putEntry(read: ReceivedCollection): void {
    const known = this.content.get(keyOf(read));
    const base = known?.kind === 'collection' ? known : { ...read, rows: [], invalid: [] };
    // Live previews show drafts and scheduled entries.
    const rows = read.rows.map((row) => ({ ...row, status: 'published', isPrivate: false }));
    const ids = new Set(rows.map(({ id }) => id));
    const others = base.rows.flatMap((row) => (ids.has(row.id) ? rows.filter(({ id }) => id === row.id) : [row]));
    const own = base.rows.some(({ id }) => ids.has(id)) ? [] : rows;
    this.content.set(keyOf(read), { ...base, source: 'service', rows: [...own, ...others] });
  }
}

/** The entries that a path can show: that of its page; else known ones with its slug; else all that may have it. */
function findTargets({ content, view }: LivePlace, { site, locale, prefix }: LocaleRow, path: string) {
  const row = view.routeByPath.get(path)?.entry ?? null;
  if (row !== null) return [row];
  const slug = path.split('/').findLast((part) => part !== '') ?? '';
  if (slug === '') return [];
  const details = PAGES.flatMap((page) =>
    isIn(locale, page) && page.source.kind === 'collection' ? [{ ...page.source, path: page.path }] : [],
  );
  const own = details.filter((page) => path.startsWith(`${prefix}${page.path.replace('{slug}/', '')}`));
  // The service may show an entry at another path than the site.
  const collections = own.length > 0 ? own : [...details, { collection: 'pages' as const }];
  const found = collections.map(({ collection }): EntryPlace => {
    const read = content.get(keyOf({ kind: 'collection', collection, site }));
    const rows = read?.kind === 'collection' ? read.rows : [];
    const id = rows.find((each) => each.slug === slug.normalize('NFC'))?.id ?? null;
    return { collection, site, slug, id };
  });
  const known = found.filter(({ id }) => id !== null);
  return known.length > 0 ? known : found;
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
