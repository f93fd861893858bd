// Stores and indexes the entries of a collection: each becomes a line of a range file and, if it is valid, a row of the index.
// Snapshots on disk are indexed by the same code.

import { RANGE_SIZE } from '../../../config/constants.ts';
import type { Collection } from '../../../content/collections.ts';
import type { Problem } from '../../errors.ts';
import { sha256 } from '../../files/content-hash.ts';
import type { EntrySink } from '../client/walk-collection.ts';
import type { IndexRow } from '../snapshot/content-snapshot.ts';
import { createRangeWriter, readRangeLines } from '../snapshot/range-files.ts';
import { type CollectionPlace, type IndexedEntry, indexEntry } from './index-entry.ts';
import type { RowDraft } from './index-row.ts';

/** One collection of one site: the rows of valid entries, and the problems of the others. */
export interface IndexedCollection {
  readonly collection: Collection;
  readonly site: string;
  readonly rows: readonly IndexRow[];
  readonly ranges: readonly string[];
  readonly problems: readonly Problem[];
  /** Links of valid entries that lead nowhere. */
  readonly warnings: readonly Problem[];
}

/** Opens a sink for received entries: bodies go to disk, rows stay in memory. */
export function openIntake(rangesDir: string, place: CollectionPlace): EntrySink<IndexedCollection> {
  const writer = createRangeWriter(rangesDir);
  const index = createIndex(place);
  return {
    async take(entries) {
      const lines = entries.map((raw) => {
        const line = JSON.stringify(raw);
        const digest = sha256(line);
        index.add(indexEntry(raw, place, line), digest);
        return { line, digest };
      });
      await writer.append(lines);
    },
    finish: async () => index.finish(await writer.finish()),
    discard: () => writer.discard(),
  };
}

/**
 * Indexes a collection whose ranges are on disk already.
 * @throws SiteError SNAPSHOT_DAMAGED (exit 2).
 */
export async function indexStoredRanges(
  rangesDir: string,
  { collection, site, ranges }: CollectionPlace & { readonly ranges: readonly string[] },
): Promise<IndexedCollection> {
  const place = { collection, site };
  const index = createIndex(place);
  for (const range of ranges) {
    for (const { line, digest } of await readRangeLines(rangesDir, range))
      index.add(indexEntry(JSON.parse(line), place, line), digest);
  }
  return index.finish(ranges);
}

/** Collects rows and problems in the order of the entries. */
function createIndex(place: CollectionPlace) {
  /** A row gets its place when its range is complete: only then the range has a name. */
  const drafts: { readonly row: RowDraft; readonly position: number; readonly digest: string }[] = [];
  const problems: Problem[] = [];
  const warnings: Problem[] = [];
  let position = 0;
  return {
    add(indexed: IndexedEntry, digest: string) {
      if ('problems' in indexed) problems.push(...indexed.problems);
      else {
        drafts.push({ row: indexed.row, position, digest });
        warnings.push(...indexed.warnings);
      }
      position += 1;
    },
    finish: (ranges: readonly string[]): IndexedCollection => ({
      ...place,
      rows: drafts.map((draft) => ({
        ...place,
        ...draft.row,
        range: ranges[Math.floor(draft.position / RANGE_SIZE)] ?? '',
        line: draft.position % RANGE_SIZE,
        digest: draft.digest,
      })),
      ranges,
      problems,
      warnings,
    }),
  };
}
