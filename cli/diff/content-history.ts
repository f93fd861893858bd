// What is known of two sites: what a page was made from, by its bytes, and how the content differs between two versions. It comes from
// the databases of both, else from the release itself. Entries that both versions share are not read.

import type { DatabaseSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import { LOCALES } from '../../config/locales.ts';
import { GLOBALS, readFiles } from '../content/snapshot/commit-version.ts';
import { findDigest, listEntries } from '../content/snapshot/load-version.ts';
import { RecordStore } from '../content/snapshot/record-store.ts';
import { findByDigest } from '../content/snapshot/versions.ts';
import { isDamage, openDatabaseToRead } from '../database/open-database.ts';
import type { EntryRef, ProblemPlace } from '../errors.ts';
import type { PageParts, ShownEntry } from '../facts/page-store.ts';
import { type ContentKey, contentKeyOf, type Digest } from '../files/brands.ts';
import { shortHash } from '../files/content-hash.ts';
import { compareFields, describeEntry, type EntryFacts } from '../release/entry-facts.ts';
import { type HistoryRow, hashParts } from '../release/release-history.ts';
import type { SiteSide } from './folder-side.ts';

/** A version of the content. */
interface ContentVersion {
  /** In the order of time. */
  readonly id: number;
  /** With digests of their content. */
  readonly listEntries: () => readonly (EntryRef & { readonly digest: string })[];
  readonly describe: (entry: EntryRef) => EntryFacts | undefined;
  /** Images and linked files by the hash of their address: a hash of their bytes, and the address if it is known. */
  readonly files: () => ReadonlyMap<string, { readonly sha256: string; readonly address: string | null }>;
  /** Ids by `collection site`. */
  readonly lists: () => ReadonlyMap<string, readonly string[]>;
}

/** What a page was made from. */
export interface PageSource {
  readonly version: ContentVersion;
  /** The site of the content. */
  readonly site: string;
  readonly parts: PageParts;
  readonly roles: Roles;
  /** The entry that the page is of. */
  readonly own: EntryRef | null;
}

/** What a page shows, also in its header and footer, in its order, and what it is shown as. */
export type Roles = ReadonlyMap<ContentKey, { readonly ref: EntryRef; readonly as: readonly ShownEntry['as'][] }>;

/** A new, deleted or changed entry or global. */
export interface EntryChange extends EntryRef {
  /** Undefined if a version lacks it. */
  readonly before: EntryFacts | undefined;
  readonly after: EntryFacts | undefined;
  /** If both versions have it: the fields that differ. Empty if only related entries changed, or times. */
  readonly fields: readonly string[];
  /** Whether both versions have it, saved at different times. */
  readonly isSaved: boolean;
  readonly place: ProblemPlace;
}

/** What differs between two versions. */
export interface ContentChanges {
  /** By {@link contentKeyOf}. */
  readonly entries: ReadonlyMap<ContentKey, EntryChange>;
  /** Addresses of images and linked files whose bytes changed, if they are known. */
  readonly files: readonly string[];
  /** `collection site` of the lists whose entries have another order. */
  readonly reordered: ReadonlySet<string>;
  /** The later facts of an entry. */
  readonly describe: (entry: EntryRef) => EntryFacts | undefined;
}

const FIND_PAGE = `
  SELECT * FROM (
    SELECT locale, (SELECT version FROM build ORDER BY id DESC LIMIT 1) AS version, parts_json, page.shows_json, chrome.shows_json AS chrome_json
    FROM page JOIN chrome ON key = chrome WHERE path = :path AND sha256 = :sha256
    UNION ALL SELECT locale, version, parts_json, shows_json, chrome_json FROM past_page WHERE path = :path AND sha256 = :sha256
  ) WHERE version IN (SELECT id FROM version) LIMIT 1`;

function createSource(
  version: ContentVersion,
  locale: unknown,
  parts: PageParts,
  shows: readonly ShownEntry[],
): PageSource {
  const site = LOCALES.find((row) => row.locale === locale)?.site ?? '';
  const shown = shows.map(({ collection, id, as }) => ({ ref: { collection, site, id }, as }));
  const groups = Map.groupBy(shown, ({ ref }) => contentKeyOf(ref));
  const roles = [...groups].flatMap(([key, rows]) =>
    rows.slice(0, 1).map(({ ref }) => [key, { ref, as: rows.map(({ as }) => as) }] as const),
  );
  const own = shown.find(({ as }) => as === 'page')?.ref ?? null;
  return { version, site, parts, roles: new Map(roles), own };
}

/** What a database or a release knows. */
interface History {
  /** What a page with these bytes was made from; null if that is unknown. */
  readonly find: (path: string, sha256: string) => PageSource | null;
  /** The newest version with a digest; null if it is unknown. */
  readonly findVersion: (digest: Digest) => ContentVersion | null;
}

/** Opens the databases of some sites, and what their releases say. */
export function openHistory(sites: readonly Pick<SiteSide, 'cacheDir' | 'digest' | 'history'>[]): History & Disposable {
  const folders = new Set(sites.map(({ cacheDir }) => cacheDir));
  const databases = [...folders].flatMap((dir) => openDatabaseToRead(dir) ?? []);
  const released = sites.flatMap(({ digest, history = [] }) =>
    history.length === 0 ? [] : openReleased(digest, history),
  );
  const histories = [...databases.map(openStored), ...released];
  const first = <Found>(find: (history: History) => Found | null) =>
    histories
      .values()
      .map(find)
      .find((found) => found !== null) ?? null;
  return {
    find: (path, sha256) => first((history) => history.find(path, sha256)),
    findVersion: (digest) => first((history) => history.findVersion(digest)),
    [Symbol.dispose]: () => {
      for (const database of databases) database.close();
    },
  };
}

function openStored(database: DatabaseSync): History {
  const versions = new Map<number, ContentVersion>();
  const open = (id: number) => {
    const version = versions.get(id) ?? openVersion(database, id);
    versions.set(id, version);
    return version;
  };
  return {
    find: (path, sha256) => {
      try {
        const row = database.prepare(FIND_PAGE).get({ path, sha256 });
        if (row === undefined) return null;
        const columns = [row.parts_json, row.shows_json, row.chrome_json];
        const [parts, shows, chrome] = columns.map((json) => JSON.parse(String(json)));
        return createSource(open(Number(row.version)), row.locale, hashParts(parts), [...shows, ...chrome]);
      } catch (cause) {
        if (cause instanceof SyntaxError || isDamage(cause)) return null;
        throw cause;
      }
    },
    findVersion: (digest) => {
      const found = findByDigest(database, digest);
      return found === null ? null : open(found.id);
    },
  };
}

function openVersion(database: DatabaseSync, version: number): ContentVersion {
  const records = new RecordStore(database, null);
  // Many pages show the same entries.
  const known = new LRUCache<Digest, EntryFacts>({ max: 1000 });
  const lists = database.prepare(
    'SELECT collection, site, ids_json FROM list WHERE since <= ? AND (until IS NULL OR until > ?)',
  );
  return {
    id: version,
    listEntries: () => listEntries(database, version).map((entry) => ({ ...entry, digest: shortHash(entry.digest) })),
    describe: (ref) => {
      const digest = findDigest(database, version, ref);
      const facts = digest === null ? undefined : (known.get(digest) ?? describeEntry(records.readRaw(digest)));
      if (digest !== null) known.set(digest, facts);
      return facts;
    },
    files: () => {
      const rows = readFiles(database, version);
      return new Map(
        rows.map(({ address, sha256 }) => [shortHash(address), { address, sha256: shortHash(String(sha256)) }]),
      );
    },
    lists: () => {
      const rows = lists.all(version, version);
      return new Map(
        rows.map(({ collection, site, ids_json: ids }) => [`${collection} ${site}`, JSON.parse(String(ids))]),
      );
    },
  };
}

/** Of an entry that no page showed. */
const NO_FACTS: EntryFacts = { title: null, saved: '', fields: {} };

function openReleased(ofDigest: Digest | null, rows: readonly HistoryRow[]): History {
  const ofKind = <Kind extends HistoryRow['kind']>(kind: Kind) =>
    rows.filter((row): row is Extract<HistoryRow, { readonly kind: Kind }> => row.kind === kind);
  const pages = new Map(ofKind('page').map((page) => [`${page.path} ${page.sha256}`, page]));
  const chromes = new Map(ofKind('chrome').map(({ key, shows }) => [key, shows]));
  const entries = new Map(ofKind('entry').map((entry) => [contentKeyOf(entry), entry]));
  const version: ContentVersion = {
    id: 0,
    listEntries: () => [...entries.values()],
    describe: (ref) => {
      const found = entries.get(contentKeyOf(ref));
      return found === undefined ? undefined : (found.facts ?? NO_FACTS);
    },
    files: () => new Map(ofKind('file').map(({ address, sha256 }) => [address, { sha256, address: null }])),
    lists: () => new Map(ofKind('list').map(({ collection, site, ids }) => [`${collection} ${site}`, ids])),
  };
  return {
    find: (path, sha256) => {
      const page = pages.get(`${path} ${sha256}`);
      if (page === undefined) return null;
      const { locale, parts, shows, chrome } = page;
      return createSource(version, locale, parts, [...shows, ...(chromes.get(chrome) ?? [])]);
    },
    findVersion: (digest) => (digest === ofDigest ? version : null),
  };
}

/**
 * What differs between the contents of two sites: by digest, else between the oldest and newest that their pages were made from; null if
 * one is unknown.
 */
export function compareContents(
  history: History,
  [base, head]: readonly [Digest | null, Digest | null],
  pages: readonly { readonly before: PageSource | null; readonly after: PageSource | null }[],
): ContentChanges | null {
  const versionsOf = (side: 'before' | 'after') =>
    pages.flatMap((page) => page[side]?.version ?? []).sort((a, b) => a.id - b.id);
  const find = (digest: Digest | null) => (digest === null ? null : history.findVersion(digest));
  const before = find(base) ?? versionsOf('before')[0];
  const after = find(head) ?? versionsOf('after').at(-1);
  return before === undefined || after === undefined ? null : compareVersions(before, after);
}

function compareVersions(before: ContentVersion, after: ContentVersion): ContentChanges {
  const index = ({ listEntries: list }: ContentVersion) => new Map(list().map((entry) => [contentKeyOf(entry), entry]));
  const [old, now] = [index(before), index(after)];
  const differing = [...new Map([...old, ...now])].filter(([key]) => old.get(key)?.digest !== now.get(key)?.digest);
  const ids = new Set(differing.map(([, { id }]) => id));
  const entries = differing.map(([key, { collection, site, id }]): readonly [ContentKey, EntryChange] => {
    const ref = { collection, site, id };
    const [was, is] = [before.describe(ref), after.describe(ref)];
    const isInBoth = was !== undefined && is !== undefined;
    const fields = isInBoth ? compareFields(was, is, ids) : [];
    const isSaved = isInBoth && was.saved !== is.saved;
    return [key, { ...ref, before: was, after: is, fields, isSaved, place: placeOf(ref, is ?? was) }];
  });
  const files = after.files();
  const changedFiles = [...before.files()].flatMap(([key, { sha256, address }]) => {
    const found = files.get(key);
    return found !== undefined && found.sha256 !== sha256 ? (found.address ?? address ?? []) : [];
  });
  const lists = before.lists();
  const reordered = [...after.lists()].filter(([list, order]) => {
    const [known, kept] = [new Set(lists.get(list)), new Set(order)];
    return [...known].filter((id) => kept.has(id)).join() !== order.filter((id) => known.has(id)).join();
  });
  return {
    entries: new Map(entries),
    files: changedFiles,
    reordered: new Set(reordered.map(([list]) => list)),
    describe: (ref) => after.describe(ref) ?? before.describe(ref),
  };
}

/** An entry, for messages. */
export function placeOf({ collection, site, id }: EntryRef, facts: EntryFacts | undefined): ProblemPlace {
  const entry = (collection === GLOBALS ? null : facts?.title) ?? id;
  return { collection, entry, site, ...(facts?.editUrl === undefined ? {} : { editUrl: facts.editUrl }) };
}
