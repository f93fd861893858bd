// The cache of a cache folder: one SQLite file. Without it a build is slower, never wrong: each row says what some input and
// code gave, and whether the out folder holds that is asked of its manifest. So it needs no part in the journal of a
// publication: what a killed process wrote last is rolled back by SQLite, and rows of an older or later build are not used.

import { closeSync, existsSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFolder } from '../files/write-file.ts';

/** Version of the tables; a file of another version is made anew. */
const CACHE_VERSION = 4;
export const CACHE_FILE = 'cache.sqlite';
/** Another build of the same cache folder may be writing. */
const BUSY_MS = 10_000;

// AUTOINCREMENT: a row of `pages` that outlived its record must not find another one under the same number.
const TABLES = `
  CREATE TABLE pages (
    path TEXT PRIMARY KEY, locale TEXT NOT NULL, code TEXT NOT NULL, chrome TEXT NOT NULL, sha256 TEXT NOT NULL, bytes INTEGER NOT NULL, isReused INTEGER NOT NULL, record INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE records (
    id INTEGER PRIMARY KEY AUTOINCREMENT, record TEXT NOT NULL, brief TEXT NOT NULL
  ) STRICT;
  CREATE TABLE chromes (key TEXT PRIMARY KEY, facts TEXT NOT NULL) STRICT, WITHOUT ROWID;
  PRAGMA user_version = ${CACHE_VERSION};
`;

/** How the cache of a build is opened. */
export interface CacheOptions {
  /** Whether a power cut must not damage it. */
  readonly isSynced: boolean;
  /** Receives why the pages of the last build are not in it. */
  readonly warn: (text: string) => void;
}

/** Opens the cache of a build; one that is missing, empty or of another version is made anew. @throws {@link isDamage} */
export function openCache(cacheDir: string, { isSynced, warn }: CacheOptions): DatabaseSync {
  makeFolder(cacheDir);
  const file = join(cacheDir, CACHE_FILE);
  const isNew = !existsSync(file);
  // The system explains better than SQLite why a file cannot be written.
  closeSync(openSync(file, 'a'));
  const database = new DatabaseSync(file, { timeout: BUSY_MS });
  try {
    database.exec(`PRAGMA synchronous = ${isSynced ? 'FULL' : 'OFF'}`);
    const isOurs = () => versionOf(database) === CACHE_VERSION;
    if (isOurs()) return database;
    // Of two builds the second one waits for the first, and finds its tables.
    const isMade = inTransaction(database, () => !isOurs() && makeTables(database));
    if (isMade && !isNew) warn(`The cache in ${cacheDir} is empty or of another version: pages are rendered again.`);
    return database;
  } catch (cause) {
    database.close();
    throw cause;
  }
}

function makeTables(database: DatabaseSync): true {
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'");
  for (const { name } of tables.all()) database.exec(`DROP TABLE "${name}"`);
  database.exec(TABLES);
  return true;
}

/** Opens the cache of the last build to read it; null where it is missing or of another version. @throws {@link isDamage} */
export function openCacheToRead(cacheDir: string): DatabaseSync | null {
  const file = join(cacheDir, CACHE_FILE);
  if (!existsSync(file)) return null;
  // Not read-only: what a killed build left is rolled back first.
  const database = new DatabaseSync(file, { timeout: BUSY_MS });
  try {
    if (versionOf(database) === CACHE_VERSION) return database;
    database.close();
    return null;
  } catch (cause) {
    database.close();
    throw cause;
  }
}

/** Deletes the cache with what SQLite left beside it. */
export function removeCache(cacheDir: string): void {
  for (const ending of ['', '-journal']) rmSync(join(cacheDir, `${CACHE_FILE}${ending}`), { force: true });
}

function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.user_version);
}

/** Runs a transaction of its own. @throws Error with the code ENOSPC where the disk is full. */
export function inTransaction<Result>(database: DatabaseSync, run: () => Result): Result {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = run();
    database.exec('COMMIT');
    return result;
  } catch (cause) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw errorCodeOf(cause) === FULL
      ? Object.assign(new Error('The disk is full.', { cause }), { code: 'ENOSPC' })
      : cause;
  }
}

/** SQLITE_ERROR (a table or column is missing), SQLITE_CORRUPT, SQLITE_NOTADB. */
const DAMAGES = [1, 11, 26];

const FULL = 13;

/** Whether an error says that the file is not as it was written. */
export function isDamage(cause: unknown): boolean {
  return DAMAGES.includes(errorCodeOf(cause));
}

/** The primary code of an error of SQLite; 0 of any other. */
function errorCodeOf(cause: unknown): number {
  const { code, errcode } = Object(cause);
  return code === 'ERR_SQLITE_ERROR' ? Number(errcode) & 0xff : 0;
}
