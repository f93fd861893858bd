// What was rendered, on disk: one record a page. Threads append records to segments of their own; an index a locale
// names them in route order. Pages that are taken over keep their record where it stands. The records of the last
// published build tell the next one which pages it need not render.

import { randomUUID } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import type { Locale } from '../../config/locales.ts';
import { systemErrorCode } from '../errors.ts';
import type { FragmentFacts } from '../facts/page-facts.ts';
import { hashFile } from '../files/content-hash.ts';
import { readLines } from '../files/text-lines.ts';
import { outFileOf } from '../paths/site-path.ts';
import { createPlaceReader, type RecordLines, type RecordPlace, type SegmentPlace } from './record-segments.ts';

/** Version of the shape of records and indexes; others are ignored, and their pages rendered. */
const RECORDS_VERSION = 11;

/** An entry by what people and machines call it. */
interface UsedEntry {
  readonly collection: string;
  readonly site: string;
  readonly id: string;
  readonly title: string;
}

/** What a record says of a page before it is rendered, besides its row. */
export interface PlannedRecord {
  /** Short hash of each part of the input, to say what changed. */
  readonly parts: Readonly<Record<string, string>>;
  /** Why the page was rendered: `new`, `record`, `template`, `output`, or the parts of its input that changed. */
  readonly reason: readonly string[];
  readonly uses: {
    readonly template: string;
    /** Source files that the template reaches. */
    readonly sources: number;
    /** Groups of words. */
    readonly words: readonly string[];
    readonly entry: UsedEntry | null;
  };
}

/** What a record says of a page besides, once it is rendered. */
export interface RenderedRecord {
  readonly shown: {
    /** Hrefs of the entries whose cards it shows. */
    readonly cards: readonly string[];
    /** Collections that it shows whole. */
    readonly collections: readonly string[];
  };
}

/** What a row says of a page. */
interface NamedPage {
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
  /** Short hash of the page's input. */
  readonly input: string;
  /** Key of the code that rendered it. */
  readonly template: string;
  /** Key of its chrome among the fragments. */
  readonly chrome: string;
}

/** What is known of a page besides its bytes, which tell its facts, and its brief. */
export interface PageRecord extends NamedPage, PlannedRecord, RenderedRecord {
  readonly outFile: string;
}

type StoredRecord = PlannedRecord & RenderedRecord;

/** The line of a record, both halves of which are JSON already. */
export function printRecord(plannedJson: string, shownJson: string): string {
  return `${plannedJson.slice(0, -1)},"shown":${shownJson}}`;
}

/** A line of an index: a record's place, and what decides whether its page is rendered again. */
export interface RecordRow extends NamedPage {
  readonly at: RecordPlace;
  /** Hash of all that the page's input is made of, made without making it; null where making it did something besides. */
  readonly key: string | null;
  /** Whether the build that wrote this index took the page over from the one before. */
  readonly isReused: boolean;
}

/** What stands beside an index: it is written last and names the rest. */
interface StoredHeader {
  readonly version: number;
  readonly index: string;
  /** Of its index. */
  readonly indexBytes: number;
  /** Bytes of live records by segment, and where the last of them ends there. */
  readonly segments: Readonly<Record<string, { readonly live: number; readonly end: number }>>;
  /** Facts of header, footer and banner by chrome key. */
  readonly fragments: Readonly<Record<string, FragmentFacts>>;
  readonly pages: number;
  /** Of all pages. */
  readonly bytes: number;
}

const recordsDirOf = (cacheDir: string) => join(cacheDir, 'records');
const segmentsDirOf = (cacheDir: string) => join(recordsDirOf(cacheDir), 'files');
const headerFileOf = (dir: string, locale: string) => join(dir, `${locale}.json`);
const NEXT = '.next';
const FILE_NAME = /^[0-9a-f]{8}-[0-9a-z]+(?:\.index)?\.ndjson$/;

/** The records of the last published build. */
export interface PreviousRecords {
  /** Whether nothing can be taken over. */
  readonly isEmpty: boolean;
  readonly find: (path: string) => RecordRow | undefined;
  /** Whether a page was there, of which no record is left. */
  readonly isLost: (path: string) => boolean;
  /** What its record says; null where that is damaged. */
  readonly read: (row: RecordRow) => PageRecord | null;
  readonly readLines: (row: RecordRow) => RecordLines;
  readonly findFragment: (chrome: string) => FragmentFacts | undefined;
  /** Whether most of the record's segment is dead, so that the record had better be copied. */
  readonly isWorn: (row: RecordRow) => boolean;
  readonly close: () => void;
}

