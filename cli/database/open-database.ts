// The database of a cache folder: what a command knows from earlier ones. Without it a build is slower and has no history, but is
// never wrong. schema.sql has the tables.

import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, statfsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { errorMessage, systemErrorCode, usageError } from '../errors.ts';
import { PROJECT } from '../files/project.ts';
import { makeFolder } from '../files/write-file.ts';

export const DATABASE_FILE = 'site.sqlite';
const SCHEMA = readFileSync(join(PROJECT, 'cli/database/schema.sql'), 'utf8');
export const DATABASE_VERSION = Number(/user_version = (\d+)/.exec(SCHEMA)?.[1]);
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
 * @throws SiteError DATABASE_NEWER, CACHE_UNWRITABLE (exit 2), and system errors.
 */
export function openDatabase(cacheDir: string, options: DatabaseOptions = {}): DatabaseSync {
  const file = join(cacheDir, DATABASE_FILE);
  assertWritable(cacheDir);
  try {
    return openFile(file, options);
  } catch (cause) {
    if (!isDamage(cause)) throw cause;
    moveAside(cacheDir, options.warn);
    return openFile(file, options);
  }
}

/** Creates the folder and an empty file, because system errors are clearer than those of SQLite. @throws SiteError CACHE_UNWRITABLE (exit 2). */
export function assertWritable(cacheDir: string): void {
  const file = join(cacheDir, DATABASE_FILE);
  try {
    makeFolder(cacheDir);
    closeSync(openSync(file, 'a'));
  } catch (cause) {
    const isOther = systemErrorCode(cause) === 'EISDIR';
    const what = isOther ? file : `The folder ${cacheDir}`;
    const fix = isOther ? 'Delete that folder' : 'Check its permissions';
    const message = `${what} cannot be made or written: ${errorMessage(cause)}. Nothing was written. ${fix}, or name another one with --cache-dir.`;
    throw usageError('CACHE_UNWRITABLE', message, cause);
  }
}

/** Creates an empty database for another purpose, in a file or in `:memory:`. */
export function createDatabase(file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  database.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; ${SCHEMA}`);
  return database;
}

function openFile(file: string, { isSynced = false, warn }: DatabaseOptions): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: BUSY_MS, open: false });
  try {
    database.open();
    // Entries and facts have thousands of characters: with the usual pages of 4 kB, writing them takes twice the time.
    database.exec('PRAGMA page_size = 32768; PRAGMA auto_vacuum = INCREMENTAL');
    // Not possible on a network file system: the answer is the mode that is used instead.
    database.exec('PRAGMA journal_mode = WAL');
    database.exec(`PRAGMA synchronous = ${isSynced ? 'FULL' : 'NORMAL'}`);
    if (versionOf(database) !== DATABASE_VERSION) inTransaction(database, () => createTables(database, file, warn));
    return database;
  } catch (cause) {
    if (database.isOpen) database.close();
    throw explainSystem(cause, file);
  }
}

/** Another command may have created the tables meanwhile. */
function createTables(database: DatabaseSync, file: string, warn: DatabaseOptions['warn']): void {
  const version = versionOf(database);
  if (version === DATABASE_VERSION) return;
  if (version > DATABASE_VERSION)
    throw usageError(
      'DATABASE_NEWER',
      `${file} is from a newer sitegen. Nothing was written. Use that sitegen, or name another folder with --cache-dir.`,
    );
  const tables = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all();
  // Tables refer to each other, so references are checked at the end.
  database.exec('PRAGMA defer_foreign_keys = ON');
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
    if (versionOf(database) === DATABASE_VERSION) return database;
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

/** Runs a transaction that writes. @throws Error with the code ENOSPC if the disk is full, EMFILE if too many files are open. */
export function inTransaction<Result>(database: DatabaseSync, run: () => Result): Result {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = run();
    database.exec('COMMIT');
    return result;
  } catch (cause) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw explainSystem(cause, database.location());
  }
}

/**
 * The error of the system behind an error of SQLite: ENOSPC if the disk of a file is full, which SQLite may call an error of reading or
 * writing; EMFILE if too many files are open.
 */
function explainSystem(cause: unknown, file: string | null): unknown {
  const code = errorCodeOf(cause);
  if (code === CANNOT_OPEN && file !== null) return whyUnopened(file) ?? cause;
  const isFull = code === FULL || (code === IO_ERROR && file !== null && freeBytes(file) < LITTLE_SPACE);
  return isFull ? Object.assign(new Error('The disk is full.', { cause }), { code: 'ENOSPC' }) : cause;
}

/** Why the system opens no files; null if it does. */
function whyUnopened(file: string): unknown {
  const opened: number[] = [];
  try {
    while (opened.length < FILES_OF_DATABASE) opened.push(openSync(file, 'r'));
    return null;
  } catch (cause) {
    return cause;
  } finally {
    for (const each of opened) closeSync(each);
  }
}

/** The most that SQLite opens at once: the file, its log with an index, and one for a temporary table. */
const FILES_OF_DATABASE = 4;

function freeBytes(file: string): number {
  const { bavail, bsize } = statfsSync(dirname(file));
  return bavail * bsize;
}

/** SQLITE_ERROR (a table or column is missing), SQLITE_CORRUPT, SQLITE_NOTADB. */
const DAMAGES = [1, 11, 26];
const IO_ERROR = 10;
const FULL = 13;
const CANNOT_OPEN = 14;
/** Less than what the log of a database needs at first. */
const LITTLE_SPACE = 1_000_000;

export function isDamage(cause: unknown): boolean {
  return DAMAGES.includes(errorCodeOf(cause));
}

/** Reads the whole file. A file that cannot be opened now is not called damaged. */
export function isIntact(cacheDir: string): boolean {
  try {
    using database = new DatabaseSync(join(cacheDir, DATABASE_FILE), { timeout: BUSY_MS });
    return database.prepare('PRAGMA integrity_check(1)').get()?.integrity_check === 'ok';
  } catch (cause) {
    return !isDamage(cause);
  }
}

export function damagedRow(what: string): Error {
  return Object.assign(new Error(`${what} is damaged.`), { code: 'ERR_SQLITE_ERROR', errcode: 11 });
}

/** Parses a column with JSON. @throws Error for which `isDamage` is true. */
export function parseColumn<Value>(text: unknown, what: string): Value {
  try {
    return JSON.parse(String(text));
  } catch {
    throw damagedRow(what);
  }
}

/** The primary code of an SQLite error; 0 for other errors. */
function errorCodeOf(cause: unknown): number {
  const { code, errcode } = Object(cause);
  return code === 'ERR_SQLITE_ERROR' ? Number(errcode) & 0xff : 0;
}

function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.user_version);
}

export function moveAside(cacheDir: string, warn: DatabaseOptions['warn']): void {
  const file = join(cacheDir, DATABASE_FILE);
  warn?.(`${file} was damaged and was moved to ${DATABASE_FILE}.damaged: everything is read and rendered again.`);
  rmSync(`${file}.damaged`, { force: true });
  renameSync(file, `${file}.damaged`);
  for (const ending of ['-wal', '-shm', '-journal']) rmSync(`${file}${ending}`, { force: true });
}
