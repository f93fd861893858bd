// The cached pages of the last build and of the current one. A row decides whether its page is rendered again; the record says what
// the page read; the facts are for the checks. Records are written while pages are rendered, rows in one transaction after the commit.

import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import type { Locale } from '../../config/locales.ts';
import type { Problem } from '../errors.ts';
import { type PageFacts, parseStoredFacts } from '../facts/page-facts.ts';
import { type CacheOptions, inTransaction, isDamage, openCache, openCacheToRead, removeCache } from './cache-file.ts';

interface UsedEntry {
  readonly collection: string;
  readonly site: string;
  readonly id: string;
  readonly title: string;
}

/** What a page read. */
export interface PageReadings {
  readonly names: readonly string[];
  /** Digests of the read values, in the same order. */
  readonly digests: readonly string[];
}

/** What is stored about a page when it is rendered. */
export interface PageRecord {
  readonly reads: PageReadings;
  /** Problems of its content. */
  readonly problems: readonly Problem[];
  /** Why it was rendered: `new`, `record`, `code`, `output`, or the names of changed reads. */
  readonly reason: readonly string[];
  readonly entry: UsedEntry | null;
}

/** The record and the facts of a page as JSON. */
export interface RecordTexts {
  readonly record: string;
  readonly facts: string;
}

/** Decides whether a page is rendered again. */
export interface PageRow {
  readonly path: string;
  readonly locale: Locale;
  /** Key of the code that rendered it. */
  readonly code: string;
  /** Key of its header and footer. */
  readonly chrome: string;
  readonly sha256: string;
  readonly bytes: number;
  /** Whether the build reused the page. */
  readonly isReused: boolean;
  /** Id of its record. */
  readonly record: number;
}

type RecordPlace = Pick<PageRow, 'record'>;

/** A row with its record as JSON. */
interface CachedRow extends PageRow {
  readonly text: string;
}

/** The pages of the last build. */
export interface CachedPages {
  readonly find: (path: string) => PageRow | undefined;
  /** The record of a page; null if it is damaged. */
  readonly read: (path: string) => PageRecord | null;
  /** The record and facts of a page as JSON; null if they are damaged. */
  readonly readTexts: (row: RecordPlace) => RecordTexts | null;
  /** Rows with the facts of their pages, read one by one; null if they are damaged. */
  readonly readFacts: <Row extends RecordPlace>(rows: Iterable<Row>) => Iterable<readonly [Row, PageFacts | null]>;
  /** The facts of a header and footer. */
  readonly findFragment: (chrome: string) => PageFacts | undefined;
  readonly count: number;
  readonly close: () => void;
}

/** The cache of a running build. */
export interface PageCache extends CachedPages {
  /** Whether the record of a cached page is missing. */
  readonly isLost: (path: string) => boolean;
  /** Writes the records of rendered pages and returns their ids. */
  readonly add: (texts: readonly RecordTexts[]) => readonly number[];
  /** Replaces the rows of the given locales. Call it after the commit. */
  readonly publish: (pages: PublishedPages) => void;
}

interface PublishedPages {
  readonly locales: readonly Locale[];
  readonly rows: Iterable<PageRow>;
  readonly fragments: ReadonlyMap<string, PageFacts>;
}

export interface PageCacheOptions extends CacheOptions {
  /** Locales whose pages may be reused. */
  readonly locales: readonly Locale[];
}

/** Opens the cache for a build. A damaged one is deleted, and every page is rendered again. */
export function openPageCache(cacheDir: string, options: PageCacheOptions): PageCache {
  const dropDamaged = () => {
    removeCache(cacheDir);
    options.warn(`The cache in ${cacheDir} was damaged and has been deleted: pages are rendered again.`);
  };
  try {
    return openPages(cacheDir, options, dropDamaged);
  } catch (cause) {
    if (!isDamage(cause)) throw cause;
    dropDamaged();
    return openPages(cacheDir, options, dropDamaged);
  }
}

function openPages(cacheDir: string, options: PageCacheOptions, dropDamaged: () => void): PageCache {
  const database = openCache(cacheDir, options);
  const { lost, reader } = loadOrClose(database, options.locales);
  const insert = database.prepare('INSERT INTO records (record, facts) VALUES (?, ?)');
  return {
    ...reader,
    isLost: (path) => lost.has(path),
    add: (texts) =>
      inTransaction(database, () =>
        texts.map(({ record, facts }) => Number(insert.run(record, facts).lastInsertRowid)),
      ),
    publish: (pages) => {
      try {
        inTransaction(database, () => writePages(database, pages));
      } catch (cause) {
        if (!isDamage(cause)) throw cause;
        database.close();
        dropDamaged();
      }
    },
  };
}

/** Opens the pages of the last build for reading; null if they are missing, damaged or from another version. */
export function openCachedPages(cacheDir: string): CachedPages | null {
  try {
    const database = openCacheToRead(cacheDir);
    return database === null ? null : loadOrClose(database, null).reader;
  } catch (cause) {
    if (isDamage(cause)) return null;
    throw cause;
  }
}

