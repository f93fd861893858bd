// The database of a cache folder: what a command knows from earlier ones. Without it a build is slower and has no history, but is
// never wrong. schema.sql has the tables.

import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SiteError } from '../errors.ts';
import { makeFolder } from '../files/write-file.ts';

export const DATABASE_FILE = 'site.sqlite';
const SCHEMA = readFileSync(new URL('schema.sql', import.meta.url), 'utf8');
const VERSION = Number(/user_version = (\d+)/.exec(SCHEMA)?.[1]);
/** How long to wait for another command that writes. */
const BUSY_MS = 10_000;

export interface DatabaseOptions {
  /** Whether to sync each transaction, so that none is lost in a power cut. */
  readonly isSynced?: boolean;
  /** Called with the reason if an earlier database could not be used. */
  readonly warn?: (text: string) => void;
}

/**
 * Opens the database of a cache folder, and creates it if it is missing. A damaged one is moved aside.
 * @throws SiteError DATABASE_NEWER (exit 2), and system errors.
 */
export function openDatabase(cacheDir: string, options: DatabaseOptions = {}): DatabaseSync {
  makeFolder(cacheDir);
  const file = join(cacheDir, DATABASE_FILE);
  try {
    return openFile(file, options);
  } catch (cause) {
    if (!isDamage(cause)) throw cause;
    moveAside(file);
    options.warn?.(
      `${file} was damaged and was moved to ${DATABASE_FILE}.damaged: everything is read and rendered again.`,
    );
    return openFile(file, options);
  }
}

function openFile(file: string, { isSynced = false, warn }: DatabaseOptions): DatabaseSync {
  // System errors are clearer than those of SQLite if the file cannot be written.
  closeSync(openSync(file, 'a'));
  const database = new DatabaseSync(file, { timeout: BUSY_MS });
  try {
    database.exec('PRAGMA auto_vacuum = INCREMENTAL');
    // Not possible on a network file system: the answer is the mode that is used instead.
    database.exec('PRAGMA journal_mode = WAL');
    database.exec(`PRAGMA synchronous = ${isSynced ? 'FULL' : 'NORMAL'}`);
    if (versionOf(database) !== VERSION) inTransaction(database, () => createTables(database, file, warn));
    return database;
  } catch (cause) {
    database.close();
    throw cause;
  }
}

/** Another command may have created the tables meanwhile. */
function createTables(database: DatabaseSync, file: string, warn: DatabaseOptions['warn']): void {
  const version = versionOf(database);
  if (version === VERSION) return;
  if (version > VERSION) throw newerDatabase(file);
  const tables = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all();
  for (const { name } of tables) database.exec(`DROP TABLE "${name}"`);
  if (tables.length > 0) warn?.(`${file} is from an older sitegen: everything is read and rendered again.`);
  database.exec(SCHEMA);
}

/** Opens an existing database; null if it is missing, damaged or of another version. */
export function openDatabaseToRead(cacheDir: string): DatabaseSync | null {
  const file = join(cacheDir, DATABASE_FILE);
  if (!existsSync(file)) return null;
  let database: DatabaseSync | null = null;
  try {
    // Not read-only: SQLite may have to finish what a killed command began.
    database = new DatabaseSync(file, { timeout: BUSY_MS });
    if (versionOf(database) === VERSION) return database;
  } catch (cause) {
    if (!isDamage(cause)) throw cause;
  }
  database?.close();
  return null;
}

/** Moves the log into the file, so that a copy of the file is whole, and closes it. */
export function closeDatabase(database: DatabaseSync): void {
  if (!database.isOpen) return;
  try {
    database.exec('PRAGMA incremental_vacuum');
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    database.close();
  }
}

/** Runs a transaction that writes. @throws Error with the code ENOSPC if the disk is full. */
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

function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.user_version);
}

function moveAside(file: string): void {
  rmSync(`${file}.damaged`, { force: true });
  renameSync(file, `${file}.damaged`);
  for (const ending of ['-wal', '-shm', '-journal']) rmSync(`${file}${ending}`, { force: true });
}

function newerDatabase(file: string): SiteError {
  return new SiteError({
    code: 'DATABASE_NEWER',
    exitCode: 2,
    message: `${file} is from a newer sitegen. Nothing was written. Use that sitegen, or name another folder with --cache-dir.`,
  });
}
