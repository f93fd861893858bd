// The build cache: one SQLite file in the cache folder. Without it a build is slower, but never wrong: whether the out folder has a
// page is checked in its manifest. It is not part of the journal of a commit: after a crash SQLite rolls back, and rows that do not match
// the manifest are not used.

import { closeSync, existsSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFolder } from '../files/write-file.ts';

/** Version of the tables. A file of another version is replaced. */
const CACHE_VERSION = 5;
export const CACHE_FILE = 'cache.sqlite';
/** How long to wait for another build with the same cache folder. */
const BUSY_MS = 10_000;

// AUTOINCREMENT: a row of `pages` whose record was deleted must not get another record with the same number.
const TABLES = `
  CREATE TABLE pages (
    path TEXT PRIMARY KEY, locale TEXT NOT NULL, code TEXT NOT NULL, chrome TEXT NOT NULL, sha256 TEXT NOT NULL, bytes INTEGER NOT NULL, isReused INTEGER NOT NULL, record INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE records (
    id INTEGER PRIMARY KEY AUTOINCREMENT, record TEXT NOT NULL, facts TEXT NOT NULL
  ) STRICT;
  CREATE TABLE chromes (key TEXT PRIMARY KEY, facts TEXT NOT NULL) STRICT, WITHOUT ROWID;
  PRAGMA user_version = ${CACHE_VERSION};
`;

export interface CacheOptions {
  /** Whether to sync, so that a power cut cannot damage the file. */
  readonly isSynced: boolean;
  /** Called with the reason if the pages of the last build are not in it. */
  readonly warn: (text: string) => void;
}

/** Opens the cache for a build. Creates it if it is missing, empty or of another version. @throws {@link isDamage} */
export function openCache(cacheDir: string, { isSynced, warn }: CacheOptions): DatabaseSync {
  makeFolder(cacheDir);
  const file = join(cacheDir, CACHE_FILE);
  const isNew = !existsSync(file);
  // System errors are clearer than those of SQLite if the file cannot be written.
  closeSync(openSync(file, 'a'));
  const database = new DatabaseSync(file, { timeout: BUSY_MS });
  try {
    database.exec(`PRAGMA synchronous = ${isSynced ? 'FULL' : 'OFF'}`);
    const isOurs = () => versionOf(database) === CACHE_VERSION;
    if (isOurs()) return database;
    // A second build waits here for the first one, which creates the tables.
    const isCreated = inTransaction(database, () => !isOurs() && createTables(database));
    if (isCreated && !isNew)
      warn(`The cache in ${cacheDir} is empty or from another version: pages are rendered again.`);
    return database;
  } catch (cause) {
    database.close();
    throw cause;
  }
}

function createTables(database: DatabaseSync): true {
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'");
  for (const { name } of tables.all()) database.exec(`DROP TABLE "${name}"`);
  database.exec(TABLES);
  return true;
}

/** Opens the cache of the last build for reading; null if it is missing or from another version. @throws {@link isDamage} */
export function openCacheToRead(cacheDir: string): DatabaseSync | null {
  const file = join(cacheDir, CACHE_FILE);
  if (!existsSync(file)) return null;
  // Not read-only: SQLite may have to roll back after a crash.
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

/** Deletes the cache and the journal of SQLite. */
export function removeCache(cacheDir: string): void {
  for (const ending of ['', '-journal']) rmSync(join(cacheDir, `${CACHE_FILE}${ending}`), { force: true });
}

function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.user_version);
}

/** Runs a transaction. @throws Error with the code ENOSPC if the disk is full. */
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

/** Whether an error means that the file is damaged. */
export function isDamage(cause: unknown): boolean {
  return DAMAGES.includes(errorCodeOf(cause));
}

/** The primary code of an SQLite error; 0 for other errors. */
function errorCodeOf(cause: unknown): number {
  const { code, errcode } = Object(cause);
  return code === 'ERR_SQLITE_ERROR' ? Number(errcode) & 0xff : 0;
}
