// Stores and indexes the entries of a collection: each becomes a line of a range file and, if it is valid, a row of the index.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { RANGE_SIZE } from '../../../config/constants.ts';
import type { Collection, Entry } from '../../../content/collections.ts';
import type { Problem, ProblemPlace } from '../../errors.ts';
import { sha256 } from '../../files/content-hash.ts';
import { makeFolder } from '../../files/write-file.ts';
import type { EntrySink } from '../client/walk-collection.ts';
import type { IndexRow } from '../snapshot/content-snapshot.ts';
import { type RangeLine, readRangeLines, writeRange } from '../snapshot/range-files.ts';
import { createRowCard } from '../snapshot/row-card.ts';
import { findNestedPage, findUnknownStatus, findUnsafeLinks } from './find-losses.ts';
import { parseEntry, placeOf } from './parse-entry.ts';
import { placeLosses } from './place-losses.ts';

/** A collection of a site: the rows of valid entries, and the problems of invalid ones. */
export interface IndexedCollection {
  readonly collection: Collection;
  readonly site: string;
  readonly rows: readonly IndexRow[];
  readonly ranges: readonly string[];
  readonly problems: readonly Problem[];
  /** What pages of valid entries leave out, such as unsafe links. */
  readonly warnings: readonly Problem[];
}

/** Opens a sink for received entries: bodies go to disk, rows stay in memory. Ranges of an unfinished sink are pruned later. */
export function openIntake(rangesDir: string, place: CollectionPlace): EntrySink<IndexedCollection> {
  const index = createIndex(place);
  let pending: readonly unknown[] = [];
  const store = (entries: readonly unknown[]) => {
    const lines = entries.map((raw): RangeLine => {
      const line = JSON.stringify(raw);
      return { line, digest: sha256(line) };
    });
    index.add(writeRange(rangesDir, lines), lines, entries);
  };
  makeFolder(rangesDir);
  return {
    take(entries) {
      pending = [...pending, ...entries];
      for (; pending.length >= RANGE_SIZE; pending = pending.slice(RANGE_SIZE)) store(pending.slice(0, RANGE_SIZE));
    },
    finish() {
      if (pending.length > 0) store(pending);
      return index.finish();
    },
  };
}

/**
 * Indexes a collection that is on disk.
 * @throws SiteError SNAPSHOT_DAMAGED (exit 2).
 */
export async function indexStoredRanges(
  rangesDir: string,
  { collection, site, ranges }: CollectionPlace & { readonly ranges: readonly string[] },
): Promise<IndexedCollection> {
  const index = createIndex({ collection, site });
  for (const range of ranges) {
    const lines = readRangeLines(rangesDir, range);
    const entries = lines.map(({ line }): unknown => JSON.parse(line));
    index.add(range, lines, entries);
    // Lets Ctrl-C through.
    await nextTurn();
  }
  return index.finish();
}

/** Collects rows and problems in the order of the entries. */
function createIndex(place: CollectionPlace) {
  const ranges: string[] = [];
  const rows: IndexRow[] = [];
  const problems: Problem[] = [];
  const warnings: Problem[] = [];
  return {
    add(range: string, lines: readonly RangeLine[], entries: readonly unknown[]) {
      ranges.push(range);
      for (const [number, { line, digest }] of lines.entries()) {
        const indexed = indexEntry(entries[number], place, line);
        if ('problems' in indexed) problems.push(...indexed.problems);
        else {
          rows.push({ ...place, ...indexed.row, range, line: number, digest });
          warnings.push(...indexed.warnings);
        }
      }
    },
    finish: (): IndexedCollection => ({ ...place, rows, ranges, problems, warnings }),
  };
}

/** A collection of a site. */
export interface CollectionPlace {
  readonly collection: Collection;
  readonly site: string;
}

/** The part of an index row that follows from the entry itself. */
type RowFields = Omit<IndexRow, 'collection' | 'site' | 'range' | 'line' | 'digest'>;

/** The fields of a row and warnings, or the problems of an invalid entry. */
export type IndexedEntry =
  | { readonly row: RowFields; readonly warnings: readonly Problem[] }
  | { readonly problems: readonly Problem[] };

/** Indexes an entry. `line` is its JSON. */
export function indexEntry(raw: unknown, place: CollectionPlace, line = JSON.stringify(raw)): IndexedEntry {
  const parsed = parseEntry(raw, place, line);
  if ('problems' in parsed) return parsed;
  const files = new Set<string>();
  const losses = findWarnings(parsed.entry, () => placeOf(raw, place.collection, place.site), files);
  const warnings = [...parsed.warnings, ...placeLosses(losses, { raw, rest: parsed.rest })];
  return { row: createRowFields(parsed.entry, [...files]), warnings };
}

function findWarnings(entry: Entry, findPlace: () => ProblemPlace, files: Set<string>): readonly Problem[] {
  const links = findUnsafeLinks(entry, findPlace, files);
  const others = [findNestedPage(entry, findPlace), findUnknownStatus(entry, findPlace)];
  return [...links, ...others.filter((warning) => warning !== null)];
}

/** Creates the row of a valid entry. `files` are the addresses that it names. Slugs are normalised to NFC, as paths are. */
export function createRowFields(entry: Entry, files: readonly string[] = []): RowFields {
  return {
    id: entry.id,
    slug: (entry.slug ?? '').normalize('NFC'),
    title: entry.title ?? ('from' in entry ? entry.from : ''),
    date: entry.date,
    lastModified: entry.last_modified,
    status: entry.status,
    isPrivate: entry.private,
    originId: entry.origin_id,
    editUrl: entry.edit_url,
    categories: 'category' in entry ? entry.category : [],
    card: createRowCard(entry),
    files,
    ...searchFields(entry),
    ...eventFields(entry),
    heroSlug: 'hero_slug' in entry ? (entry.hero_slug?.normalize('NFC') ?? null) : null,
    // Only entries of `pages` have a hero slug.
    isConstructorPage: 'hero_slug' in entry && (entry.blueprint === 'page_constructor' || entry.blocks.length > 0),
  };
}

function searchFields(entry: Entry) {
  return {
    language: 'language' in entry ? entry.language : null,
    isHiddenFromIndex: 'hide_from_index' in entry && entry.hide_from_index,
    isNoindex: 'seo_noindex' in entry && entry.seo_noindex,
  };
}

function eventFields(entry: Entry) {
  return {
    isCurrent: 'current_webinar' in entry && entry.current_webinar,
    eventDate: 'webinar_date' in entry ? entry.webinar_date : null,
    eventTimeZone: 'time_zone' in entry ? entry.time_zone : null,
    durationMinutes: 'duration_minutes' in entry ? entry.duration_minutes : null,
  };
}
