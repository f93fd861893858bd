// What the database knows about two sites: what a page was made from, by its bytes, and how the content differs between two versions.
// Entries that both versions share are not read.

import type { DatabaseSync } from 'node:sqlite';
import { LOCALES } from '../../config/locales.ts';
import { GLOBALS, readFiles } from '../content/snapshot/commit-version.ts';
import { findDigest, listEntries } from '../content/snapshot/load-version.ts';
import { RecordStore } from '../content/snapshot/record-store.ts';
import { findByDigest } from '../content/snapshot/versions.ts';
import { isDamage, openDatabaseToRead } from '../database/open-database.ts';
import type { EntryRef, ProblemPlace } from '../errors.ts';
import type { PageParts, ShownEntry } from '../facts/page-store.ts';
import { compareFields } from './compare-fields.ts';

/** A version of the content in one of the open databases. */
export interface ContentVersion {
  readonly database: DatabaseSync;
  readonly version: number;
}

/** What a page was made from. */
export interface PageSource extends ContentVersion {
  /** The site of the content. */
  readonly site: string;
  readonly parts: PageParts;
  /** Also those of its header and footer. */
  readonly shows: readonly ShownEntry[];
}

/** A new, deleted or changed entry or global. */
export interface EntryChange extends EntryRef {
  /** As received; undefined if a version lacks it. */
  readonly before: unknown;
  readonly after: unknown;
  /** If both versions have it: the fields that differ. Empty if only related entries changed, or times. */
  readonly fields: readonly string[];
  /** Whether both versions have it, saved at different times. */
  readonly isSaved: boolean;
  readonly place: ProblemPlace;
}

/** What differs between two versions. */
export interface ContentChanges {
  /** By {@link keyOf}. */
  readonly entries: ReadonlyMap<string, EntryChange>;
  /** Paths of images and linked files whose bytes changed. */
  readonly files: readonly string[];
  /** `collection site` of the lists whose entries have another order. */
  readonly reordered: ReadonlySet<string>;
  /** The later JSON of an entry; '' if both versions lack it. */
  readonly textOf: (entry: EntryRef) => string;
}

export const keyOf = ({ collection, site, id }: EntryRef): string => `${collection} ${site} ${id}`;

const FIND_PAGE = `
  SELECT locale, (SELECT version FROM build ORDER BY id DESC LIMIT 1) AS version, parts_json, page.shows_json, chrome.shows_json AS chrome_json
  FROM page JOIN chrome ON key = chrome WHERE path = :path AND sha256 = :sha256
  UNION ALL SELECT locale, version, parts_json, shows_json, chrome_json FROM past_page WHERE path = :path AND sha256 = :sha256
  LIMIT 1`;

/** The databases of two sites. */
export class ContentHistory {
  readonly #databases: readonly DatabaseSync[];
  readonly #changes = new Map<DatabaseSync, Map<string, ContentChanges>>();

  constructor(cacheDirs: readonly string[]) {
    this.#databases = [...new Set(cacheDirs)].flatMap((dir) => openDatabaseToRead(dir) ?? []);
  }

