// What no release needs any more among the records: lists and kept bytes of releases that cannot come back, and what publishers left
// that were killed.

import type { ObjectStore } from './object-store.ts';
import { beatKey, listKey, packKey, type ReleaseHead, type ReleaseList } from './release-record.ts';

/**
 * Keys that may go once the head is written. Call it before: a publisher that wrote any of these has seen an older head, so it can
 * no longer finish, and one that starts later writes under new names.
 */
export async function findLeftRecords(
  records: ObjectStore,
  { head, list }: { readonly head: ReleaseHead; readonly list: ReleaseList },
): Promise<readonly string[]> {
  const ids = [...head.releases.map(({ id }) => id), ...head.unfinished];
  const needed = new Set([...ids.map(listKey), ...list.packs.map(({ name }) => packKey(name)), beatKey(list.id)]);
  const found: string[] = [];
  for await (const { key } of records.list()) {
    const [folder = '', name = ''] = key.split('/');
    // Publishers that think this one has ended have claimed later numbers.
    const isLater = (folder === 'releases' || folder === 'beats') && name > `${list.id}.json`;
    if (SWEPT.has(folder) && !needed.has(key) && !isLater) found.push(key);
  }
  return found;
}

const SWEPT = new Set(['packs', 'releases', 'beats', 'probes']);
