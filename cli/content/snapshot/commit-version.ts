// Commits a complete and valid reading as a version, in one transaction: what changed since the newest version is closed and opened.

import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '../../database/open-database.ts';
import type { ContentFile } from './content-snapshot.ts';
import type { ReceivedContent } from './received-content.ts';
import type { RecordStore } from './record-store.ts';
import type { Version } from './versions.ts';

/** The content of a version. */
export interface VersionContent extends Pick<ReceivedContent, 'collections' | 'globals'> {
  readonly files: readonly ContentFile[] | null;
}

/** What the table `version` says about it. */
export type VersionFacts = Omit<Version, 'id' | 'readAt' | 'hasFiles'>;

/**
 * Commits a version. If the content is that of the newest version, only the marks of that one change: its reading, unless this one is
 * no base for the next, its times and problems.
 * @returns its id
 */
export function commitVersion(records: RecordStore, content: VersionContent, facts: VersionFacts): number {
  const { database } = records;
  return inTransaction(database, () => {
    const newest = database.prepare('SELECT * FROM version ORDER BY id DESC').get();
    const id = insertVersion(database, facts, content.files !== null);
    const changes = [
      closeMissing(database, content, id),
      ...content.collections.map((part) => putEntries(database, part, id)),
      ...[...Map.groupBy(content.globals, ({ site }) => site)].map(([site, globals]) =>
        putGlobals(records, site, globals, id),
      ),
      putFiles(database, content.files ?? [], id),
    ];
    const isSame =
      newest !== undefined && changes.every((count) => count === 0) && isOfSameKind(newest, facts, content);
    if (!isSame) return id;
    database.prepare('DELETE FROM version WHERE id = ?').run(id);
    database
      .prepare(`
        UPDATE version SET read_at = ?, clock = ?, reading_json = coalesce(?, reading_json), problems_json = ?, digest = ?
        WHERE id = ?`)
      .run(...marksOf(facts), facts.digest, Number(newest.id));
    return Number(newest.id);
  });
}

function marksOf({ clock, reading, problems }: VersionFacts) {
  const readingJson = reading === null ? null : JSON.stringify(reading);
  return [new Date().toISOString(), clock, readingJson, JSON.stringify(problems)] as const;
}

function insertVersion(database: DatabaseSync, facts: VersionFacts, hasFiles: boolean): number {
  const { digest, service, hasDrafts } = facts;
  const { lastInsertRowid } = database
    .prepare(`
      INSERT INTO version (read_at, clock, reading_json, problems_json, digest, service_url, is_sample, has_drafts, has_files)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`)
    .run(...marksOf(facts), digest, service.url, Number(service.isSample), Number(hasDrafts), Number(hasFiles));
  return Number(lastInsertRowid);
}

function isOfSameKind(
  newest: Readonly<Record<string, unknown>>,
  { service, hasDrafts }: VersionFacts,
  { files }: VersionContent,
): boolean {
  return (
    newest.service_url === service.url &&
    newest.is_sample === Number(service.isSample) &&
    newest.has_drafts === Number(hasDrafts) &&
    newest.has_files === Number(files !== null)
  );
}

/** Closes the lists of other sites and collections, with their entries. */
function closeMissing(database: DatabaseSync, { collections, globals }: VersionContent, id: number): number {
  const places = new Set([
    ...collections.map(({ indexed: { collection, site } }) => `${collection} ${site}`),
    ...globals.map(({ site }) => `${GLOBALS} ${site}`),
  ]);
  const open = database.prepare('SELECT collection, site FROM list WHERE until IS NULL').all();
  const missing = open.filter(({ collection, site }) => !places.has(`${collection} ${site}`));
  for (const { collection, site } of missing)
    for (const table of ['list', 'entry'])
      database
        .prepare(`UPDATE ${table} SET until = ? WHERE collection = ? AND site = ? AND until IS NULL`)
        .run(id, String(collection), String(site));
  return missing.length;
}

/** The name that globals have as a collection. */
export const GLOBALS = 'globals';

/** A row of the table `entry`. */
interface EntryRow {
  readonly id: string;
  readonly digest: string;
  readonly slug: string | null;
  readonly title: string | null;
  readonly date: string | null;
  readonly lastModified: string | null;
}

/** A collection of a site, or its globals. */
interface List {
  readonly collection: string;
  readonly site: string;
  readonly source: string;
  readonly ids: readonly string[];
  readonly entries: readonly EntryRow[];
}

function putEntries(
  database: DatabaseSync,
  { source, indexed }: VersionContent['collections'][number],
  version: number,
) {
  const { collection, site, rows } = indexed;
  return putList(database, { collection, site, source, ids: rows.map(({ id }) => id), entries: rows }, version);
}

