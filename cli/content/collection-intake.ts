// Where received entries go: each becomes a line of a range file and, if it is valid, a row of the index.
// The same indexing serves a walk over the service and a snapshot that is read back.

import { createHash } from 'node:crypto';
import { RANGE_SIZE } from '../../config/constants.ts';
import type { Collection } from '../../content/collections.ts';
import type { Problem } from '../errors.ts';
import type { IndexRow } from './content-snapshot.ts';
import { findUnsafeLinks } from './find-unsafe-links.ts';
import { createRowDraft, type RowDraft } from './index-row.ts';
import { parseEntry, placeOf } from './parse-entry.ts';
import { createRangeWriter, readRangeLines } from './range-files.ts';
import type { EntrySink } from './walk-collection.ts';

/** One collection of one site as it came in: valid rows and problems side by side. */
export interface IndexedCollection {
  readonly collection: Collection;
  readonly site: string;
  readonly rows: readonly IndexRow[];
  readonly ranges: readonly string[];
  readonly problems: readonly Problem[];
  /** Links of valid entries that lead nowhere. */
  readonly warnings: readonly Problem[];
}

interface CollectionPlace {
  readonly collection: Collection;
  readonly site: string;
}

/** Takes the entries of a walk: bodies to disk, rows into memory. */
export function openIntake(rangesDir: string, place: CollectionPlace): EntrySink<IndexedCollection> {
  const writer = createRangeWriter(rangesDir);
  const index = createIndex(place);
  return {
    async take(entries) {
      const lines = entries.map((entry) => JSON.stringify(entry));
      for (const [position, entry] of entries.entries()) index.add(entry, lines[position] ?? '');
      await writer.append(lines);
    },
    async finish() {
      return index.finish(await writer.finish());
    },
    discard: () => writer.discard(),
  };
}

/** Indexes a collection whose ranges are on disk already. @throws SiteError SNAPSHOT_DAMAGED (exit 2). */
export async function indexStoredRanges(
  rangesDir: string,
  place: CollectionPlace & { ranges: readonly string[] },
): Promise<IndexedCollection> {
  const { collection, site, ranges } = place;
  const index = createIndex({ collection, site });
  for (const sha256 of ranges) {
    for (const line of await readRangeLines(rangesDir, sha256)) index.add(JSON.parse(line), line);
  }
  return index.finish(ranges);
}

/** Collects rows and problems; which range a row is in is known when the ranges are. */
function createIndex(place: CollectionPlace) {
  const drafts: { readonly row: RowDraft; readonly position: number }[] = [];
  const problems: Problem[] = [];
  const warnings: Problem[] = [];
  let position = 0;
  return {
    add(raw: unknown, line: string) {
      const parsed = parseEntry(raw, place);
      if ('problems' in parsed) problems.push(...parsed.problems);
      else {
        drafts.push({ row: createRowDraft(parsed.entry, { ...place, digest: sha256Of(line) }), position });
        warnings.push(...findUnsafeLinks(parsed.entry, placeOf(raw, place.collection, place.site)));
      }
      position += 1;
    },
    finish(ranges: readonly string[]): IndexedCollection {
      // Every range but the last one is full.
      const rows = drafts.map(({ row, position: at }) => ({
        ...row,
        range: ranges[Math.floor(at / RANGE_SIZE)] ?? '',
        line: at % RANGE_SIZE,
      }));
      return { ...place, rows, ranges, problems, warnings };
    },
  };
}

function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
