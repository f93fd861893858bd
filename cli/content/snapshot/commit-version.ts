// Commits a complete and valid reading as a version, in one transaction: what changed since the newest version is closed and opened.

import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { inTransaction, parseColumn } from '../../database/open-database.ts';
import { type Problem, SiteError } from '../../errors.ts';
import { type Digest, toDigest } from '../../files/brands.ts';
import { sha256 } from '../../files/content-hash.ts';
import { plural } from '../../text/printable-text.ts';
import { findCollectionNotices } from '../intake/find-losses.ts';
import type { ReceivedCollection, ReceivedGlobal } from '../intake/index-entry.ts';
import type { ContentFile } from './content-snapshot.ts';
import type { RecordStore } from './record-store.ts';
import type { Version } from './versions.ts';

/** Collections and globals as received, valid or not. */
export interface ReceivedContent {
  readonly collections: readonly ReceivedCollection[];
  readonly globals: readonly ReceivedGlobal[];
  readonly warnings: readonly Problem[];
}

/** SHA-256 of the content, without its time and origin. */
export function contentDigest(
  { collections, globals }: Pick<ReceivedContent, 'collections' | 'globals'>,
  files: readonly ContentFile[] | null,
): Digest {
  const lists = collections.map(({ collection, site, rows }) => [
    collection,
    site,
    sha256(rows.map(({ digest }) => digest).join()),
  ]);
  const values = globals.map(({ name, site, value }) => [name, site, value]);
  const bytes = files?.map(({ address, sha256: hash, fault }) => [address, hash, fault]);
  return sha256(JSON.stringify([lists, values, bytes]));
}

export function findContentProblems({ collections, globals, warnings }: ReceivedContent): readonly Problem[] {
  return [
    ...warnings,
    ...collections.flatMap((list) => [...list.rows.flatMap((row) => row.warnings), ...findCollectionNotices(list)]),
    ...globals.flatMap((global) => global.warnings),
  ];
}

/** Refuses invalid content. @throws SiteError CONTENT_INVALID (exit 1) with all problems. */
export function assertValid({ collections, globals }: Pick<ReceivedContent, 'collections' | 'globals'>): void {
  const problems = [...collections.flatMap(({ invalid }) => invalid), ...globals].flatMap((each) => each.problems);
  if (problems.length === 0) return;
  const message = `${plural(problems.length, 'problem')}, nothing was written.`;
  throw new SiteError({ code: 'CONTENT_INVALID', exitCode: 1, message, problems });
}

export interface VersionContent extends Pick<ReceivedContent, 'collections' | 'globals'> {
  readonly files: readonly ContentFile[] | null;
}

export type VersionFacts = Omit<Version, 'id' | 'readAt' | 'hasFiles'>;

/**
 * Commits a version. If the content is that of the newest version, only the marks of that one change: its reading, unless this one is
 * no base for the next, its times and problems.
 * @returns its id
 */