function putGlobals(records: RecordStore, site: string, globals: VersionContent['globals'], version: number): number {
  // A global that could not be read is none of the ids.
  const known = globals.filter(({ source }) => source !== 'empty');
  const entries = known
    .filter(({ value }) => value !== null)
    .map(({ name, value }) => ({
      id: name,
      digest: records.putValue(value),
      slug: null,
      title: null,
      date: null,
      lastModified: null,
    }));
  const source = globals.find((global) => global.source !== 'service')?.source ?? 'service';
  const ids = known.map(({ name }) => name);
  return putList(records.database, { collection: GLOBALS, site, source, ids, entries }, version);
}

/** Closes and opens the rows of a list that differ. @returns how many. */
function putList(database: DatabaseSync, { collection, site, source, ids, entries }: List, version: number): number {
  const known = new Map(
    database
      .prepare(`
        SELECT entry.id, digest FROM entry JOIN record ON record.id = entry.record
        WHERE collection = ? AND site = ? AND until IS NULL`)
      .all(collection, site)
      .map(({ id, digest }) => [id, digest]),
  );
  const close = database.prepare(
    'UPDATE entry SET until = ? WHERE collection = ? AND site = ? AND id = ? AND until IS NULL',
  );
  const open = database.prepare(`
    INSERT INTO entry (collection, site, id, slug, title, date, last_modified, record, since)
    VALUES (?, ?, ?, ?, ?, ?, ?, (SELECT id FROM record WHERE digest = ?), ?)`);
  let changes = 0;
  for (const { id, digest, slug, title, date, lastModified } of entries) {
    const before = known.get(id);
    known.delete(id);
    if (before === digest) continue;
    changes += 1;
    if (before !== undefined) close.run(version, collection, site, id);
    open.run(collection, site, id, slug, title, date, lastModified, digest, version);
  }
  for (const id of known.keys()) close.run(version, collection, site, String(id));
  return changes + known.size + putIds(database, { collection, site, source, ids: JSON.stringify(ids) }, version);
}

function putIds(
  database: DatabaseSync,
  list: Readonly<Record<'collection' | 'site' | 'source' | 'ids', string>>,
  version: number,
) {
  const { collection, site, source, ids } = list;
  const known = database
    .prepare('SELECT source, ids_json FROM list WHERE collection = ? AND site = ? AND until IS NULL')
    .get(collection, site);
  if (known?.source === source && known.ids_json === ids) return 0;
  database
    .prepare('UPDATE list SET until = ? WHERE collection = ? AND site = ? AND until IS NULL')
    .run(version, collection, site);
  database
    .prepare('INSERT INTO list (collection, site, source, ids_json, since) VALUES (?, ?, ?, ?, ?)')
    .run(collection, site, source, ids, version);
  return 1;
}

function putFiles(database: DatabaseSync, files: readonly ContentFile[], version: number): number {
  const keyOf = ({ sha256, bytes, extension, fault }: ContentFile) => JSON.stringify([sha256, bytes, extension, fault]);
  const known = new Map(readFiles(database, null).map((file) => [file.address, keyOf(file)]));
  const close = database.prepare('UPDATE file SET until = ? WHERE address = ? AND until IS NULL');
  const open = database.prepare(
    'INSERT INTO file (address, sha256, bytes, extension, fault_json, since) VALUES (?, ?, ?, ?, ?, ?)',
  );
  let changes = 0;
  for (const file of files) {
    const before = known.get(file.address);
    known.delete(file.address);
    if (before === keyOf(file)) continue;
    changes += 1;
    const { address, sha256, bytes, extension, fault } = file;
    if (before !== undefined) close.run(version, address);
    open.run(address, sha256, bytes, extension, fault === null ? null : JSON.stringify(fault), version);
  }
  for (const address of known.keys()) close.run(version, address);
  return changes + known.size;
}

/** The files of a version, sorted by address; null reads those of the newest. */
export function readFiles(database: DatabaseSync, version: number | null): readonly ContentFile[] {
  const rows =
    version === null
      ? database.prepare('SELECT * FROM file WHERE until IS NULL ORDER BY address').all()
      : database
          .prepare(`
            SELECT address, sha256, bytes, extension, fault_json FROM file
            WHERE since <= ? AND (until IS NULL OR until > ?) ORDER BY address`)
          .all(version, version);
  return rows.map(({ address, sha256, bytes, extension, fault_json: fault }) => ({
    address: String(address),
    sha256: sha256 === null ? null : String(sha256),
    bytes: Number(bytes),
    extension: String(extension),
    fault: fault === null ? null : JSON.parse(String(fault)),
  }));
}
