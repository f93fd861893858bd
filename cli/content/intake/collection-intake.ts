// Stores and indexes the entries of a collection as they are received: bodies go to the database, rows stay in memory.

import type { Problem } from '../../errors.ts';
import type { Digest } from '../../files/brands.ts';
import type { EntrySink } from '../client/walk-collection.ts';
import type { IndexRow } from '../snapshot/content-snapshot.ts';
import type { RecordStore, StoredEntry } from '../snapshot/record-store.ts';
import type { CollectionPlace } from './index-entry.ts';

/** An entry without a row. */
export interface InvalidEntry {
  readonly digest: Digest;
  /** Its index among all entries of the list. */
  readonly position: number;
  readonly problems: readonly Problem[];
}

/** A collection of a site: the rows of valid entries, and the invalid ones. */
export interface IndexedCollection extends CollectionPlace {
  /** In the order of the service. */
  readonly rows: readonly IndexRow[];
  readonly invalid: readonly InvalidEntry[];
}

/** Opens a sink for received entries. What an unfinished sink stored is pruned later. */
export function openIntake(records: RecordStore, place: CollectionPlace): EntrySink<IndexedCollection> {
  const entries: StoredEntry[] = [];
  return {
    take(more) {
      for (const entry of records.take(more, place)) entries.push(entry);
    },
    finish: () => indexCollection(place, entries),
  };
}

/** Makes a collection of stored entries. */
export function indexCollection(
  { collection, site }: CollectionPlace,
  entries: Iterable<StoredEntry>,
): IndexedCollection {
  const rows: IndexRow[] = [];
  const invalid: InvalidEntry[] = [];
  for (const { digest, indexed } of entries) {
    if ('row' in indexed) rows.push({ collection, site, ...indexed.row, digest });
    else invalid.push({ digest, position: rows.length + invalid.length, problems: indexed.problems });
  }
  return { collection, site, rows, invalid };
}
