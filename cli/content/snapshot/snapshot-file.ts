// The file of `sitegen snapshot` and `--snapshot`: a database with one version, and the downloaded files as blobs. The same content and
// clock give the same bytes.

import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { createDatabase, DATABASE_VERSION, inTransaction } from '../../database/open-database.ts';
import { createSiteError, errorMessage, type SiteError, usageError } from '../../errors.ts';
import { sha256 } from '../../files/content-hash.ts';
import { makeFolder, writeWhole } from '../../files/write-file.ts';
import { printableText } from '../../text/printable-text.ts';
import type { ReadTarget } from '../client/content-reads.ts';
import { IN_VERSION, readFiles } from './commit-version.ts';
import type { ContentFile, ContentSnapshot } from './content-snapshot.ts';
import { loadVersion } from './load-version.ts';
import type { RecordStore } from './record-store.ts';
import { parseVersion, type Version } from './versions.ts';

/** Converts an ISO 8601 date or date-time to UTC. @throws SiteError CLOCK_INVALID (exit 2). */
export function parseClock(text: string): string {
  const isValid = z.union([z.iso.datetime({ offset: true }), z.iso.date()]).safeParse(text).success;
  if (isValid) return new Date(text).toISOString();
  throw usageError(
    'CLOCK_INVALID',
    `The clock ${JSON.stringify(text)} is not an ISO 8601 date or date-time with time zone. Write --clock 2026-01-31 or --clock 2026-01-31T09:00:00Z.`,
  );
}

/** Writes a version with its files. @throws system errors. */
export function writeSnapshotFile(file: string, { records, version, clock, filesDir }: ContentSnapshot): void {
  const { database } = records;
  const target = join(dirname(file), `${randomUUID()}.tmp`);
  makeFolder(dirname(file));
  try {
    createDatabase(target).close();
    database.prepare('ATTACH DATABASE ? AS snapshot').run(target);
    try {
      database.exec('PRAGMA snapshot.journal_mode = OFF; PRAGMA snapshot.synchronous = OFF; BEGIN');
      copyVersion(database, version, clock);
      copyBlobs(database, readFiles(database, version), filesDir);
      database.exec('COMMIT');
    } finally {
      if (database.isTransaction) database.exec('ROLLBACK');
      database.exec('DETACH DATABASE snapshot');
    }
    renameSync(target, file);
  } finally {
    rmSync(target, { force: true });
  }
}

function copyVersion(database: DatabaseSync, version: number, clock: string): void {
  database
    .prepare(`
      INSERT INTO snapshot.version
      SELECT 1, :clock, :clock, digest, service_url, is_sample, has_drafts, has_files, NULL, problems_json
      FROM main.version WHERE id = :version`)
    .run({ version, clock });
  database
    .prepare(`
      INSERT INTO snapshot.record (digest, seen_at, parsed_by, parsed_json, json)
      SELECT digest, :clock, parsed_by, parsed_json, json FROM main.record
      WHERE id IN (SELECT record FROM main.entry WHERE ${IN_VERSION}) ORDER BY digest`)
    .run({ version, clock });
  database
    .prepare(`
      INSERT INTO snapshot.entry
      SELECT collection, site, entry.id, slug, title, date, last_modified, copy.id, 1, NULL
      FROM main.entry AS entry JOIN main.record AS record ON record.id = entry.record
        JOIN snapshot.record AS copy ON copy.digest = record.digest
      WHERE ${IN_VERSION} ORDER BY collection, site, entry.id`)
    .run({ version });
  database
    .prepare(`
      INSERT INTO snapshot.list SELECT collection, site, source, ids_json, 1, NULL FROM main.list
      WHERE ${IN_VERSION} ORDER BY collection, site`)
    .run({ version });
}

function copyBlobs(database: DatabaseSync, files: readonly ContentFile[], filesDir: string): void {
  const put = database.prepare(`
    INSERT INTO snapshot.file (address, sha256, bytes, extension, fault_json, content, since) VALUES (?, ?, ?, ?, ?, ?, 1)`);
  for (const { address, sha256: name, bytes, extension, fault } of files) {
    const content = name === null ? null : readFileSync(join(filesDir, name));
    put.run(address, name, bytes, extension, fault === null ? null : JSON.stringify(fault), content);
  }
}

/**
 * Copies the entries and files of a snapshot into the cache folder, and loads the targets.
 * @throws SiteError SNAPSHOT_MISSING, SNAPSHOT_DAMAGED, SNAPSHOT_VERSION, SNAPSHOT_INCOMPLETE (exit 2).
 */