/** Opens the records of some locales. What is missing or of another version counts as nothing. */
export function openPreviousRecords(cacheDir: string, locales: readonly Locale[]): PreviousRecords {
  const headers = new Map<Locale, StoredHeader>();
  const fragments = new Map<string, FragmentFacts>();
  const liveBytes = new Map<string, number>();
  const dir = segmentsDirOf(cacheDir);
  const findSize = createSizeFinder(dir);
  for (const locale of locales) {
    const header = loadHeader(headerFileOf(recordsDirOf(cacheDir), locale));
    if (header === null) continue;
    headers.set(locale, header);
    for (const [key, facts] of Object.entries(header.fragments)) fragments.set(key, facts);
    for (const [name, { live }] of Object.entries(header.segments))
      liveBytes.set(name, (liveBytes.get(name) ?? 0) + live);
  }
  const reader = createPlaceReader(dir);
  const isWorn = (segment: string) => (liveBytes.get(segment) ?? 0) * 2 < findSize(segment);
  let rows: PreviousRows | null = null;
  const rowsOf = () => {
    rows ??= loadPreviousRows([...headers.values()], dir);
    return rows;
  };
  return {
    isEmpty: [...headers.values()].every(({ pages }) => pages === 0),
    find: (path) => rowsOf().byPath.get(path),
    isLost: (path) => rowsOf().lost.has(path),
    read: (row) => {
      const stored = loadRecord(() => reader.readRecord(row.at));
      if (stored === null) return null;
      const { path, sha256, bytes, input, template, chrome } = row;
      const { parts, reason, uses, shown } = stored;
      return { path, outFile: outFileOf(path), input, template, chrome, parts, reason, uses, sha256, bytes, shown };
    },
    readLines: ({ at }) => ({ record: reader.readRecord(at), brief: reader.readBrief(at) }),
    findFragment: (chrome) => fragments.get(chrome),
    isWorn: ({ at: [segment] }) => isWorn(segment),
    close: reader.close,
  };
}

interface PreviousRows {
  readonly byPath: ReadonlyMap<string, RecordRow>;
  /** Paths of rows whose record is gone. */
  readonly lost: ReadonlySet<string>;
}

function loadPreviousRows(headers: readonly StoredHeader[], dir: string): PreviousRows {
  const byPath = new Map<string, RecordRow>();
  const lost = new Set<string>();
  const findSize = createSizeFinder(dir);
  for (const { index, fragments } of headers) {
    for (const row of loadRows(join(dir, index))) {
      if (endOf(row) <= findSize(row.at[0]) && row.chrome in fragments) byPath.set(row.path, row);
      else lost.add(row.path);
    }
  }
  return { byPath, lost };
}

/** Bytes of a folder's files by name; -1 of what is no file. Each is asked for once. */
function createSizeFinder(dir: string): (name: string) => number {
  const sizes = new Map<string, number>();
  return (name) => {
    const known = sizes.get(name);
    if (known !== undefined) return known;
    const stats = statSync(join(dir, name), { throwIfNoEntry: false });
    const size = stats?.isFile() === true ? stats.size : -1;
    sizes.set(name, size);
    return size;
  };
}

/** Where a record and its brief end in their segment. */
function endOf({ at: [, offset, record, brief] }: RecordRow): number {
  return offset + record + brief;
}

/** Whether the records of some locales are as their build left them, as far as the sizes of their files tell. */
export function areRecordsWhole(cacheDir: string, locales: readonly Locale[]): boolean {
  const findSize = createSizeFinder(segmentsDirOf(cacheDir));
  return locales.every((locale) => {
    const header = loadHeader(headerFileOf(recordsDirOf(cacheDir), locale));
    if (header === null || findSize(header.index) !== header.indexBytes) return false;
    return Object.entries(header.segments).every(([name, { end }]) => findSize(name) >= end);
  });
}

/** Where the records of the last published build are: index files in the order of the locales, and what pages share. */
export interface PublishedRecords {
  readonly recordFiles: readonly string[];
  readonly fragmentFacts: ReadonlyMap<string, FragmentFacts>;
}

