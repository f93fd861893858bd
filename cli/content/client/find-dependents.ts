// Finds the entries that show something of another entry, and so change with it although nobody saved them. The service embeds titles
// and URLs of related and linked entries, and a localization inherits fields from its origin.

import { DETAIL_COLLECTIONS } from '../../../config/pages.ts';
import type { Collection } from '../../../content/collections.ts';
import type { CollectionSnapshot } from '../snapshot/content-snapshot.ts';
import type { RecordStore } from '../snapshot/record-store.ts';
import { isObject } from './entry-facts.ts';

/** A changed entry, as received; `before` or `after` is null if it was not or is no longer there. */
export interface EntryChange {
  readonly collection: Collection;
  readonly site: string;
  readonly id: string;
  readonly before: unknown;
  readonly after: unknown;
  /** The entry that a new one is a localization of; null if none. */
  readonly origin: unknown;
}

/** What other entries show of an entry. Its localizations may show more. */
const SHOWN = ['title', 'slug', 'url', 'permalink', 'status', 'published'];
/** Collections with relations to a collection. A relation to an entry that did not exist yet is not in the stored entries. */
const RELATED_COLLECTIONS: Readonly<Partial<Record<Collection, readonly Collection[]>>> = {
  team: ['blog_articles'],
  speakers: ['webinars'],
  pages: ['faq'],
  pages_block: [...DETAIL_COLLECTIONS, 'pages', 'pages_block'],
};

/** Collections whose stored entries may be related to a new entry without a reference to it; none unless the entry is new. */
export function collectionsRelatedTo({ collection, before }: EntryChange): readonly Collection[] {
  return before === null ? (RELATED_COLLECTIONS[collection] ?? []) : [];
}

/**
 * The texts that stored entries contain if they show something of the changed one: its id in quotes, and its URL. Null if the service
 * sends no URLs, so that links to the entry cannot be found.
 */
export function referencesTo({ id, before, after, origin }: EntryChange): readonly string[] | null {
  const quoted = JSON.stringify(id);
  if (before === null) return isObject(origin) ? [...urlOf(origin), JSON.stringify(origin.id)] : [];
  if (!isObject(before)) return null;
  if (isObject(after) && SHOWN.every((field) => before[field] === after[field])) return [`"origin_id":${quoted}`];
  const hasMoved = !isObject(after) || before.url !== after.url || before.slug !== after.slug;
  if (!hasMoved) return [quoted];
  return before.url === undefined ? null : [quoted, ...urlOf(before)];
}

/** The URL as JSON. Empty for an entry without one, and for the home page, whose URL is part of all others. */
function urlOf({ url }: Readonly<Record<string, unknown>>): readonly string[] {
  return typeof url === 'string' && url.length > 1 ? [JSON.stringify(url).slice(1, -1)] : [];
}

/** Ids of the entries whose JSON contains one of the texts. */
export function findStoredWith(
  lists: readonly Pick<CollectionSnapshot, 'rows'>[],
  texts: readonly string[],
  records: RecordStore,
): readonly string[] {
  if (texts.length === 0) return [];
  return lists.flatMap(({ rows }) => rows.filter(({ digest }) => records.hasText(digest, texts)).map(({ id }) => id));
}
