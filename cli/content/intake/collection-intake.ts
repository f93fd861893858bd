// Where received entries go: each becomes a line of a range file and, if it is valid, a row of the index.
// The same indexing serves a walk over the service and a snapshot that is read back.

import { RANGE_SIZE } from '../../../config/constants.ts';
import type { Collection } from '../../../content/collections.ts';
import type { Problem } from '../../errors.ts';
import { sha256 as digestOf } from '../../files/content-hash.ts';
import type { EntrySink } from '../client/walk-collection.ts';
import type { IndexRow } from '../snapshot/content-snapshot.ts';
import { createFiledTexts } from '../snapshot/filed-texts.ts';
import { createRangeWriter, readRangeLines, stampRange, verifyRange } from '../snapshot/range-files.ts';
import { loadRangeRows, type RangeRows, type RowsPlace, storeRangeRows } from '../snapshot/range-rows.ts';
import type { RowDraft } from './index-row.ts';
import { type CardShelf, createRowList } from './keep-cards.ts';
import { type CollectionPlace, type IndexedEntry, indexEntry, type TakenEntry, takeEntry } from './take-entry.ts';

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

/** Takes entries as they come: bodies to disk, rows into memory. */
export function openIntake(rangesDir: string, place: CollectionPlace): EntrySink<IndexedCollection> {
  const intake = openTakenIntake(rangesDir, place);
  return { ...intake, take: (entries) => intake.take(entries.map((raw) => takeEntry(raw, place))) };
}

/** What accompanies an intake. */
export interface IntakeOptions {
  /** Key of the code; where it is given, rows are kept beside their ranges for the next build of the snapshot. */
  readonly codeKey?: string | undefined;
  /** Takes the rows of a large collection; without it they stay as they are. */
  readonly cards?: CardShelf | undefined;
}

/** Takes the entries of a walk that are indexed already. */
export function openTakenIntake(
  rangesDir: string,
  place: CollectionPlace,
  { codeKey, cards }: IntakeOptions = {},
): EntrySink<IndexedCollection, TakenEntry> {
  const writer = createRangeWriter(rangesDir);
  const index = createIndex(place, cards);
  const settle = async (ranges: readonly string[]) => {
    for (const sha256 of ranges.slice(index.settled()))
      await keepRows(index.settle(sha256), { ...place, rangesDir, sha256, codeKey });
  };
  return {
    async take(entries) {
      for (const { indexed, digest } of entries) index.add(indexed, digest);
      await writer.append(entries);
      await settle(writer.completed());
    },
    async finish() {
      const ranges = await writer.finish();
      await settle(ranges);
      return index.finish(ranges);
    },
    discard: () => writer.discard(),
  };
}

/** Nothing is kept without a key of the code. */
type MaybeRowsPlace = Omit<RowsPlace, 'codeKey'> & { readonly codeKey: string | undefined };

async function keepRows(part: IndexedPart, { codeKey, ...place }: MaybeRowsPlace) {
  if (codeKey !== undefined && part.problems.length === 0) await storeRangeRows({ ...place, codeKey }, part);
}

/**
 * Indexes a collection whose ranges are on disk already. Where rows of this code are kept beside a range, it is not parsed,
 * and its bytes are compared only where its file was touched; else they are kept from now on.
 * @throws SiteError SNAPSHOT_DAMAGED (exit 2).
 */
export async function indexStoredRanges(
  rangesDir: string,
  place: CollectionPlace & { ranges: readonly string[] },
  { codeKey, cards }: IntakeOptions = {},
): Promise<IndexedCollection> {
  const { collection, site, ranges } = place;
  const index = createIndex({ collection, site }, cards);
  const texts = createFiledTexts();
  let verified: Promise<void> = Promise.resolve();
  for (const sha256 of ranges) {
    const rowsPlace = { collection, site, rangesDir, sha256 };
    const known = codeKey === undefined ? null : loadRangeRows({ ...rowsPlace, codeKey }, texts);
    if (known === null) {
      for (const line of await readRangeLines(rangesDir, sha256))
        index.add(indexEntry(JSON.parse(line), line, { collection, site }), digestOf(line));
      await keepRows(index.settle(sha256), { ...rowsPlace, codeKey });
      continue;
    }
    index.addKnown(known);
    if (known.stamp !== null && known.stamp === stampRange(rangesDir, sha256)) continue;
    // One range at a time, beside the parsing of rows.
    await verified;
    verified = verifyRange(rangesDir, sha256, known.hashOfBytes);
    verified.catch(() => {});
  }
  await verified;
  return index.finish(ranges);
}

/** What one range was indexed into. */
interface IndexedPart extends RangeRows {
  readonly rows: UnnamedRow[];
  readonly problems: Problem[];
  readonly warnings: Problem[];
}

/** A row whose range has no name before all of its lines are there. */
type UnnamedRow = Omit<IndexRow, 'range'> & { range: string };

/** Collects rows and problems, range by range. */
function createIndex(place: CollectionPlace, cards: CardShelf | null = null) {
  /** Ranges without a name. */
  const waiting: IndexedPart[] = [];
  const list = createRowList(cards);
  const problems: Problem[] = [];
  const warnings: Problem[] = [];
  let position = 0;
  let settled = 0;
  return {
    add(indexed: IndexedEntry, digest: string) {
      const number = Math.floor(position / RANGE_SIZE) - settled;
      const part = waiting[number] ?? { rows: [], problems: [], warnings: [] };
      waiting[number] = part;
      if ('problems' in indexed) part.problems.push(...indexed.problems);
      else {
        part.rows.push(createRow(indexed.row, { ...place, line: position % RANGE_SIZE, digest }));
        part.warnings.push(...indexed.warnings);
      }
      position += 1;
    },
    /** Adds a whole range that has its name, or the last one. */
    addKnown(known: RangeRows) {
      list.add(known.rows);
      warnings.push(...known.warnings);
      position += RANGE_SIZE;
      settled += 1;
    },
    /** How many ranges have their name. */
    settled: () => settled,
    /** Names the next range. Returns what it was indexed into. */
    settle(range: string): IndexedPart {
      const part = waiting.shift();
      if (part === undefined) throw new Error(`No entries of the range ${range}.`);
      settled += 1;
      for (const row of part.rows) row.range = range;
      list.add(part.rows);
      problems.push(...part.problems);
      warnings.push(...part.warnings);
      return part;
    },
    finish: (ranges: readonly string[]): IndexedCollection => ({
      ...place,
      rows: list.finish(),
      ranges,
      problems,
      warnings,
    }),
  };
}

/** Field by field: an object that is put together of others takes more room, and there may be 100,000 of these. */
function createRow(row: RowDraft, place: CollectionPlace & Pick<IndexRow, 'line' | 'digest'>): UnnamedRow {
  return {
    collection: place.collection,
    site: place.site,
    id: row.id,
    slug: row.slug,
    title: row.title,
    date: row.date,
    // An entry that was never changed says its date twice.
    lastModified: row.lastModified === row.date ? row.date : row.lastModified,
    status: row.status,
    isPrivate: row.isPrivate,
    originId: row.originId,
    editUrl: row.editUrl,
    language: row.language,
    isHiddenFromIndex: row.isHiddenFromIndex,
    isNoindex: row.isNoindex,
    isCurrent: row.isCurrent,
    categories: row.categories,
    heroSlug: row.heroSlug,
    isConstructorPage: row.isConstructorPage,
    eventDate: row.eventDate,
    durationMinutes: row.durationMinutes,
    range: '',
    line: place.line,
    digest: place.digest,
    card: row.card,
  };
}
