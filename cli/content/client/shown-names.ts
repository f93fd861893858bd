// Detects changes of terms and assets: a new title or alternative text changes every entry that shows it, although none was saved. If
// the API does not list terms and assets (the default), the next full read notices such changes.

import { sha256 } from '../../files/content-hash.ts';
import type { ApiReader } from './content-client.ts';
import { idOfEntry } from './entry-facts.ts';
import { RequestFailure } from './request-failure.ts';
import { readListPage } from './walk-collection.ts';

/** The lists of terms and assets, with the fields that entries show. */
const LISTS = [
  { path: 'taxonomies/category/terms', fields: 'id,locale,title,slug,url' },
  { path: 'taxonomies/industry/terms', fields: 'id,locale,title,slug,url' },
  { path: 'assets/assets', fields: 'id,url,permalink,alt' },
] as const;
const LIMIT = 1000;
const HASH_LENGTH = 16;

/** A hash of what entries show of each term and asset, by id. */
export type ShownNames = Readonly<Record<string, string>>;

/** Reads all terms and assets that the API lists. */
export async function readShownNames(client: ApiReader): Promise<ShownNames> {
  const lists = await Promise.all(LISTS.map((list) => readList(client, list)));
  const byId = Map.groupBy(lists.flat(), (item) => idOfEntry(item) ?? '');
  return Object.fromEntries(
    [...byId].map(([id, items]) => [
      id,
      sha256(
        items
          .map((item) => JSON.stringify(item))
          .sort()
          .join(),
      ).slice(0, HASH_LENGTH),
    ]),
  );
}

/**
 * Ids of changed, new and removed terms and assets. New assets do not count, because no entry shows them yet, unless the list was not
 * known before. New terms do: entries may name a term that was deleted and is back.
 */
export function findChangedNames(before: ShownNames, after: ShownNames): readonly string[] {
  const known = listsOf(before);
  const isShown = (id: string) => id in before || !isAsset(id) || !known.has(listOf(id));
  return Object.keys({ ...before, ...after }).filter((id) => before[id] !== after[id] && isShown(id));
}

/** Ids of removed terms and assets. A list without items could not be read. */
export function findGoneNames(before: ShownNames, after: ShownNames): readonly string[] {
  const read = listsOf(after);
  return Object.keys(before).filter((id) => !(id in after) && read.has(listOf(id)));
}

const isAsset = (id: string): boolean => listOf(id) === 'assets';
const listsOf = (names: ShownNames): ReadonlySet<string> => new Set(Object.keys(names).map(listOf));
/** 'category::news' becomes 'category'. */
const listOf = (id: string): string => id.replace(/::.*/s, '');

/** All items of a list; none if the service does not answer with a list. */
async function readList(
  { api, getJson }: ApiReader,
  { path, fields }: (typeof LISTS)[number],
): Promise<readonly unknown[]> {
  const items: unknown[] = [];
  for (let page = 1; ; page += 1) {
    const query = new URLSearchParams({ fields, limit: String(LIMIT), page: String(page) });
    const answer = await getJson(`${api}/${path}?${query}`, { isAnswer: () => true }).catch((cause: unknown) => {
      if (cause instanceof RequestFailure) return null;
      throw cause;
    });
    const list = answer?.kind === 'json' ? readListPage(answer.value) : null;
    if (list === null || 'fault' in list) return [];
    items.push(...list.entries);
    if (list.entries.length === 0 || items.length >= list.total) return items;
  }
}
