// Detects changes of terms and assets: a new title or alternative text changes every entry that shows it, although none was saved. If
// the API does not list terms and assets (the default), the next full read notices such changes.

import { sha256 } from '../../files/content-hash.ts';
import type { ApiReader } from './content-client.ts';
import { idOfEntry } from './entry-facts.ts';
import { readPlainList } from './walk-collection.ts';

/** The lists of terms and assets, with the fields that entries show. */
const LISTS = [
  { name: 'category', path: 'taxonomies/category/terms', fields: 'id,locale,title,slug,url' },
  { name: 'industry', path: 'taxonomies/industry/terms', fields: 'id,locale,title,slug,url' },
  { name: 'assets', path: 'assets/assets', fields: 'id,url,permalink,alt' },
] as const;
const HASH_LENGTH = 16;

/** A hash of what entries show of each term and asset, by id. */
export type ShownNames = Readonly<Record<string, string>>;

/** Reads all terms and assets that the API lists. A list that cannot be read stays as it is known. */
export async function readShownNames(client: ApiReader, known: ShownNames): Promise<ShownNames> {
  const lists = await Promise.all(
    LISTS.map(async (list) => {
      const found = await readPlainList(client, list.path, { fields: list.fields });
      if (found === null) return Object.entries(known).filter(([id]) => listOf(id) === list.name);
      const byId = Map.groupBy(found.entries, (item) => idOfEntry(item) ?? '');
      return [...byId].map(([id, each]) => [id, hashOf(each)] as const);
    }),
  );
  return Object.fromEntries(lists.flat());
}

/** The order of the items, one a site, does not matter. */
function hashOf(items: readonly unknown[]): string {
  const texts = items.map((item) => JSON.stringify(item)).sort();
  return sha256(texts.join()).slice(0, HASH_LENGTH);
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
