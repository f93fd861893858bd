// What is known of two sites: what a page was made from, by its bytes, and how the content differs between two versions. It comes from
// the databases of both, and from what releases carry. Entries that both versions share are not read.

import { relative, sep } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import { findLocaleRow } from '../../config/locales.ts';
import { GLOBALS, readFiles } from '../content/snapshot/commit-version.ts';
import type { ContentFile } from '../content/snapshot/content-snapshot.ts';
import { listEntries, type RawEntry } from '../content/snapshot/load-version.ts';
import { RecordStore } from '../content/snapshot/record-store.ts';
import { openDatabaseToRead, parseColumn } from '../database/open-database.ts';
import type { EntryRef, ProblemPlace } from '../errors.ts';
import type { PageParts, ShownEntry } from '../facts/page-store.ts';
import { type ContentKey, contentKeyOf, type Digest, type SitePath } from '../files/brands.ts';
import { shortHash } from '../files/content-hash.ts';
import { outFileOf } from '../paths/site-path.ts';
import {
  compareFields,
  describeEntry,
  type EntryFacts,
  type FieldChanges,
  type HistoryRow,
  hashParts,
} from '../release/release-history.ts';
import type { SiteSide } from './folder-side.ts';

/** A version of the content. Pages may be of many, of which two are read. */
interface ContentVersion {
  /** In the order of time. */
  readonly id: number;
  /** Entries and globals. */
  readonly entries: () => ReadonlyMap<ContentKey, VersionEntry>;
  /** Images and linked files by the hash of their address: a hash of their bytes, and the address if it is known. */
  readonly files: () => ReadonlyMap<string, { readonly sha256: string; readonly address: string | null }>;
}

interface VersionEntry extends EntryRef {
  /** Of its content. */
  readonly digest: string;
  readonly describe: () => EntryFacts;
}

/** What a page was made from. */
export interface PageSource {
  readonly version: ContentVersion;
  /** The site of the content. */
  readonly site: string;
  readonly parts: PageParts;
  /** What it shows, also in its header and footer, in its order, and what as. */
  readonly shows: ReadonlyMap<ContentKey, readonly { readonly as: ShownEntry['as'] }[]>;
  /** The entry that the page is of. */
  readonly own: ContentKey | null;
}

function createSource(
  version: ContentVersion,
  locale: unknown,
  parts: PageParts,
  shows: readonly ShownEntry[],
): PageSource {
  const site = findLocaleRow(String(locale))?.site ?? '';
  const rows = shows.map(({ as, ...entry }) => ({ as, key: contentKeyOf({ ...entry, site }) }));
  const own = rows.find(({ as }) => as === 'page')?.key ?? null;
  return { version, site, parts, shows: Map.groupBy(rows, ({ key }) => key), own };
}

/** A new, deleted or changed entry or global. */
export interface EntryChange extends EntryRef, FieldChanges {
  /** Undefined if a version lacks it. */
  readonly before: EntryFacts | undefined;
  readonly after: EntryFacts | undefined;
  readonly place: ProblemPlace;
}

/** What differs between two versions. */
export interface ContentChanges {
  readonly entries: ReadonlyMap<ContentKey, EntryChange>;
  /** Addresses of images and linked files whose bytes changed, if they are known. */
  readonly files: readonly string[];
}

/** What a database or a release knows. */
interface History {
  /** What a page with these bytes was made from; null if that is unknown. */
  readonly find: (path: string, sha256: string) => PageSource | null;
  /** What a folder was last made from; null if that is unknown. A release is of one version. */
  readonly findVersion: (outDir: string) => ContentVersion | null;
  readonly close: () => void;
}

export type ContentHistory = ReturnType<typeof openHistory>;

/** What is known of two sites. */
export function openHistory(sides: readonly SiteSide[]) {
  /** By cache folder; those of releases by their side. */
  const histories = new Map<string | SiteSide, History>();
  for (const side of sides) {
    const { cacheDir, history = [] } = side;
    if (history.length > 0) histories.set(side, openReleased(history));
    const database = histories.has(cacheDir) ? null : openDatabaseToRead(cacheDir);
    if (database !== null) histories.set(cacheDir, openStored(database));
  }
  const findVersion = (side: SiteSide): ContentVersion | null => {
    const { dir = '', cacheDir } = side;
    const history = histories.get(side) ?? histories.get(cacheDir);
    return history?.findVersion(relative(cacheDir, dir).split(sep).join('/')) ?? null;
  };
  return {
    /** What a page of a site was made from; null if that is unknown, or if the site has no such page. */
    find: ({ files }: SiteSide, path: SitePath | null): PageSource | null => {
      const hash = path === null ? undefined : files.get(outFileOf(path))?.sha256;
      if (path === null || hash === undefined) return null;
      const sources = histories.values().map(({ find }) => find(path, hash));
      return sources.find((source) => source !== null) ?? null;
    },
    /** What differs between the contents of two sites; null if one is unknown. If need be, versions are those of the pages. */
    compare: (
      base: SiteSide,
      head: SiteSide,
      pages: readonly Readonly<Record<'before' | 'after', PageSource | null>>[],
    ): ContentChanges | null => {
      const versionsOf = (side: 'before' | 'after') =>
        pages.flatMap((page) => page[side]?.version ?? []).sort((a, b) => a.id - b.id);
      const before = findVersion(base) ?? versionsOf('before')[0];
      const after = findVersion(head) ?? versionsOf('after').at(-1);
      return before === undefined || after === undefined ? null : compareVersions(before, after);
    },
    [Symbol.dispose]: () => {
      for (const { close } of histories.values()) close();
    },
  };
}