/** Locates the records of some locales; null where those of one are missing, cut short or of another version. */
export function locateRecords(cacheDir: string, locales: readonly Locale[]): PublishedRecords | null {
  const headers = locales.map((locale) => loadHeader(headerFileOf(recordsDirOf(cacheDir), locale)));
  if (headers.includes(null)) return null;
  const present = headers.flatMap((header) => header ?? []);
  const findSize = createSizeFinder(segmentsDirOf(cacheDir));
  if (present.some(({ index, indexBytes }) => findSize(index) !== indexBytes)) return null;
  return {
    recordFiles: present.map(({ index }) => join(segmentsDirOf(cacheDir), index)),
    fragmentFacts: new Map(present.flatMap(({ fragments }) => Object.entries(fragments))),
  };
}

function loadRecord(read: () => string): StoredRecord | null {
  try {
    const record: unknown = JSON.parse(read());
    return isRecord(record) ? record : null;
  } catch {
    return null; // Damaged by whatever hand: what it would tell is not known.
  }
}

/** Whether it is the record of a page, or JSON that something else left there. */
function isRecord(value: unknown): value is StoredRecord {
  const record: Partial<Record<keyof StoredRecord, unknown>> = Object(value);
  const isFilled = (part: unknown) => typeof part === 'object' && part !== null;
  return isFilled(record.parts) && isFilled(record.uses) && isFilled(record.shown) && Array.isArray(record.reason);
}

function loadHeader(file: string): StoredHeader | null {
  if (!existsSync(file)) return null;
  try {
    const header: StoredHeader = JSON.parse(readFileSync(file, 'utf8'));
    return header.version === RECORDS_VERSION ? header : null;
  } catch {
    return null; // Damaged by whatever hand: every page is rendered again, which mends it.
  }
}

function loadRows(file: string): readonly RecordRow[] {
  try {
    return [...readLines(file)].map(parseRow);
  } catch {
    return []; // As above.
  }
}

/** @throws Error where the line is no row. */
function parseRow(line: string): RecordRow {
  const row: RecordRow = JSON.parse(line);
  if (!Array.isArray(row.at)) throw new Error('This line is no row of an index.');
  return row;
}

/** The records of a build that is not published yet. */
export interface NextRecords {
  /** The folder of segments and indexes. */
  readonly dir: string;
  /** A segment for each thread, by its number, or for records that are copied. */
  readonly segment: (owner: number | 'kept') => SegmentPlace;
  readonly startIndex: (locale: Locale) => IndexWriter;
}

/** Takes the rows of one locale in route order. */
export interface IndexWriter {
  readonly add: (row: RecordRow) => void;
  /** Ends the index. Returns its file. */
  readonly finish: (fragments: ReadonlyMap<string, FragmentFacts>) => string;
}

const LINES_KEPT = 500;

/** Starts the records of a build. */
export function startRecords(cacheDir: string): NextRecords {
  const dir = segmentsDirOf(cacheDir);
  const build = randomUUID().slice(0, 8);
  mkdirSync(dir, { recursive: true });
  return {
    dir,
    segment: (owner) => ({ dir, name: `${build}-${owner}.ndjson` }),
    startIndex: (locale) => startIndex(cacheDir, locale, `${build}-${locale}.index.ndjson`),
  };
}

function writeHeader(cacheDir: string, locale: Locale, header: StoredHeader): void {
  writeFileSync(`${headerFileOf(recordsDirOf(cacheDir), locale)}${NEXT}`, JSON.stringify(header));
}

function startIndex(cacheDir: string, locale: Locale, name: string): IndexWriter {
  const file = join(segmentsDirOf(cacheDir), name);
  const descriptor = openSync(file, 'wx');
  const segments = new Map<string, { live: number; end: number }>();
  const chromes = new Set<string>();
  const totals = { pages: 0, bytes: 0 };
  let indexBytes = 0;
  let lines: string[] = [];
  const flush = () => {
    if (lines.length === 0) return;
    indexBytes += writeSync(descriptor, `${lines.join('\n')}\n`);
    lines = [];
  };
  return {
    add: (row) => {
      const [segment, , record, brief] = row.at;
      const known = segments.get(segment) ?? { live: 0, end: 0 };
      segments.set(segment, { live: known.live + record + brief, end: Math.max(known.end, endOf(row)) });
      chromes.add(row.chrome);
      totals.pages += 1;
      totals.bytes += row.bytes;
      lines.push(JSON.stringify(row));
      if (lines.length >= LINES_KEPT) flush();
    },
    finish: (fragments) => {
      flush();
      closeSync(descriptor);
      writeHeader(cacheDir, locale, {
        version: RECORDS_VERSION,
        index: name,
        indexBytes,
        segments: Object.fromEntries(segments),
        fragments: Object.fromEntries([...fragments].filter(([chrome]) => chromes.has(chrome))),
        ...totals,
      });
      return file;
    },
  };
}

