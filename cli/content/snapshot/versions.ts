// The versions of the content in the database: committing a reading, finding versions, and deleting old ones.

import { readdirSync, rmSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { inTransaction, parseColumn } from '../../database/open-database.ts';
import type { Problem } from '../../errors.ts';
import { type Digest, toDigest } from '../../files/brands.ts';
import { filesDirOf } from '../files/file-store.ts';
import type { ContentSnapshot } from './content-snapshot.ts';

/** How content was read, so that the next command reads only what changed. */
export interface Reading {
  /** Key of the program's code: other code may read something else. */
  readonly codeKey: string;
  readonly fullAt: string;
  /** Time of the oldest answer, by the clock of the service. */
  readonly answeredAt: string | null;
  /** Hashes of the parts of terms and assets that entries show, by id. */
  readonly names: Readonly<Record<string, string>>;
  /** Ids of what was there and is gone (see ../client/find-dependents.ts). */
  readonly gone: readonly string[];
}

/** A row of the table `version`. */
export interface Version {
  readonly id: number;
  readonly digest: Digest;
  readonly readAt: string;
  readonly clock: string;
  readonly service: ContentSnapshot['service'];
  readonly hasDrafts: boolean;
  readonly hasFiles: boolean;
  readonly reading: Reading | null;
  readonly problems: readonly Problem[];
}

type Service = ContentSnapshot['service'];

/** The newest version with a reading, for the next one to begin with; null if there is none. */
export function findLastRead(database: DatabaseSync, service: Service): Version | null {
  return findNewestOf(database, `reading_json IS NOT NULL AND ${OF_SERVICE}`, ...ofService(service));
}

/** The newest version of a service; null if there is none. */
export function findNewest(database: DatabaseSync, service: Service, hasDrafts: boolean): Version | null {
  return findNewestOf(database, `has_drafts = ? AND ${OF_SERVICE}`, Number(hasDrafts), ...ofService(service));
}

/** The newest version with a digest; null if it was deleted. */
export function findByDigest(database: DatabaseSync, digest: Digest): Version | null {
  return findNewestOf(database, 'digest = ?', digest);
}

function findNewestOf(database: DatabaseSync, condition: string, ...values: readonly SQLInputValue[]): Version | null {
  const found = database.prepare(`SELECT * FROM version WHERE ${condition} ORDER BY id DESC`).get(...values);
  return found === undefined ? null : parseVersion(found);
}

/** The versions of a service that became a site, newest first. */
export function findBuilt(database: DatabaseSync, service: Service): readonly Version[] {
  return database
    .prepare(`
      SELECT version.* FROM version JOIN (SELECT version, max(id) AS last FROM build GROUP BY version) AS built
        ON built.version = version.id
      WHERE ${OF_SERVICE} ORDER BY built.last DESC`)
    .all(...ofService(service))
    .map(parseVersion);
}

/** The URL of the sample service changes with every start. */
const OF_SERVICE = 'is_sample = ? AND (is_sample = 1 OR service_url = ?)';
const ofService = ({ isSample, url }: Service) => [Number(isSample), url] as const;

export function parseVersion(row: Readonly<Record<string, unknown>>): Version {
  return {
    id: Number(row.id),
    digest: toDigest(String(row.digest)),
    readAt: String(row.read_at),
    clock: String(row.clock),
    service: { url: String(row.service_url), isSample: row.is_sample === 1 },
    hasDrafts: row.has_drafts === 1,
    hasFiles: row.has_files === 1,
    reading: row.reading_json === null ? null : parseColumn(row.reading_json, 'A version'),
    problems: parseColumn(row.problems_json, 'A version'),
  };
}

/** Notes that an out folder shows a version. Call it after the site is written. */
export function markBuilt(
  database: DatabaseSync,
  { outDir, cacheDir }: { readonly outDir: string; readonly cacheDir: string },
  version: number,
): void {
  const place = relative(cacheDir, outDir).split(sep).join('/');
  database
    .prepare('INSERT INTO build (out_dir, version, built_at) VALUES (?, ?, ?)')
    .run(place, version, new Date().toISOString());
}

/** What is not in any version stays this long: a command may be about to commit it. */
const GRACE_MS = 3_600_000;
/** Built versions that are kept as history besides `build.snapshotsKept`, while they are young. */
const HISTORY_BUILDS = 20;
const HISTORY_MS = 90 * 24 * 3_600_000;

const DOWNLOADED = /^[0-9a-f]{64}$|\.part$/;

/**
 * Deletes old versions, and every row and downloaded file that no version has. Kept are the newest version and those of the last
 * hour, the last `snapshotsKept` that became a site, and of the last 20 those that are younger than 90 days.
 */
export function pruneVersions(database: DatabaseSync, cacheDir: string, snapshotsKept: number): void {
  const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString();
  inTransaction(database, () => {
    database
      .prepare(`
        DELETE FROM version WHERE read_at < ? AND id < (SELECT max(id) FROM version)
          AND id IS NOT (SELECT max(id) FROM version WHERE reading_json IS NOT NULL)
          AND id NOT IN (SELECT version FROM build GROUP BY version ORDER BY max(id) DESC LIMIT ?)
          AND (read_at < ? OR id NOT IN (SELECT version FROM build GROUP BY version ORDER BY max(id) DESC LIMIT ?))`)
      .run(ago(GRACE_MS), snapshotsKept, ago(HISTORY_MS), HISTORY_BUILDS);
    for (const table of ['entry', 'list', 'file'])
      database.exec(`
        DELETE FROM ${table} WHERE until IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM version WHERE id >= ${table}.since AND id < ${table}.until)`);
    for (const table of ['build', 'past_page'])
      database.exec(`DELETE FROM ${table} WHERE version NOT IN (SELECT id FROM version)`);
    database
      .prepare(`
        DELETE FROM record WHERE seen_at < ?
          AND id IN (SELECT id FROM record WHERE NOT EXISTS (SELECT 1 FROM entry WHERE record = record.id))`)
      .run(ago(GRACE_MS));
  });
  pruneFiles(database, filesDirOf(cacheDir));
}

function pruneFiles(database: DatabaseSync, dir: string): void {
  const stats = statSync(dir, { throwIfNoEntry: false });
  if (stats === undefined) return;
  const named = new Set(
    database
      .prepare('SELECT DISTINCT sha256 FROM file')
      .all()
      .map(({ sha256 }) => sha256),
  );
  for (const name of readdirSync(dir)) {
    if (!DOWNLOADED.test(name) || named.has(name)) continue;
    const file = statSync(join(dir, name), { throwIfNoEntry: false });
    // A running build may be about to name a young one.
    if (file !== undefined && Date.now() - file.mtimeMs > GRACE_MS) rmSync(join(dir, name), { force: true });
  }
}
