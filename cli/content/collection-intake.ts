// Where received entries go: each becomes a line of a range file and, if it is valid, a row of the index.
// The same indexing serves a walk over the service and a snapshot that is read back.

import { RANGE_SIZE } from '../../config/constants.ts';
import type { Collection } from '../../content/collections.ts';
import type { Problem } from '../errors.ts';
import type { IndexRow } from './content-snapshot.ts';
import { createRangeWriter, readRangeLines, verifyRange } from './range-files.ts';
import { loadRangeRows, type RangeRow, type RangeRows, storeRangeRows } from './range-rows.ts';
import { type CollectionPlace, type IndexedEntry, indexEntry, type TakenEntry, takeEntry } from './take-entry.ts';
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

/** What accompanies an intake. */
export interface IntakeOptions {
  /** Hears of entries as they come. */
  readonly onEntries?: (taken: number) => void;
  /** Key of the code; where it is given, rows are kept beside their ranges for the next build of the snapshot. */
  readonly codeKey?: string | undefined;
}

/** Takes entries as they come: bodies to disk, rows into memory. */
export function openIntake(rangesDir: string, place: CollectionPlace): EntrySink<IndexedCollection> {
  const intake = openTakenIntake(rangesDir, place);
  return { ...intake, take: (entries) => intake.take(entries.map((raw) => takeEntry(raw, place))) };
}

/** Takes the entries of a walk that are indexed already. */
export function openTakenIntake(
  rangesDir: string,
  place: CollectionPlace,
  { onEntries, codeKey }: IntakeOptions = {},
): EntrySink<IndexedCollection, TakenEntry> {
  const writer = createRangeWriter(rangesDir);
  const index = createIndex(place);
  return {
    async take(entries) {
      for (const { indexed } of entries) index.add(indexed);
      onEntries?.(entries.length);
      await writer.append(entries.map(({ line }) => line));
    },
    async finish() {
      const ranges = await writer.finish();
      if (codeKey !== undefined) await storeRows(rangesDir, index.parts(), { place, ranges, codeKey });
      return index.finish(ranges);
    },
    discard: () => writer.discard(),
  };
}

async function storeRows(
  rangesDir: string,
  parts: readonly IndexedPart[],
  { place, ranges, codeKey }: { place: CollectionPlace; ranges: readonly string[]; codeKey: string },
): Promise<void> {
  for (const [number, { rows, warnings, problems }] of parts.entries()) {
    const sha256 = ranges[number];
    if (sha256 !== undefined && problems.length === 0)
      await storeRangeRows({ rangesDir, sha256, key: rowsKey(place, codeKey) }, { rows, warnings });
  }
}

function rowsKey({ collection, site }: CollectionPlace, codeKey: string): string {
  return `${codeKey} ${collection} ${site}`;
}

/**
 * Indexes a collection whose ranges are on disk already. Where rows of this code are kept beside a range, its bytes are
 * compared with their name, and not parsed.
 * @throws SiteError SNAPSHOT_DAMAGED (exit 2).
 */
export async function indexStoredRanges(
  rangesDir: string,
  place: CollectionPlace & { ranges: readonly string[] },
  codeKey: string | null = null,
): Promise<IndexedCollection> {
  const { collection, site, ranges } = place;
  const index = createIndex({ collection, site });
  let verified: Promise<void> = Promise.resolve();
  for (const sha256 of ranges) {
    const known = codeKey === null ? null : await loadRangeRows({ rangesDir, sha256, key: rowsKey(place, codeKey) });
    if (known === null) {
      for (const line of await readRangeLines(rangesDir, sha256))
        index.add(indexEntry(JSON.parse(line), line, { collection, site }));
      continue;
    }
    index.addKnown(known);
    // One range at a time, beside the parsing of rows.
    await verified;
    verified = verifyRange(rangesDir, sha256);
    verified.catch(() => {});
  }
  await verified;
  return index.finish(ranges);
}

/** What one range was indexed into. */
interface IndexedPart extends RangeRows {
  readonly rows: RangeRow[];
  readonly problems: Problem[];
  readonly warnings: Problem[];
}

/** Collects rows and problems, range by range; which range a row is in is known when the ranges are. */
function createIndex(place: CollectionPlace) {
  const parts: IndexedPart[] = [];
  let position = 0;
  return {
    add(indexed: IndexedEntry) {
      const number = Math.floor(position / RANGE_SIZE);
      const part = parts[number] ?? { rows: [], problems: [], warnings: [] };
      parts[number] = part;
      if ('problems' in indexed) part.problems.push(...indexed.problems);
      else {
        part.rows.push({ ...indexed.row, line: position % RANGE_SIZE });
        part.warnings.push(...indexed.warnings);
      }
      position += 1;
    },
    /** Adds a whole range, or the last one. */
    addKnown({ rows, warnings }: RangeRows) {
      parts.push({ rows: [...rows], warnings: [...warnings], problems: [] });
      position += RANGE_SIZE;
    },
    parts: (): readonly IndexedPart[] => parts,
    finish(ranges: readonly string[]): IndexedCollection {
      const share = createSharing();
      return {
        ...place,
        rows: parts.flatMap(({ rows }, number) =>
          rows.map((row) => ({ ...place, ...share(row), range: ranges[number] ?? '' })),
        ),
        ranges,
        problems: parts.flatMap(({ problems }) => problems),
        warnings: parts.flatMap(({ warnings }) => warnings),
      };
    },
  };
}

/** What rows of a collection have in common stands in memory once: each entry came with categories and a status of its own. */
function createSharing() {
  const categoriesByText = new Map<string, RangeRow['categories']>();
  const statuses = new Map<string | null, string | null>();
  return (row: RangeRow): RangeRow => {
    const text = JSON.stringify(row.categories);
    const categories = categoriesByText.get(text) ?? row.categories;
    categoriesByText.set(text, categories);
    const status = statuses.get(row.status) ?? row.status;
    statuses.set(status, status);
    return { ...row, categories, status };
  };
}