const FIND_PAGE = `
  SELECT * FROM (
    SELECT locale, (SELECT version FROM build ORDER BY id DESC LIMIT 1) AS version, parts_json, page.shows_json, chrome.shows_json AS chrome_json
    FROM page JOIN chrome ON key = chrome WHERE path = :path AND sha256 = :sha256
    UNION ALL SELECT locale, version, parts_json, shows_json, chrome_json FROM past_page WHERE path = :path AND sha256 = :sha256
  ) WHERE version IN (SELECT id FROM version) LIMIT 1`;
const FIND_BUILT = 'SELECT version FROM build WHERE out_dir = ? ORDER BY id DESC LIMIT 1';

function openStored(database: DatabaseSync): History {
  const versions = new Map<number, ContentVersion>();
  const open = (id: unknown) => versions.getOrInsertComputed(Number(id), (found) => readVersion(database, found));
  return {
    find: (path, sha256) => {
      const row = database.prepare(FIND_PAGE).get({ path, sha256 });
      if (row === undefined) return null;
      const [parts, shows, chrome] = [row.parts_json, row.shows_json, row.chrome_json].map((json) =>
        parseColumn(json, 'A page'),
      );
      const all = [...(shows as ShownEntry[]), ...(chrome as ShownEntry[])];
      return createSource(open(row.version), row.locale, hashParts(parts as PageParts), all);
    },
    findVersion: (outDir) => {
      const row = database.prepare(FIND_BUILT).get(outDir);
      return row === undefined ? null : open(row.version);
    },
    close: () => database.close(),
  };
}

function readVersion(database: DatabaseSync, id: number): ContentVersion {
  const records = new RecordStore(database, null);
  // Many pages show the same entries.
  const memoMethod = (digest: Digest) => describeEntry(records.readRaw(digest));
  const facts = new LRUCache<Digest, EntryFacts>({ max: 1000, memoMethod });
  const readEntry = ({ digest, ...ref }: RawEntry) => {
    const entry = { ...ref, digest: shortHash(digest), describe: () => facts.memo(digest) };
    return [contentKeyOf(ref), entry] as const;
  };
  const readFile = ({ address, sha256 }: ContentFile) =>
    [shortHash(address), { address, sha256: shortHash(String(sha256)) }] as const;
  let entries: ReadonlyMap<ContentKey, VersionEntry> | undefined;
  return {
    id,
    entries: () => {
      entries ??= new Map(listEntries(database, id).map(readEntry));
      return entries;
    },
    files: () => new Map(readFiles(database, id).map(readFile)),
  };
}

/** Of an entry that no page showed. */
const NO_FACTS: EntryFacts = { title: null, saved: '', fields: {} };

function openReleased(rows: readonly HistoryRow[]): History {
  const pages = new Map<string, Extract<HistoryRow, { readonly kind: 'page' }>>();
  const chromes = new Map<string, readonly ShownEntry[]>();
  const entries = new Map<ContentKey, VersionEntry>();
  const files = new Map<string, { readonly sha256: string; readonly address: null }>();
  for (const row of rows) {
    if (row.kind === 'page') pages.set(`${row.path} ${row.sha256}`, row);
    if (row.kind === 'chrome') chromes.set(row.key, row.shows);
    if (row.kind === 'entry') entries.set(contentKeyOf(row), { ...row, describe: () => row.facts ?? NO_FACTS });
    if (row.kind === 'file') files.set(row.address, { sha256: row.sha256, address: null });
  }
  const version = { id: 0, entries: () => entries, files: () => files };
  return {
    find: (path, sha256) => {
      const page = pages.get(`${path} ${sha256}`);
      const shows = page === undefined ? [] : [...page.shows, ...(chromes.get(page.chrome) ?? [])];
      return page === undefined ? null : createSource(version, page.locale, page.parts, shows);
    },
    findVersion: () => version,
    close: () => {},
  };
}

function compareVersions(before: ContentVersion, after: ContentVersion): ContentChanges {
  const [old, now, newFiles] = [before.entries(), after.entries(), after.files()];
  const differing = [...new Map([...old, ...now])].filter(([key]) => old.get(key)?.digest !== now.get(key)?.digest);
  const ids = new Set(differing.map(([, { id }]) => id));
  const entries = differing.map(([key, entry]): readonly [ContentKey, EntryChange] => {
    const { collection, site, id } = entry;
    const [was, is] = [old.get(key)?.describe(), now.get(key)?.describe()];
    const compared = compareFields(was, is, ids);
    return [key, { collection, site, id, before: was, after: is, ...compared, place: placeOf(entry) }];
  });
  const files = [...before.files()].flatMap(([key, { sha256, address }]) => {
    const found = newFiles.get(key);
    return found !== undefined && found.sha256 !== sha256 ? (found.address ?? address ?? []) : [];
  });
  return { entries: new Map(entries), files };
}

/** An entry, for messages. */
export function placeOf({ collection, site, id, describe }: VersionEntry): ProblemPlace {
  const { title, editUrl } = describe();
  const entry = (collection === GLOBALS ? null : title) ?? id;
  return { collection, entry, site, ...(editUrl === undefined ? {} : { editUrl }) };
}