  /** What a page with these bytes was made from; null if no database knows. */
  find(path: string, sha256: string): PageSource | null {
    for (const database of this.#databases)
      try {
        const found = database.prepare(FIND_PAGE).get({ path, sha256 });
        if (found === undefined) continue;
        const version = Number(found.version);
        if (database.prepare('SELECT 1 FROM version WHERE id = ?').get(version) === undefined) continue;
        return {
          database,
          version,
          site: LOCALES.find(({ locale }) => locale === found.locale)?.site ?? '',
          parts: JSON.parse(String(found.parts_json)),
          shows: [...JSON.parse(String(found.shows_json)), ...JSON.parse(String(found.chrome_json))],
        };
      } catch (cause) {
        if (!(cause instanceof SyntaxError || isDamage(cause))) throw cause;
      }
    return null;
  }

  /** The newest version with a digest; null if no database has it. */
  findVersion(digest: string | null): ContentVersion | null {
    if (digest === null) return null;
    for (const database of this.#databases) {
      const found = findByDigest(database, digest);
      if (found !== null) return { database, version: found.id };
    }
    return null;
  }

  compare(before: ContentVersion, after: ContentVersion): ContentChanges {
    const known = this.#changes.get(before.database) ?? new Map<string, ContentChanges>();
    this.#changes.set(before.database, known);
    const key = `${before.version} ${this.#databases.indexOf(after.database)} ${after.version}`;
    const changes = known.get(key) ?? compareVersions(before, after);
    known.set(key, changes);
    return changes;
  }

  close(): void {
    for (const database of this.#databases) database.close();
  }
}

function compareVersions(before: ContentVersion, after: ContentVersion): ContentChanges {
  const [old, now] = [readVersion(before), readVersion(after)];
  const refs = [...new Map([...old.entries, ...now.entries])].filter(
    ([key]) => old.entries.get(key)?.digest !== now.entries.get(key)?.digest,
  );
  const ids = new Set(refs.map(([, { id }]) => id));
  const entries = refs.map(([key, ref]): readonly [string, EntryChange] => {
    const values = { before: old.read(key), after: now.read(key) };
    return [key, describeChange(ref, values, ids)];
  });
  const files = [...now.files].flatMap(([address, hash]) =>
    old.files.has(address) && old.files.get(address) !== hash
      ? [new URL(address, 'http://service.invalid').pathname]
      : [],
  );
  const reordered = [...now.lists].filter(([list, order]) => {
    const earlier = old.lists.get(list);
    if (earlier === undefined) return false;
    const [known, kept] = [new Set(earlier), new Set(order)];
    return earlier.filter((id) => kept.has(id)).join() !== order.filter((id) => known.has(id)).join();
  });
  return {
    entries: new Map(entries),
    files,
    reordered: new Set(reordered.map(([list]) => list)),
    textOf: (ref) => JSON.stringify(readEntry(after, ref) ?? readEntry(before, ref) ?? ''),
  };
}

function readVersion({ database, version }: ContentVersion) {
  const records = new RecordStore(database, null);
  const entries = new Map(listEntries(database, version).map((entry) => [keyOf(entry), entry]));
  const lists = database
    .prepare('SELECT collection, site, ids_json FROM list WHERE since <= ? AND (until IS NULL OR until > ?)')
    .all(version, version);
  return {
    entries,
    read: (key: string): unknown => {
      const entry = entries.get(key);
      return entry === undefined ? undefined : records.readRaw(entry.digest);
    },
    files: new Map(readFiles(database, version).map(({ address, sha256 }) => [address, sha256])),
    lists: new Map(
      lists.map(({ collection, site, ids_json: ids }): readonly [string, readonly string[]] => [
        `${collection} ${site}`,
        JSON.parse(String(ids)),
      ]),
    ),
  };
}

/** An entry of a version as received; null if the version lacks it. */
export function readEntry({ database, version }: ContentVersion, ref: EntryRef): unknown {
  const digest = findDigest(database, version, ref);
  return digest === null ? null : new RecordStore(database, null).readRaw(digest);
}

function describeChange(
  { collection, site, id }: EntryRef,
  { before, after }: { readonly before: unknown; readonly after: unknown },
  changed: ReadonlySet<string>,
): EntryChange {
  const isEdited = before !== undefined && after !== undefined;
  const fields = isEdited ? compareFields(before, after, changed) : [];
  const place = placeOf({ collection, site, id }, after ?? before);
  const isSaved = isEdited && Object(before).last_modified !== Object(after).last_modified;
  return { collection, site, id, before, after, fields, isSaved, place };
}

export function placeOf({ collection, site, id }: EntryRef, value: unknown): ProblemPlace {
  const { title, edit_url: editUrl } = Object(value);
  const entry = String((collection === GLOBALS ? null : title) ?? id);
  return { collection, entry, site, ...(typeof editUrl === 'string' ? { editUrl } : {}) };
}
