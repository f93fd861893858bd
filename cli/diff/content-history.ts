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

/** A version of the content. */
export interface ContentVersion {
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
  SELECT locale, (SELECT version FROM build ORDER BY id DESC LIMIT 1) AS version, parts_json, page.shows_json, chrome.shows_json AS chrome_json
  FROM page JOIN chrome ON key = chrome WHERE path = :path AND sha256 = :sha256
  UNION ALL SELECT locale, version, parts_json, shows_json, chrome_json FROM past_page WHERE path = :path AND sha256 = :sha256
  LIMIT 1`;

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

/** A site whose release may say what it was made from. */
interface KnownSite {
  readonly cacheDir: string;
  readonly digest: Digest | null;
  readonly history?: readonly HistoryRow[];
}

/** The databases of two sites, and what their releases say. */
export class ContentHistory {
  readonly #databases: readonly DatabaseSync[];
  readonly #released: readonly (Pick<KnownSite, 'digest'> & ReleasedContent)[];

  constructor(sites: readonly KnownSite[]) {
    this.#databases = [...new Set(sites.map(({ cacheDir }) => cacheDir))].flatMap(
      (dir) => openDatabaseToRead(dir) ?? [],
    );
    this.#released = sites.flatMap(({ digest, history = [] }) =>
      history.length === 0 ? [] : [{ digest, ...openReleased(history) }],
    );
  }

  /** What a page with these bytes was made from; null if that is unknown. */
  find(path: string, sha256: string): PageSource | null {
    for (const database of this.#databases)
      try {
        const found = database.prepare(FIND_PAGE).get({ path, sha256 });
        if (found === undefined) continue;
        const version = Number(found.version);
        if (database.prepare('SELECT 1 FROM version WHERE id = ?').get(version) === undefined) continue;
        const [parts, shows, chrome] = ['parts_json', 'shows_json', 'chrome_json'].map((name) =>
          JSON.parse(String(found[name])),
        );
        return createSource(openStored(database, version), found.locale, hashParts(parts), [...shows, ...chrome]);
      } catch (cause) {
        if (!(cause instanceof SyntaxError || isDamage(cause))) throw cause;
      }
    return this.#released.flatMap((released) => released.find(path, sha256) ?? [])[0] ?? null;
  }

  /** The contents of both sites: by digest, else the oldest and newest that their pages were made from; null if one is unknown. */
  findVersions(
    [before, after]: readonly [Digest | null, Digest | null],
    pages: readonly { readonly before: PageSource | null; readonly after: PageSource | null }[],
  ): readonly [ContentVersion, ContentVersion] | null {
    const versionsOf = (side: 'before' | 'after') =>
      pages.flatMap((page) => page[side]?.version ?? []).sort((a, b) => a.id - b.id);
    const base = this.#findVersion(before) ?? versionsOf('before')[0];
    const head = this.#findVersion(after) ?? versionsOf('after').at(-1);
    return base === undefined || head === undefined ? null : [base, head];
  }

  /** The newest version with a digest. */
  #findVersion(digest: Digest | null): ContentVersion | undefined {
    if (digest === null) return undefined;
    for (const database of this.#databases) {
      const found = findByDigest(database, digest);
      if (found !== null) return openStored(database, found.id);
    }
    return this.#released.find((released) => released.digest === digest)?.version;
  }

  [Symbol.dispose](): void {
    for (const database of this.#databases) database.close();
  }
}

function openStored(database: DatabaseSync, version: number): ContentVersion {
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
    files: () =>
      new Map(
        readFiles(database, version).map(({ address, sha256 }) => [
          shortHash(address),
          { address, sha256: shortHash(String(sha256)) },
        ]),
      ),
    lists: () =>
      new Map(
        lists
          .all(version, version)
          .map(({ collection, site, ids_json: ids }) => [`${collection} ${site}`, JSON.parse(String(ids))]),
      ),
  };
}

/** Of an entry that no page showed. */
const NO_FACTS: EntryFacts = { title: null, saved: '', fields: {} };

interface ReleasedContent {
  readonly version: ContentVersion;
  readonly find: (path: string, sha256: string) => PageSource | null;
}

function openReleased(rows: readonly HistoryRow[]): ReleasedContent {
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
  const find = (path: string, sha256: string): PageSource | null => {
    const page = pages.get(`${path} ${sha256}`);
    if (page === undefined) return null;
    const { locale, parts, shows, chrome } = page;
    return createSource(version, locale, parts, [...shows, ...(chromes.get(chrome) ?? [])]);
  };
  return { version, find };
}

export function compareVersions(before: ContentVersion, after: ContentVersion): ContentChanges {
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