export function commitVersion(records: RecordStore, content: VersionContent, facts: VersionFacts): number {
  const { database } = records;
  return inTransaction(database, () => {
    const newest = database.prepare('SELECT id FROM version ORDER BY id DESC').get();
    const id = insertVersion(database, facts, content.files !== null);
    const globals = [...Map.groupBy(content.globals, ({ site }) => site).values()];
    const changes = [
      putRows(database, LIST, [...content.collections.map(listOf), ...globals.map(listOfGlobals)], id),
      putRows(database, ENTRY, listEntryRows(records, content), id),
      putRows(database, FILE, (content.files ?? []).map(rowOfFile), id),
    ];
    const isSame = newest !== undefined && isOfSameKind(database, id, Number(newest.id));
    if (!isSame || changes.some((count) => count > 0)) return id;
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

function isOfSameKind(database: DatabaseSync, id: number, other: number): boolean {
  const kind = 'service_url, is_sample, has_drafts, has_files';
  const kinds = database.prepare(`SELECT DISTINCT ${kind} FROM version WHERE id IN (?, ?)`).all(id, other);
  return kinds.length === 1;
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

/** The name that globals have as a collection. */
export const GLOBALS = 'globals';

/** A table whose rows belong to versions: its columns but `since` and `until`. */
interface VersionedTable {
  readonly name: string;
  readonly key: readonly string[];
  readonly values: readonly string[];
}

const PLACE = ['collection', 'site'];
const LIST: VersionedTable = { name: 'list', key: PLACE, values: ['source', 'ids_json'] };
const ENTRY: VersionedTable = {
  name: 'entry',
  key: [...PLACE, 'id'],
  values: ['slug', 'title', 'date', 'last_modified', 'record'],
};
const FILE: VersionedTable = { name: 'file', key: ['address'], values: ['sha256', 'bytes', 'extension', 'fault_json'] };

type Row = readonly SQLInputValue[];

function listOf({ source, collection, site, rows }: VersionContent['collections'][number]): Row {
  return [collection, site, source, JSON.stringify(rows.map(({ id }) => id))];
}

/** The globals of a site. One that could not be read is none of the ids. */
function listOfGlobals(globals: VersionContent['globals']): Row {
  const source = globals.find((global) => global.source !== 'service')?.source ?? 'service';
  const known = globals.filter((global) => global.source !== 'empty');
  return [GLOBALS, globals[0]?.site ?? '', source, JSON.stringify(known.map(({ name }) => name))];
}

function* listEntryRows(records: RecordStore, { collections, globals }: VersionContent): Iterable<Row> {
  const find = records.database.prepare('SELECT id FROM record WHERE digest = ?');
  const recordOf = (digest: Digest) => Number(find.get(digest)?.id);
  for (const { rows } of collections)
    for (const { collection, site, id, slug, title, date, lastModified, digest } of rows)
      yield [collection, site, id, slug, title, date, lastModified, recordOf(digest)];
  for (const { name, site, source, value } of globals)
    if (source !== 'empty' && value !== null)
      yield [GLOBALS, site, name, null, null, null, null, recordOf(records.putValue(value))];
}

function rowOfFile({ address, sha256, bytes, extension, fault }: ContentFile): Row {
  return [address, sha256, bytes, extension, fault === null ? null : JSON.stringify(fault)];
}

/** Makes these the current rows of a table: closes and opens those that differ. @returns how many. */
function putRows(
  database: DatabaseSync,
  { name, key, values }: VersionedTable,
  rows: Iterable<Row>,
  version: number,
): number {
  const columns = [...key, ...values].join();
  const current = `SELECT ${columns} FROM ${name} WHERE until IS NULL`;
  database.exec(`CREATE TEMP TABLE wanted AS ${current} AND false`);
  const insert = database.prepare(`INSERT INTO wanted VALUES (${[...key, ...values].map(() => '?').join()})`);
  for (const row of rows) insert.run(...row);
  const closed = database
    .prepare(`
      UPDATE ${name} SET until = ? WHERE until IS NULL
        AND (${key.join()}) IN (SELECT ${key.join()} FROM (${current} EXCEPT SELECT ${columns} FROM wanted))`)
    .run(version);
  const opened = database
    .prepare(`
      INSERT INTO ${name} (${columns}, since) SELECT ${columns}, ? FROM (SELECT ${columns} FROM wanted EXCEPT ${current})`)
    .run(version);
  database.exec('DROP TABLE wanted');
  return Number(closed.changes) + Number(opened.changes);
}

/** The condition of rows that belong to `:version`. */
export const IN_VERSION = 'since <= :version AND (until IS NULL OR until > :version)';

/** The files of a version, sorted by address. */
export function readFiles(database: DatabaseSync, version: number): readonly ContentFile[] {
  const columns = 'address, sha256, bytes, extension, fault_json';
  const rows = database.prepare(`SELECT ${columns} FROM file WHERE ${IN_VERSION} ORDER BY address`).all({ version });
  return rows.map(({ address, sha256, bytes, extension, fault_json: fault }) => ({
    address: String(address),
    sha256: sha256 === null ? null : toDigest(String(sha256)),
    bytes: Number(bytes),
    extension: String(extension),
    fault: fault === null ? null : parseColumn(fault, 'A file'),
  }));
}
