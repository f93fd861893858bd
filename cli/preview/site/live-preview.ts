// Live Preview of the content service: an editor's unsaved values, found by the token of the request and laid over the
// received content for this one answer. Tokens are sent on to the service, and never stored, written or logged.

import { LOCALES, type LocaleRow } from '../../../config/locales.ts';
import { PAGES, type PageRow } from '../../../config/pages.ts';
import type { Collection } from '../../../content/collections.ts';
import type { ContentClient } from '../../content/client/content-client.ts';
import { idOfEntry } from '../../content/client/entry-facts.ts';
import { walkCollection } from '../../content/client/walk-collection.ts';
import { type IndexedCollection, openIntake } from '../../content/intake/collection-intake.ts';
import type { ContentAnswer } from '../../content/intake/parse-answer.ts';
import { prefixOf } from '../../plan/redirects/find-redirect.ts';
import type { StoredCollection, StoredContent } from './content-store.ts';

/** What a live preview is read with. */
export interface LivePlace {
  readonly client: ContentClient;
  readonly serviceUrl: string;
  readonly rangesDir: string;
  readonly content: StoredContent;
}

/** The content with unsaved values in it. */
export interface LiveContent {
  readonly content: StoredContent;
  /** The service knows the token; else everything is as it is published. */
  readonly isConfirmed: boolean;
}

const DETAIL_BY_LIST = { blog: 'blog_articles', 'e-books': 'e-books', webinars: 'webinars' } as const;

/** Reads what a token changes on a page: its own entry, drafts included, and the whole list of a list page. */
export async function readLiveContent(place: LivePlace, path: string, token: string): Promise<LiveContent> {
  const locale = LOCALES.find(({ prefix }) => prefix === prefixOf(path));
  if (locale === undefined) return { content: place.content, isConfirmed: false };
  let isConfirmed = false;
  const confirm = (answer: ContentAnswer): ContentAnswer => {
    if (answer.kind === 'json' && answer.isLivePreview === true) isConfirmed = true;
    return answer;
  };
  const secrets = { previewToken: token };
  const client: ReadingClient = {
    api: place.client.api,
    getJson: async (apiPath) => confirm(await place.client.getJson(apiPath, secrets)),
  };
  const content = new Map(place.content);
  for (const { row, slug } of findRows(locale, path)) {
    const collection = row.source.kind === 'collection' ? row.source.collection : 'pages';
    const overlay = await readEntry({ ...place, client }, { collection, site: locale.site, slug });
    if (overlay !== null) content.set(`${collection} ${locale.site}`, overlay);
    const listed = row.list === undefined ? null : DETAIL_BY_LIST[row.list];
    if (listed !== null && isConfirmed) {
      const indexed = await readList({ ...place, client }, listed, locale.site);
      content.set(`${listed} ${locale.site}`, { kind: 'collection', source: 'service', indexed: showAll(indexed) });
    }
  }
  return isConfirmed ? { content, isConfirmed } : { content: place.content, isConfirmed };
}

/** Rows of the registry that a path may belong to, with the slug of the entry that each of them shows there. */
function findRows(locale: LocaleRow, path: string): readonly { readonly row: PageRow; readonly slug: string }[] {
  const own = path.slice(locale.prefix.length);
  const found = PAGES.filter(({ notIn }) => !notIn.includes(locale.locale)).flatMap((row) => {
    const { source } = row;
    if (source.kind === 'error') return [];
    const isOwn = own === row.path || (row.list !== undefined && own.startsWith(`${row.path}page/`));
    if (source.kind === 'entry' || source.kind === 'words') return isOwn ? [{ row, slug: source.slug }] : [];
    const [before = '', after = ''] = row.path.split('{slug}');
    const slug = own.slice(before.length, own.length - after.length);
    const isMatch = own.startsWith(before) && own.endsWith(after) && slug !== '' && !slug.includes('/');
    return isMatch ? [{ row, slug }] : [];
  });
  // A page that the registry names wins over the generic page of its path.
  const named = found.filter(({ row }) => row.source.kind !== 'other-entries');
  return named.length > 0 ? named : found;
}

type ReadingClient = Pick<ContentClient, 'api' | 'getJson'>;
type Reader = Omit<LivePlace, 'client'> & { readonly client: ReadingClient };
interface EntryPlace {
  readonly collection: Collection;
  readonly site: string;
  readonly slug: string;
}

/** The list with one entry as the token shows it; null where nothing comes back. */
async function readEntry(reader: Reader, { collection, site, slug }: EntryPlace): Promise<StoredCollection | null> {
  const query = new URLSearchParams({
    'filter[site]': site,
    'filter[slug]': slug,
    'filter[status]': 'any',
    limit: '1',
  });
  const answer = await reader.client.getJson(`${reader.client.api}/collections/${collection}/entries?${query}`);
  const value = answer.kind === 'json' && hasData(answer.value) ? answer.value.data : null;
  const raw: unknown = Array.isArray(value) ? value[0] : undefined;
  // A slug that is not saved yet is found by looking at all.
  if (raw === undefined) {
    if (answer.kind !== 'json' || answer.isLivePreview !== true) return null;
    const indexed = await readList(reader, collection, site);
    const row = indexed.rows.find((candidate) => candidate.slug === slug.normalize('NFC'));
    return row === undefined ? null : overlay(reader, { ...indexed, rows: [row] });
  }
  const sink = openIntake(reader.rangesDir, { collection, site });
  sink.take([raw]);
  return overlay(reader, sink.finish(), idOfEntry(raw));
}

function readList(reader: Reader, collection: Collection, site: string): Promise<IndexedCollection> {
  return walkCollection({
    client: reader.client,
    serviceUrl: reader.serviceUrl,
    collection,
    site,
    withDrafts: true,
    pagesAtOnce: 2,
    openSink: () => openIntake(reader.rangesDir, { collection, site }),
    onPage: () => {},
  });
}

/** Lays a read over the known list: its entries in the place of theirs, new ones first. */
function overlay({ content }: Reader, read: IndexedCollection, id: string | null = null): StoredCollection {
  const known = content.get(`${read.collection} ${read.site}`);
  const base =
    known?.kind === 'collection' ? known.indexed : { ...read, rows: [], ranges: [], problems: [], warnings: [] };
  const { rows } = showAll(read);
  const replaced = new Set([...rows.map((row) => row.id), ...(id === null ? [] : [id])]);
  const isKnown = base.rows.some((row) => replaced.has(row.id));
  return {
    kind: 'collection',
    source: 'service',
    indexed: {
      ...base,
      rows: [
        ...(isKnown ? [] : rows),
        ...base.rows.flatMap((row) => (replaced.has(row.id) ? rows.filter(({ id: own }) => own === row.id) : [row])),
      ],
      ranges: [...base.ranges, ...read.ranges],
      problems: [...base.problems, ...read.problems],
      warnings: [...base.warnings, ...read.warnings],
    },
  };
}

/** Who looks with a token sees drafts and what is scheduled. */
function showAll(indexed: IndexedCollection): IndexedCollection {
  return { ...indexed, rows: indexed.rows.map((row) => ({ ...row, status: 'published', isPrivate: false })) };
}

function hasData(value: unknown): value is { readonly data: unknown } {
  return typeof value === 'object' && value !== null && 'data' in value;
}