export function loadSnapshotFile(file: string, targets: readonly ReadTarget[], records: RecordStore, filesDir: string) {
  return readSnapshotFile(file, (database, version) => {
    copyRecords(file, database, records.database);
    if (version.hasFiles) extractFiles(file, database, version, filesDir);
    const { missing, ...content } = loadVersion(records, version, targets, database);
    if (missing.length > 0) throw incompleteSnapshot(file, missing);
    return { version, content, files: version.hasFiles ? readFiles(database, version.id) : null };
  });
}

/** Opens a snapshot to read. @throws SiteError as {@link loadSnapshotFile}. */
export function readSnapshotFile<Result>(
  file: string,
  read: (database: DatabaseSync, version: Version) => Result,
): Result {
  if (!existsSync(file)) throw snapshotError('SNAPSHOT_MISSING', file, `There is no snapshot ${file}.`);
  try {
    using database = new DatabaseSync(file, { readOnly: true });
    const shape = database.prepare('PRAGMA user_version').get()?.user_version;
    if (shape !== DATABASE_VERSION) {
      const what = `The snapshot ${file} has version ${shape}; this sitegen reads version ${DATABASE_VERSION}.`;
      throw snapshotError('SNAPSHOT_VERSION', file, what);
    }
    const version = database.prepare('SELECT * FROM version').get();
    if (version === undefined) throw new Error('it has no content');
    return read(database, parseVersion(version));
  } catch (cause) {
    // Errors of SQLite are about the file, all others about the folders of this machine.
    const isOfFile =
      Object(cause).code === 'ERR_SQLITE_ERROR' || (cause instanceof Error && cause.message === 'it has no content');
    if (!isOfFile) throw cause;
    const what = `The snapshot ${file} is damaged or not a snapshot: ${errorMessage(cause)}.`;
    throw snapshotError('SNAPSHOT_DAMAGED', file, what, { cause });
  }
}

function copyRecords(file: string, from: DatabaseSync, to: DatabaseSync): void {
  const read = from.prepare('SELECT parsed_by, parsed_json, json FROM record WHERE digest = ?');
  const touch = to.prepare('UPDATE record SET seen_at = ? WHERE digest = ?');
  const put = to.prepare('INSERT INTO record (digest, seen_at, parsed_by, parsed_json, json) VALUES (?, ?, ?, ?, ?)');
  const now = new Date().toISOString();
  inTransaction(to, () => {
    for (const { digest = null } of from.prepare('SELECT digest FROM record ORDER BY id').all()) {
      if (Number(touch.run(now, digest).changes) > 0) continue;
      const { parsed_by: parsedBy = null, parsed_json: parsed = null, json = null } = read.get(digest) ?? {};
      if (sha256(String(json)) !== digest)
        throw snapshotError('SNAPSHOT_DAMAGED', file, `The snapshot ${file} was changed after it was written.`);
      put.run(digest, now, parsedBy, parsed, json);
    }
  });
}

function extractFiles(file: string, database: DatabaseSync, version: Version, filesDir: string): void {
  const read = database.prepare('SELECT content FROM file WHERE address = ?');
  makeFolder(filesDir);
  for (const { address, sha256: name, bytes } of readFiles(database, version.id)) {
    const target = name === null ? null : join(filesDir, name);
    if (target === null || statSync(target, { throwIfNoEntry: false })?.size === bytes) continue;
    const content = read.get(address)?.content;
    if (!(content instanceof Uint8Array) || sha256(content) !== name) throw damagedFile(file, address);
    writeWhole(target, content);
  }
}

export function damagedFile(file: string, address: string): SiteError {
  const what = `The copy in ${file} of ${printableText(address, 200)} is missing or was changed.`;
  const fix = 'Delete the file if it exists, and build from the content service, which writes it again.';
  return snapshotError('SNAPSHOT_DAMAGED', file, what, { fix });
}

function incompleteSnapshot(file: string, missing: readonly ReadTarget[]): SiteError {
  const names = missing.map(
    (target) => `${target.kind === 'collection' ? target.collection : target.name} (${target.site})`,
  );
  const what = `The snapshot ${file} lacks ${names.slice(0, 5).join(', ')}${names.length > 5 ? ` and ${names.length - 5} more` : ''}.`;
  const fix = 'It was made for other locales or by an older sitegen: build without --snapshot.';
  return snapshotError('SNAPSHOT_INCOMPLETE', file, what, { fix });
}

const OTHER_SNAPSHOT = 'Make another one with "sitegen snapshot", or build without --snapshot.';

function snapshotError(
  code: string,
  file: string,
  what: string,
  { cause, fix = OTHER_SNAPSHOT }: { readonly cause?: unknown; readonly fix?: string } = {},
): SiteError {
  const message = `${what} Nothing was written.`;
  return createSiteError({ code, exitCode: 2, message, where: { file }, what, fix }, cause);
}
