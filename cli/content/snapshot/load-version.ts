// Reads versions of the content back from the database.

import type { DatabaseSync } from 'node:sqlite';
import { LOCALES } from '../../../config/locales.ts';
import { COLLECTION_HANDLES } from '../../../content/handles.ts';
import { openDatabaseToRead, parseColumn } from '../../database/open-database.ts';
import type { EntryRef } from '../../errors.ts';
import { type Digest, toDigest } from '../../files/brands.ts';
import type { ReadTarget } from '../client/content-reads.ts';
import { type CollectionPlace, indexCollection, indexGlobal, type ReceivedGlobal } from '../intake/index-entry.ts';
import { GLOBALS, IN_VERSION } from './commit-version.ts';
import type { CollectionSnapshot, EntryReader } from './content-snapshot.ts';
import type { RecordStore } from './record-store.ts';
import { findByDigest, type Version } from './versions.ts';

/**
 * Loads the targets of a version, which can be that of a snapshot. Entries are parsed with the current schemas, unless the same code
 * stored their rows.
 */
export function loadVersion(
  records: RecordStore,
  version: Version,
  targets: readonly ReadTarget[],
  database = records.database,
) {
  const collections = [];
  const globals = [];
  const missing = [];
  for (const target of targets) {
    const found = target.kind === 'collection' ? loadCollection(records, version.id, target, database) : null;
    const global = target.kind === 'global' ? loadGlobal(records, version.id, target, database) : null;
    if (found !== null) collections.push(found);
    else if (global !== null) globals.push(global);
    else missing.push(target);
  }
  return { collections, globals, warnings: version.problems, missing };
}

export function loadCollection(
  records: RecordStore,
  version: number,
  place: CollectionPlace,
  database = records.database,
) {
  const { collection, site } = place;
  const list = findList(database, version, place);
  if (list === null) return null;
  const selected = database
    .prepare(`
      SELECT digest, CASE WHEN parsed_by = :parser THEN parsed_json END AS parsed
      FROM json_each(:ids) AS place CROSS JOIN entry ON entry.id = place.value JOIN record ON record.id = entry.record
      WHERE collection = :collection AND site = :site AND ${IN_VERSION} ORDER BY place.key`)
    .all({ parser: records.parserOf(place), ids: JSON.stringify(list.ids), collection, site, version })
    .map(({ digest, parsed }) => ({
      digest: toDigest(String(digest)),
      parsed: parsed === null ? null : String(parsed),
    }));
  return indexCollection(place, records.index(selected, place), list.source);
}

export function loadGlobal(
  records: EntryReader,
  version: number,
  { name, site }: Pick<ReceivedGlobal, 'name' | 'site'>,
  database = records.database,
): ReceivedGlobal | null {
  const list = findList(database, version, { collection: GLOBALS, site });
  if (list === null) return null;
  if (!list.ids.includes(name)) return indexGlobal({ name, site }, null, 'empty');
  const digest = findDigest(database, version, { collection: GLOBALS, site, id: name });
  const value = digest === null ? null : records.readRaw(digest);
  return indexGlobal({ name, site }, value, list.source === 'service' ? 'service' : 'stale');
}

/** The digest of an entry or global in a version; null if it is not there. */
export function findDigest(database: DatabaseSync, version: number, { collection, site, id }: EntryRef): Digest | null {
  const found = database
    .prepare(`
      SELECT digest FROM entry JOIN record ON record.id = entry.record
      WHERE collection = :collection AND site = :site AND entry.id = :id AND ${IN_VERSION}`)
    .get({ collection, site, id, version });
  return found === undefined ? null : toDigest(String(found.digest));
}

/** The ids of a collection's entries in a version, by slug. */
export function findIdsBySlug(
  database: DatabaseSync,
  version: number,
  { collection, site }: CollectionPlace,
): ReadonlyMap<string, string> {
  const rows = database
    .prepare(`SELECT slug, id FROM entry WHERE collection = :collection AND site = :site AND ${IN_VERSION}`)
    .all({ collection, site, version });
  return new Map(rows.map(({ slug, id }) => [String(slug), String(id)]));
}

function findList(database: DatabaseSync, version: number, { collection, site }: Omit<EntryRef, 'id'>) {
  const found = database
    .prepare(`SELECT source, ids_json FROM list WHERE collection = :collection AND site = :site AND ${IN_VERSION}`)
    .get({ collection, site, version });
  if (found === undefined) return null;
  const ids = parseColumn<readonly string[]>(found.ids_json, 'A list');
  return { source: String(found.source) as CollectionSnapshot['source'], ids };
}

/** An entry or global, by its name, of a version as received. */
export interface RawEntry extends EntryRef {
  readonly digest: Digest;
}

/** Entries in the order of the content, then globals. */
export function listEntries(database: DatabaseSync, version: number): readonly RawEntry[] {
  const inVersion = (table: string) =>
    `${table}.since <= :version AND (${table}.until IS NULL OR ${table}.until > :version)`;
  return database
    .prepare(`
      SELECT collection, site, entry.id, digest
      FROM list CROSS JOIN json_each(list.ids_json) AS place CROSS JOIN entry USING (collection, site)
        JOIN record ON record.id = entry.record
      WHERE entry.id = place.value AND ${inVersion('list')} AND ${inVersion('entry')} ORDER BY place.key`)
    .all({ version })
    .map(({ collection, site, id, digest }) => ({
      collection: String(collection),
      site: String(site),
      id: String(id),
      digest: toDigest(String(digest)),
    }))
    .sort((a, b) => rankOf(a) - rankOf(b));
}

const COLLECTIONS: readonly string[] = COLLECTION_HANDLES;

function rankOf(entry: RawEntry): number {
  const site = LOCALES.findIndex((locale) => locale.site === entry.site);
  const collection = COLLECTIONS.indexOf(entry.collection);
  return collection === -1 ? LOCALES.length * COLLECTIONS.length + site : site * COLLECTIONS.length + collection;
}

export interface StoredVersion {
  readonly cacheDir: string;
  readonly digest: Digest;
}

/** Runs `read` with an open version; null if the version or the database is gone. */
export function withVersion<Result>(
  { cacheDir, digest }: StoredVersion,
  read: (database: DatabaseSync, version: Version) => Result,
): Result | null {
  using database = openDatabaseToRead(cacheDir);
  const version = database === null ? null : findByDigest(database, digest);
  return database === null || version === null ? null : read(database, version);
}
