// Which entries show something of another entry, so that they change with it although nobody saved them. The service embeds titles
// and addresses of related and linked entries, and a localization shows the fields of its origin that it does not have itself.

import { DETAIL_COLLECTIONS } from '../../../config/pages.ts';
import type { Collection } from '../../../content/collections.ts';
import { isObject } from './entry-facts.ts';

/** An entry before and after it changed, as received; null where it was or is not there. */
export interface EntryChange {
  readonly collection: Collection;
  readonly site: string;
  readonly id: string;
  readonly before: unknown;
  readonly after: unknown;
  /** The entry whose localization a new one is. */
  readonly origin: unknown;
}

/** All that other entries show of an entry, but for its localizations. */
const SHOWN = ['title', 'slug', 'url', 'permalink', 'status', 'published'];
/** Collections with relations to a collection: a relation to an entry that was not there yet leaves no trace. */
const RELATED: Readonly<Partial<Record<Collection, readonly Collection[]>>> = {
  team: ['blog_articles'],
  speakers: ['webinars'],
  pages: ['faq'],
  pages_block: [...DETAIL_COLLECTIONS, 'pages', 'pages_block'],
};

/** The collections whose entries may show a new entry without a name of it in what is stored. */
export function listsThatMayShow({ collection, before }: EntryChange): readonly Collection[] {
  return before === null ? (RELATED[collection] ?? []) : [];
}

/**
 * The texts in stored entries that show something of the changed one: ids with quotes and addresses. Null where the service keeps
 * addresses to itself, so that links to the entry cannot be found.
 */
export function namesOf({ id, before, after, origin }: EntryChange): readonly string[] | null {
  const quoted = JSON.stringify(id);
  if (before === null) return isObject(origin) ? [...addressOf(origin), JSON.stringify(origin.id)] : [];
  if (!isObject(before)) return null;
  if (isObject(after) && SHOWN.every((field) => before[field] === after[field])) return [`"origin_id":${quoted}`];
  const hasMoved = !isObject(after) || before.url !== after.url || before.slug !== after.slug;
  if (!hasMoved) return [quoted];
  return before.url === undefined ? null : [quoted, ...addressOf(before)];
}

/** The address as JSON writes it; none for an entry without one. That of the home page is part of every other. */
function addressOf({ url }: Readonly<Record<string, unknown>>): readonly string[] {
  return typeof url === 'string' && url.length > 1 ? [JSON.stringify(url).slice(1, -1)] : [];
}
