// Finds the entries that show something of another entry, and so change with it although nobody saved them. The service embeds titles
// and URLs of related and linked entries, and a localization inherits fields from its origin. Whether the target of such a copy is read
// at all (it may be of another site or collection) is only known once everything is read, so copies stay in the entries.

import type { Collection } from '../../../content/collections.ts';
import { shortHash } from '../../files/content-hash.ts';
import type { IndexRow } from '../snapshot/content-snapshot.ts';
import type { RecordStore } from '../snapshot/record-store.ts';
import type { ApiReader } from './content-client.ts';
import { idOfEntry, isObject } from './entry-facts.ts';
import { readPlainList } from './walk-collection.ts';

/** A changed entry, as received; `before` or `after` is null if it was not or is no longer there. */
export interface EntryChange {
  readonly collection: Collection;
  readonly id: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Changes whose dependents are to be read again. */
export interface Followed {
  /** Ids of changed entries, whose localizations inherit from them. */
  readonly ids: readonly string[];
  /** Texts that entries contain if they show something that changed. */
  readonly texts: readonly string[];
}

export const NOTHING: Followed = { ids: [], texts: [] };

/** What other entries show of an entry. Its localizations may show more. */
const SHOWN = ['title', 'slug', 'url', 'permalink', 'status', 'published'];
/** Collections that others relate to. A relation to an entry that did not exist yet is not in the stored entries. */
const RELATED: ReadonlySet<Collection> = new Set<Collection>(['team', 'speakers', 'pages', 'pages_block']);
/** To follow more takes longer than to read everything. */
const MAX_TEXTS = 200;
/** What is gone is remembered up to this number of ids. */
const MAX_GONE = 5000;

/** What is to be followed of these changes; null if everything has to be read. */
export function follow(
  changes: readonly EntryChange[],
  findStored: (id: string) => unknown,
  known: Followed = NOTHING,
): Followed | null {
  const found = changes.map((change) => textsOf(change, findStored));
  const texts = new Set([...known.texts, ...found.flatMap((each) => each ?? [])]);
  if (found.includes(null) || texts.size > MAX_TEXTS) return null;
  return { ids: [...known.ids, ...changes.map(({ id }) => id)], texts: [...texts] };
}

/** The texts that stored entries contain if they show something of the changed one: its id in quotes, and its URL. */
function textsOf(
  { collection, id, before, after }: EntryChange,
  findStored: (id: string) => unknown,
): readonly string[] | null {
  if (before === null) {
    if (RELATED.has(collection)) return null;
    const originId = isObject(after) ? after.origin_id : null;
    // Links to the origin may lead to its new localization.
    return typeof originId === 'string' ? [JSON.stringify(originId), ...urlOf(findStored(originId))] : [];
  }
  if (!isObject(before)) return null;
  if (!isObject(after)) return [JSON.stringify(id), ...urlOf(before)];
  if (SHOWN.every((field) => before[field] === after[field])) return [];
  return [JSON.stringify(id), ...(before.url === after.url ? [] : urlOf(before))];
}

/** The URL as JSON. Empty for an entry without one, and for the home page, whose URL is part of all others. */
function urlOf(entry: unknown): readonly string[] {
  const url = isObject(entry) ? entry.url : null;
  return typeof url === 'string' && url.length > 1 ? [JSON.stringify(url).slice(1, -1)] : [];
}

export function createDependentsFinder(
  { ids, texts }: Followed,
  records: RecordStore,
): (row: Pick<IndexRow, 'digest' | 'originId'>) => boolean {
  const origins = new Set(ids);
  const digests = texts.length === 0 ? null : records.findWith(texts);
  return ({ digest, originId }) => (originId !== null && origins.has(originId)) || digests?.has(digest) === true;
}

/**
 * Ids of entries, terms and assets that were there and are gone. Rich text and relations keep no trace of them, so everything is read
 * when one is back.
 */
export function noteGone(
  gone: readonly string[],
  before: readonly string[],
  now: ReadonlySet<string>,
): readonly string[] {
  return [...new Set([...gone, ...before])].filter((id) => !now.has(id)).slice(-MAX_GONE);
}

/**
 * The lists of terms and assets, with the fields that entries show. A new title or alternative text changes every entry that shows it,
 * although none was saved. If the API does not list them (the default), the next full read notices such changes.
 */
const LISTS = [
  { name: 'category', path: 'taxonomies/category/terms', fields: 'id,locale,title,slug,url' },
  { name: 'industry', path: 'taxonomies/industry/terms', fields: 'id,locale,title,slug,url' },
  { name: 'assets', path: 'assets/assets', fields: 'id,url,permalink,alt' },
] as const;

/** A hash of what entries show of each term and asset, by id. */
export type ShownNames = Readonly<Record<string, string>>;

/** Reads all terms and assets that the API lists. A list that cannot be read stays as it is known. */
export async function readShownNames(client: ApiReader, known: ShownNames): Promise<ShownNames> {
  const lists = await Promise.all(
    LISTS.map(async (list) => {
      const found = await readPlainList(client, list.path, { fields: list.fields });
      if (found === null) return Object.entries(known).filter(([id]) => listOf(id) === list.name);
      const byId = Map.groupBy(found.entries, (item) => idOfEntry(item) ?? '');
      return [...byId].map(([id, each]) => {
        const texts = each.map((item) => JSON.stringify(item));
        // The order of the items, one a site, does not matter.
        return [id, shortHash(texts.sort().join())] as const;
      });
    }),
  );
  return Object.fromEntries(lists.flat());
}

/**
 * Ids of changed and removed terms and assets; new ones are not shown yet. Null if everything has to be read: one that was gone is
 * back, or a list was not known before.
 */
export function findChangedNames(
  before: ShownNames,
  after: ShownNames,
  gone: readonly string[],
): readonly string[] | null {
  const known = new Set(Object.keys(before).map(listOf));
  const added = Object.keys(after).filter((id) => !(id in before));
  if (added.some((id) => !known.has(listOf(id)) || gone.includes(id))) return null;
  return Object.keys(before).filter((id) => before[id] !== after[id]);
}

/** 'category::news' becomes 'category'. */
const listOf = (id: string): string => id.replace(/::.*/s, '');
