// Live Preview of Statamic: reads the unsaved values of an editor by the token of the request, and puts them into the content for this
// one answer. Tokens are sent only to the service, and never written or logged.

import { LRUCache } from 'lru-cache';
import { LOCALES, type LocaleRow } from '../../../config/locales.ts';
import { isIn, PAGES } from '../../../config/pages.ts';
import type { Collection } from '../../../content/collections.ts';
import type { ApiReader, ContentClient } from '../../content/client/content-client.ts';
import { idOfEntry } from '../../content/client/entry-facts.ts';
import { type EntrySink, walkCollection } from '../../content/client/walk-collection.ts';
import { type IndexedCollection, openIntake } from '../../content/intake/collection-intake.ts';
import type { ContentAnswer } from '../../content/intake/parse-answer.ts';
import type { RecordStore } from '../../content/snapshot/record-store.ts';
import { type Problem, SiteError } from '../../errors.ts';
import { prefixOf } from '../../plan/redirects/find-redirect.ts';
import { keyOf, type StoredCollection, type StoredContent, type StoredRead } from './stored-content.ts';

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
  /** Whether the service knows the token. If not, the content is unchanged. */
  readonly isConfirmed: boolean;
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

/** Reads the entry of a page with a token, also a draft, and the list of a list page. */
export async function readLiveContent(place: LivePlace, path: string, token: string): Promise<LiveContent> {
  const locale = LOCALES.find(({ prefix }) => prefix === prefixOf(path));
  if (locale === undefined) return { content: place.content, isConfirmed: false, problems: [] };
  const reader = createReader(place, token);
  const edited = place.edited.get(token);
  if (edited !== undefined) await readEntry(reader, edited);
  // The first request of a token, or the token is now for another entry.
  if (!reader.isFound()) {
    const targets = findTargets(place.content, locale, path).filter(({ id }) => id === null || id !== edited?.id);
    await Promise.all(targets.map((target) => readEntry(reader, target)));
    const listed = findListed(locale, path);
    if (listed !== null && reader.isConfirmed() && !reader.isFound()) await readList(reader, listed, locale.site);
  }
  const isConfirmed = reader.isConfirmed() || (await confirmToken(reader));
  if (!isConfirmed) return { content: place.content, isConfirmed, problems: [] };
  return { content: reader.content, isConfirmed, problems: reader.problems };
}

/** The state of reading with a token. */
interface Reader extends Omit<LivePlace, 'client' | 'content'> {
  readonly client: ApiReader;
  readonly content: Map<string, StoredRead>;
  readonly problems: Problem[];
  readonly isConfirmed: () => boolean;
  /** Whether the edited entry was read. */
  readonly isFound: () => boolean;
  readonly put: (indexed: IndexedCollection) => void;
  /** Remembers the entry if it is the edited one. */
  readonly note: (raw: unknown, place: EntryPlace) => void;
}

function createReader({ client, content: known, ...place }: LivePlace, token: string): Reader {
  let isConfirmed = false;
  let isFound = false;
  const content = new Map(known);
  return {
    ...place,
    client: {
      api: client.api,
      getJson: async (path) => {
        const answer = await client.getJson(path, { previewToken: token });
        if (answer.kind === 'json' && answer.isLivePreview === true) isConfirmed = true;
        return answer;
      },
    },
    content,
    problems: [],
    isConfirmed: () => isConfirmed,
    isFound: () => isFound,
    put: (indexed) =>
      content.set(keyOf({ kind: 'collection', ...indexed }), { kind: 'collection', source: 'service', indexed }),
    note: (raw, entry) => {
      if (!isConfirmed || !isEdited(raw)) return;
      isFound = true;
      place.edited.set(token, { ...entry, id: idOfEntry(raw) });
    },
  };
}

/** Statamic adds this field to the entry with unsaved values. */
function isEdited(raw: unknown): boolean {
  return typeof raw === 'object' && raw !== null && 'live_preview' in raw && Boolean(raw.live_preview);
}

/** The known entries that a path can show; without any, all entries that it could be. */
function findTargets(content: StoredContent, locale: LocaleRow, path: string): readonly EntryPlace[] {
  const found = findEntries(locale, path).map((entry) => ({ ...entry, id: findId(content, entry) }));
  const known = found.filter(({ id }) => id !== null);
  return known.length > 0 ? known : found;
}

function findId(content: StoredContent, { collection, site, slug }: Omit<EntryPlace, 'id'>): string | null {
  const read = content.get(keyOf({ kind: 'collection', collection, site }));
  const rows = read?.kind === 'collection' ? read.indexed.rows : [];
  return rows.find((row) => row.slug === slug.normalize('NFC'))?.id ?? null;
}