function loadOrClose(database: DatabaseSync, locales: readonly Locale[] | null) {
  try {
    const fragments = loadFragments(database);
    const pages = loadRows(database, locales, fragments);
    return { ...pages, reader: createReader(database, pages.rows, fragments) };
  } catch (cause) {
    database.close();
    throw cause;
  }
}

function loadFragments(database: DatabaseSync): ReadonlyMap<string, PageFacts> {
  const found = database.prepare('SELECT key, facts FROM chromes').all();
  return new Map(
    found.flatMap(({ key, facts }) => {
      const fragment = parseStoredFacts(String(facts));
      return fragment === null ? [] : [[String(key), fragment] as const];
    }),
  );
}

function loadRows(
  database: DatabaseSync,
  locales: readonly Locale[] | null,
  fragments: ReadonlyMap<string, PageFacts>,
): { readonly rows: ReadonlyMap<string, CachedRow>; readonly lost: ReadonlySet<string> } {
  const rows = new Map<string, CachedRow>();
  const lost = new Set<string>();
  const select = database.prepare(
    'SELECT pages.*, records.record AS text FROM pages LEFT JOIN records ON records.id = pages.record',
  );
  for (const found of select.iterate()) {
    const row = parseRow(found);
    if (locales?.includes(row.locale) === false) continue;
    const { text } = found;
    if (typeof text === 'string' && fragments.has(row.chrome)) rows.set(row.path, { ...row, text });
    else lost.add(row.path);
  }
  return { rows, lost };
}

function parseRow(found: Record<string, SQLOutputValue>): PageRow {
  const { path, locale, code, chrome, sha256, bytes, isReused, record } = found;
  return {
    path: String(path),
    locale: String(locale) as Locale,
    code: String(code),
    chrome: String(chrome),
    sha256: String(sha256),
    bytes: Number(bytes),
    isReused: isReused === 1,
    record: Number(record),
  };
}

function createReader(
  database: DatabaseSync,
  rows: ReadonlyMap<string, CachedRow>,
  fragments: ReadonlyMap<string, PageFacts>,
): CachedPages {
  const select = database.prepare('SELECT record, facts FROM records WHERE id = ?');
  const selectFacts = database.prepare('SELECT facts FROM records WHERE id = ?');
  const readTexts: CachedPages['readTexts'] = (row) => {
    const { record, facts } = getOrEmpty(select, row);
    return typeof record === 'string' && typeof facts === 'string' ? { record, facts } : null;
  };
  return {
    find: (path) => rows.get(path),
    read: (path) => {
      const record = parseOrNull(rows.get(path)?.text ?? '');
      return isRecord(record) ? record : null;
    },
    readTexts,
    readFacts: function* (wanted) {
      // Outside of a transaction, each read would lock the file and look for a journal, which takes longer than the read.
      database.exec('BEGIN');
      try {
        for (const row of wanted) {
          yield [row, parseStoredFacts(String(getOrEmpty(selectFacts, row).facts))];
        }
      } finally {
        if (database.isTransaction) database.exec('COMMIT');
      }
    },
    findFragment: (chrome) => fragments.get(chrome),
    count: rows.size,
    close: () => {
      if (database.isOpen) database.close();
    },
  };
}

/** Returns an empty row if the record is damaged. */
function getOrEmpty(select: StatementSync, { record }: RecordPlace): Record<string, SQLOutputValue> {
  try {
    return select.get(record) ?? {};
  } catch (cause) {
    if (isDamage(cause)) return {};
    throw cause;
  }
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // Damaged.
  }
}

/** Damaged JSON may still be valid JSON. */
function isRecord(value: unknown): value is PageRecord {
  const { reads, problems, reason }: Partial<Record<keyof PageRecord, unknown>> = Object(value);
  const { names, digests }: Partial<Record<keyof PageReadings, unknown>> = Object(reads);
  return [names, digests, problems, reason].every(Array.isArray);
}

function writePages(database: DatabaseSync, { locales, rows, fragments }: PublishedPages): void {
  const deleteRows = database.prepare('DELETE FROM pages WHERE locale = ?');
  for (const locale of locales) deleteRows.run(locale);
  const insert = database.prepare('INSERT OR REPLACE INTO pages VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  for (const { path, locale, code, chrome, sha256, bytes, isReused, record } of rows)
    insert.run(path, locale, code, chrome, sha256, bytes, isReused ? 1 : 0, record);
  const insertFragment = database.prepare('INSERT OR REPLACE INTO chromes VALUES (?, ?)');
  for (const [key, facts] of fragments) insertFragment.run(key, JSON.stringify(facts));
  database.exec(`
    DELETE FROM records WHERE id NOT IN (SELECT record FROM pages);
    DELETE FROM chromes WHERE key NOT IN (SELECT chrome FROM pages);
  `);
}

/** Number of complete pages in the cache; 0 if it is missing, damaged or from another version. */
export function countCachedPages(cacheDir: string): number {
  try {
    using database = openCacheToRead(cacheDir);
    const complete = 'pages JOIN records ON records.id = pages.record JOIN chromes ON chromes.key = pages.chrome';
    return Number(database?.prepare(`SELECT count(*) AS count FROM ${complete}`).get()?.count ?? 0);
  } catch (cause) {
    if (isDamage(cause)) return 0;
    throw cause;
  }
}