/** SHA-256 by name of every file of a folder's records, for the machine that takes them. */
export function hashRecordFiles(dir: string): Readonly<Record<string, string>> {
  const files = readdirSync(recordsDirOf(dir), { recursive: true, withFileTypes: true }).filter((file) =>
    file.isFile(),
  );
  const names = files.map((file) => relative(recordsDirOf(dir), join(file.parentPath, file.name)));
  return Object.fromEntries(names.sort().map((name) => [name, hashFile(join(recordsDirOf(dir), name))]));
}

/** Records that another machine made. */
interface ImportedRecords {
  /** In route order. Their places are in segments of this cache now. */
  readonly rows: Iterator<RecordRow, undefined>;
  readonly fragments: readonly (readonly [chrome: string, facts: FragmentFacts])[];
}

/** Records in a part folder. */
interface ForeignRecords {
  readonly partDir: string;
  /** Of {@link hashRecordFiles}. */
  readonly hashByName: Readonly<Record<string, string>>;
  /** In route order. */
  readonly locales: readonly Locale[];
}

/**
 * Copies the segments of a part's records among those of this cache.
 * @throws Error where a file is not as its hash says, and what the system says.
 */
export function importRecords(
  { partDir, hashByName, locales }: ForeignRecords,
  { segment }: NextRecords,
): ImportedRecords {
  const from = segmentsDirOf(partDir);
  for (const [name, hash] of Object.entries(hashByName))
    if (hashFile(join(recordsDirOf(partDir), name)) !== hash)
      throw new Error(`${relative(partDir, join(recordsDirOf(partDir), name))} was changed or cut off`);
  const headers = locales.map(
    (locale): StoredHeader => JSON.parse(readFileSync(`${headerFileOf(recordsDirOf(partDir), locale)}${NEXT}`, 'utf8')),
  );
  const segments = new Set(headers.flatMap((header) => Object.keys(header.segments)));
  for (const name of [...segments, ...headers.map(({ index }) => index)])
    if (!FILE_NAME.test(name)) throw new Error(`${name} is no name of a file of records`);
  for (const name of segments) copyFileSync(join(from, name), join(segment(0).dir, name));
  return {
    rows: readRows(headers, from),
    fragments: headers.flatMap(({ fragments }) => Object.entries(fragments)),
  };
}

function* readRows(headers: readonly StoredHeader[], dir: string): Generator<RecordRow, undefined> {
  for (const { index } of headers) for (const line of readLines(join(dir, index))) yield JSON.parse(line);
  return undefined;
}

/** What an interrupted build left is deleted when it is this old: another build of the same cache may be at work. */
const ABANDONED_MS = 3_600_000;

/** After a commit: the records of the rendered locales are those of the published site. */
export function promoteRecords(cacheDir: string, locales: readonly Locale[]): void {
  const dir = recordsDirOf(cacheDir);
  const before = listLive(dir);
  for (const locale of locales) promoteHeader(headerFileOf(dir, locale));
  const live = listLive(dir);
  for (const name of readdirSync(segmentsDirOf(cacheDir))) {
    const file = join(segmentsDirOf(cacheDir), name);
    const isAbandoned = !live.has(name) && (before.has(name) || Date.now() - statSync(file).mtimeMs > ABANDONED_MS);
    if (isAbandoned) rmSync(file, { force: true });
  }
}

/** Another build of the same cache for another out folder may have done it already: then its records stand for both. */
function promoteHeader(file: string): void {
  try {
    renameSync(`${file}${NEXT}`, file);
  } catch (cause) {
    if (systemErrorCode(cause) !== 'ENOENT') throw cause;
  }
}

/** Every file that a header names. */
function listLive(dir: string): ReadonlySet<string> {
  const headers = readdirSync(dir).flatMap((name) => (name.endsWith('.json') ? [loadHeader(join(dir, name))] : []));
  return new Set(headers.flatMap((header) => (header === null ? [] : [header.index, ...Object.keys(header.segments)])));
}
