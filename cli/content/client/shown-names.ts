// Terms and assets as entries show them: a title or an alternative text that changes does so in every entry that shows it, and none
// of them was saved. A service whose API does not list them (they are off by default) is not asked again; then such a change
// comes with the next full read.

import { sha256 } from '../../files/content-hash.ts';
import type { ContentClient } from './content-client.ts';
import { idOfEntry } from './entry-facts.ts';
import { RequestFailure } from './request-failure.ts';
import { readListPage } from './walk-collection.ts';

/** Where terms and assets are listed, with the fields that entries show. */
const LISTS = [
  { path: 'taxonomies/category/terms', fields: 'id,locale,title,slug,url' },
  { path: 'taxonomies/industry/terms', fields: 'id,locale,title,slug,url' },
  { path: 'assets/assets', fields: 'id,url,permalink,alt' },
] as const;
const LIMIT = 1000;
const HASH_LENGTH = 16;

/** A hash of what is shown of each term and asset, by its id. */
export type ShownNames = Readonly<Record<string, string>>;

/** Asks for all of them. */
export async function readShownNames(client: Pick<ContentClient, 'api' | 'getJson'>): Promise<ShownNames> {
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
 * The ids of what is shown in another way, or not any more; all of a list that was not known before. A new asset is shown by no entry
 * yet; a new term may be one that entries show by its slug, as a deleted one that is back.
 */
export function findChangedNames(before: ShownNames, after: ShownNames): readonly string[] {
  const known = listsOf(before);
  const isShown = (id: string) => id in before || !isAsset(id) || !known.has(listOf(id));
  return Object.keys({ ...before, ...after }).filter((id) => before[id] !== after[id] && isShown(id));
}

/** The ids of what is not there any more. A list without any item could not be read. */
export function findGoneNames(before: ShownNames, after: ShownNames): readonly string[] {
  const read = listsOf(after);
  return Object.keys(before).filter((id) => !(id in after) && read.has(listOf(id)));
}

const isAsset = (id: string): boolean => listOf(id) === 'assets';
const listsOf = (names: ShownNames): ReadonlySet<string> => new Set(Object.keys(names).map(listOf));
/** 'category' of 'category::news'. */
const listOf = (id: string): string => id.replace(/::.*/s, '');

/** All items of a list; none where the service does not answer with it. */
async function readList(
  { api, getJson }: Pick<ContentClient, 'api' | 'getJson'>,
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