function findEntries(locale: LocaleRow, path: string): readonly Omit<EntryPlace, 'id'>[] {
  const { site } = locale;
  const own = path.slice(locale.prefix.length);
  const rows = PAGES.filter((row) => isIn(locale.locale, row));
  const found = rows.flatMap((row) => {
    const { source } = row;
    if (source.kind === 'error') return [];
    const isOwn = own === row.path || (row.list !== undefined && own.startsWith(`${row.path}page/`));
    if (source.kind === 'entry' || source.kind === 'words') return isOwn ? [{ row, slug: source.slug }] : [];
    const [before = '', after = ''] = row.path.split('{slug}');
    const slug = own.slice(before.length, own.length - after.length);
    const isMatch = own.startsWith(before) && own.endsWith(after) && slug !== '' && !slug.includes('/');
    return isMatch ? [{ row, slug }] : [];
  });
  // A page with a row of its own wins over the generic page.
  const named = found.filter(({ row }) => row.source.kind !== 'other-entries');
  const entries = (named.length > 0 ? named : found).map(({ row: { source }, slug }) => ({
    collection: source.kind === 'collection' ? source.collection : ('pages' as const),
    site,
    slug,
  }));
  if (entries.length > 0) return entries;
  // The service may show an entry at another path than the site.
  const slug = own.split('/').findLast((part) => part !== '') ?? '';
  const collections = new Set(rows.flatMap(({ source }) => (source.kind === 'collection' ? [source.collection] : [])));
  return slug === '' ? [] : [...collections, 'pages' as const].map((collection) => ({ collection, site, slug }));
}

/** The collection of a list page. */
function findListed({ prefix }: LocaleRow, path: string): Collection | null {
  const own = path.slice(prefix.length);
  const row = PAGES.find(
    ({ list, path: first }) => list !== undefined && (own === first || own.startsWith(`${first}page/`)),
  );
  return row?.list === undefined ? null : DETAIL_BY_LIST[row.list];
}

/** Reads an entry and puts it into its list. Reads it by id if possible, which needs no filters. */
async function readEntry(reader: Reader, entry: EntryPlace): Promise<void> {
  const raw = (entry.id === null ? null : await readById(reader, entry, entry.id)) ?? (await readBySlug(reader, entry));
  if (raw === null) return;
  const { collection, site } = entry;
  reader.note(raw, entry);
  const sink = openIntake(reader.records, { collection, site });
  sink.take([raw]);
  const read = sink.finish();
  reader.problems.push(...read.invalid.flatMap(({ problems }) => problems));
  // An invalid entry leaves the last valid version on the page.
  if (read.invalid.length === 0) putEntry(reader, read);
}

async function readById({ client }: Reader, { collection }: EntryPlace, id: string): Promise<unknown> {
  const answer = await client.getJson(`${client.api}/collections/${collection}/entries/${encodeURIComponent(id)}`);
  const data = answer.kind === 'json' ? dataOf(answer) : null;
  return Array.isArray(data) ? null : data;
}

async function readBySlug(reader: Reader, { collection, site, slug }: EntryPlace): Promise<unknown> {
  const { client } = reader;
  const query = new URLSearchParams({
    'filter[site]': site,
    'filter[slug]': slug,
    'filter[status]': 'any',
    limit: '1',
  });
  const answer = await client.getJson(`${client.api}/collections/${collection}/entries?${query}`);
  if (answer.kind === 'refused' && answer.status !== 404)
    reader.problems.push(refusedProblem(answer, collection, site));
  const data = dataOf(answer);
  return Array.isArray(data) ? (data[0] ?? null) : null;
}

/** If the service refused the filters, asks without them whether it knows the token, so that the editor sees the error. */
async function confirmToken({ client, problems, isConfirmed }: Reader): Promise<boolean> {
  const { collection, site } = problems[0]?.where ?? {};
  if (collection === undefined || site === undefined) return false;
  const query = new URLSearchParams({ 'filter[site]': site, 'filter[published]': 'true', limit: '1' });
  await client.getJson(`${client.api}/collections/${collection}/entries?${query}`);
  return isConfirmed();
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

async function readList(reader: Reader, collection: Collection, site: string): Promise<void> {
  try {
    const list = await walkCollection({
      client: reader.client,
      serviceUrl: reader.serviceUrl,
      collection,
      site,
      withDrafts: true,
      fields: null,
      pagesAtOnce: 2,
      openSink: () => notingSink(reader, { collection, site, slug: '', id: null }),
      onPage: () => {},
    });
    reader.put(showAll(list));
  } catch (cause) {
    if (!(cause instanceof SiteError) || cause.exitCode !== 3) throw cause;
    reader.problems.push(...cause.problems);
  }
}

function notingSink(reader: Reader, place: EntryPlace): EntrySink<IndexedCollection> {
  const sink = openIntake(reader.records, place);
  return {
    take(entries) {
      for (const raw of entries) reader.note(raw, place);
      sink.take(entries);
    },
    finish: () => sink.finish(),
  };
}

/** Replaces an entry in its list. A new one comes first. */
function putEntry(reader: Reader, read: IndexedCollection): void {
  const known = reader.content.get(keyOf({ kind: 'collection', ...read }));
  const base: StoredCollection['indexed'] =
    known?.kind === 'collection' ? known.indexed : { ...read, rows: [], invalid: [] };
  const { rows } = showAll(read);
  const ids = new Set(rows.map(({ id }) => id));
  const isKnown = base.rows.some(({ id }) => ids.has(id));
  reader.put({
    ...base,
    rows: [
      ...(isKnown ? [] : rows),
      ...base.rows.flatMap((row) => (ids.has(row.id) ? rows.filter(({ id }) => id === row.id) : [row])),
    ],
  });
}

/** Live previews show drafts and scheduled entries. */
function showAll(indexed: IndexedCollection): IndexedCollection {
  return { ...indexed, rows: indexed.rows.map((row) => ({ ...row, status: 'published', isPrivate: false })) };
}

function dataOf(answer: ContentAnswer): unknown {
  if (answer.kind !== 'json') return null;
  const { value } = answer;
  return typeof value === 'object' && value !== null && 'data' in value ? value.data : null;
}
