// Detects changes of terms and assets: a new title or alternative text changes every entry that shows it, although none was saved. If
// the API does not list terms and assets (the default), the next full read notices such changes.

import { sha256 } from '../../files/content-hash.ts';
import type { ApiReader } from './content-client.ts';
import { idOfEntry } from './entry-facts.ts';
import { RequestFailure } from './request-failure.ts';
import { readListPage } from './walk-collection.ts';

/** The lists of terms and assets, with the fields that entries show. */
const LISTS = [
  { name: 'category', path: 'taxonomies/category/terms', fields: 'id,locale,title,slug,url' },
  { name: 'industry', path: 'taxonomies/industry/terms', fields: 'id,locale,title,slug,url' },
  { name: 'assets', path: 'assets/assets', fields: 'id,url,permalink,alt' },
] as const;
const LIMIT = 1000;
const HASH_LENGTH = 16;

/** A hash of what entries show of each term and asset, by id. */
export type ShownNames = Readonly<Record<string, string>>;

/** Reads all terms and assets that the API lists. A list that cannot be read stays as it is known. */
export async function readShownNames(client: ApiReader, known: ShownNames): Promise<ShownNames> {
  const lists = await Promise.all(
    LISTS.map(async (list) => {
      const items = await readList(client, list);
      if (items === null) return Object.entries(known).filter(([id]) => listOf(id) === list.name);
      const byId = Map.groupBy(items, (item) => idOfEntry(item) ?? '');
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

async function readList(
  { api, getJson }: ApiReader,
  { path, fields }: (typeof LISTS)[number],
): Promise<readonly unknown[] | null> {
  const items: unknown[] = [];
  for (let page = 1; ; page += 1) {
    const query = new URLSearchParams({ fields, limit: String(LIMIT), page: String(page) });
    const answer = await getJson(`${api}/${path}?${query}`, { isAnswer: () => true }).catch((cause: unknown) => {
      if (cause instanceof RequestFailure) return null;
      throw cause;
    });
    const list = answer?.kind === 'json' ? readListPage(answer.value) : null;
    if (list === null || 'fault' in list) return null;
    items.push(...list.entries);
    if (list.entries.length === 0 || items.length >= list.total) return items;
  }
}
