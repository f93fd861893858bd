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
  /** Also those of its header and footer. */
  readonly shows: readonly ShownEntry[];
}

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

const siteOf = (locale: unknown): string => LOCALES.find((row) => row.locale === locale)?.site ?? '';

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
        return {
          version: openStored(database, version),
          site: siteOf(found.locale),
          parts: hashParts(JSON.parse(String(found.parts_json))),
          shows: [...JSON.parse(String(found.shows_json)), ...JSON.parse(String(found.chrome_json))],
        };
      } catch (cause) {
        if (!(cause instanceof SyntaxError || isDamage(cause))) throw cause;
      }
    return this.#released.flatMap((released) => released.find(path, sha256) ?? [])[0] ?? null;
  }

  /** The newest version with a digest; null if it is unknown. */
  findVersion(digest: Digest | null): ContentVersion | null {
    if (digest === null) return null;
    for (const database of this.#databases) {
      const found = findByDigest(database, digest);
      if (found !== null) return openStored(database, found.id);
    }
    return this.#released.find((released) => released.digest === digest)?.version ?? null;
  }

  close(): void {
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
    const shows = [...page.shows, ...(chromes.get(page.chrome) ?? [])];
    return { version, site: siteOf(page.locale), parts: page.parts, shows };
  };
  return { version, find };
}

export function compareVersions(before: ContentVersion, after: ContentVersion): ContentChanges {
  const index = (version: ContentVersion) =>
    new Map(version.listEntries().map((entry) => [contentKeyOf(entry), entry]));
  const [old, now] = [index(before), index(after)];
  const refs = [...new Map([...old, ...now])].filter(([key]) => old.get(key)?.digest !== now.get(key)?.digest);
  const ids = new Set(refs.map(([, { id }]) => id));
  const entries = refs.map(([key, ref]): readonly [ContentKey, EntryChange] => [
    key,
    describeChange(ref, { before, after, ids }),
  ]);
  const files = after.files();
  const lists = before.lists();
  const reordered = [...after.lists()].filter(([list, order]) => {
    const earlier = lists.get(list);
    if (earlier === undefined) return false;
    const [known, kept] = [new Set(earlier), new Set(order)];
    return earlier.filter((id) => kept.has(id)).join() !== order.filter((id) => known.has(id)).join();
  });
  return {
    entries: new Map(entries),
    files: [...before.files()].flatMap(([key, old]) => {
      const found = files.get(key);
      const address = found?.address ?? old.address;
      const isChanged = found !== undefined && found.sha256 !== old.sha256 && address !== null;
      return isChanged ? [address] : [];
    }),
    reordered: new Set(reordered.map(([list]) => list)),
    describe: (ref) => after.describe(ref) ?? before.describe(ref),
  };
}

interface TwoVersions {
  readonly before: ContentVersion;
  readonly after: ContentVersion;
}

function describeChange(
  { collection, site, id }: EntryRef,
  { before, after, ids }: TwoVersions & { readonly ids: ReadonlySet<string> },
): EntryChange {
  const ref = { collection, site, id };
  const [old, now] = [before.describe(ref), after.describe(ref)];
  const fields = old === undefined || now === undefined ? [] : compareFields(old, now, ids);
  const isSaved = old !== undefined && now !== undefined && old.saved !== now.saved;
  return { ...ref, before: old, after: now, fields, isSaved, place: placeOf(ref, now ?? old) };
}

/** An entry, for messages. */
export function placeOf({ collection, site, id }: EntryRef, facts: EntryFacts | undefined): ProblemPlace {
  const entry = (collection === GLOBALS ? null : facts?.title) ?? id;
  return { collection, entry, site, ...(facts?.editUrl === undefined ? {} : { editUrl: facts.editUrl }) };
}
