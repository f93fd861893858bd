// Finds records that no release needs any more: lists and packs of releases that cannot be rolled back to, and leftovers of
// publishers that were killed.

import type { ObjectStore } from './object-store.ts';
import { beatKey, listKey, packKey, type ReleaseHead, type ReleaseList } from './release-record.ts';

/**
 * Keys to delete once the head is written. List them before: a publisher that wrote any of these has seen an older head, so it
 * can no longer finish, and one that starts later uses new names.
 */
export async function findUnusedRecords(
  records: ObjectStore,
  { head, list }: { readonly head: ReleaseHead; readonly list: ReleaseList },
): Promise<readonly string[]> {
  const ids = [...head.releases.map(({ id }) => id), ...head.unfinished];
  const needed = new Set([...ids.map(listKey), ...list.packs.map(({ name }) => packKey(name)), beatKey(list.id)]);
  const found: string[] = [];
  for await (const { key } of records.list()) {
    const [folder = '', name = ''] = key.split('/');
    // A publisher that considers this one dead may have claimed a later id.
    const isLater = (folder === 'releases' || folder === 'beats') && name > `${list.id}.json`;
    if (SWEPT.has(folder) && !needed.has(key) && !isLater) found.push(key);
  }
  return found;
}

const SWEPT = new Set(['packs', 'releases', 'beats', 'probes']);
