// What the database knows about two sites: what a page was made from, by its bytes, and how the content differs between two versions.
// Entries that both versions share are not read.

import type { DatabaseSync } from 'node:sqlite';
import { LOCALES } from '../../config/locales.ts';
import type { Collection } from '../../content/collections.ts';
import { indexEntry } from '../content/intake/index-entry.ts';
import { GLOBALS, readFiles } from '../content/snapshot/commit-version.ts';
import { findDigest, listEntries } from '../content/snapshot/load-version.ts';
import { RecordStore } from '../content/snapshot/record-store.ts';
import { findByDigest } from '../content/snapshot/versions.ts';
import { isDamage, openDatabaseToRead } from '../database/open-database.ts';
import type { EntryRef, ProblemPlace } from '../errors.ts';
import type { PageParts, ShownEntry } from '../facts/page-store.ts';

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

  close(): void {
    for (const database of this.#databases) database.close();
  }
}

export function compareVersions(before: ContentVersion, after: ContentVersion): ContentChanges {
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

/** Fields that change with every save, or follow from others. */
const IGNORED_FIELDS = new Set('updated_at last_modified updated_by api_url edit_url permalink uri url'.split(' '));
const IGNORED_INSIDE = new Set(['api_url', 'edit_url', 'permalink', 'uri']);

interface Leaf {
  readonly text: string;
  /** Id of a related entry or term. */
  readonly related: string | null;
}

const NO_LEAF: Leaf = { text: '', related: null };

/**
 * Paths of the fields that differ: `title`, `content.2.text`. If a field differs in several places, their common path. Titles of related
 * entries that changed themselves are ignored.
 */
function compareFields(before: unknown, after: unknown, changed: ReadonlySet<string>): readonly string[] {
  const [old, now] = [listLeaves(before), listLeaves(after)];
  const differing = [...old.keys(), ...now.keys()].filter((field) => {
    const [a, b] = [old.get(field) ?? NO_LEAF, now.get(field) ?? NO_LEAF];
    const isOfRelated = a.related !== null && a.related === b.related && changed.has(a.related);
    return a.text !== b.text && !isOfRelated;
  });
  return [...Map.groupBy(new Set(differing), (field) => field.split('.')[0]).values()].map(findCommonPath);
}

function findCommonPath(fields: readonly string[]): string {
  const [first = [], ...others] = fields.map((field) => field.split('.'));
  const end = first.findIndex((part, index) => others.some((other) => other[index] !== part));
  return first.slice(0, end === -1 ? first.length : Math.max(end, 1)).join('.');
}

function listLeaves(value: unknown): ReadonlyMap<string, Leaf> {
  const leaves = new Map<string, Leaf>();
  const visit = (inner: unknown, field: string) => {
    if (inner === null || inner === undefined) return;
    if (typeof inner !== 'object') return void leaves.set(field, { text: String(inner), related: null });
    const { id, title, api_url: address } = Object(inner);
    // Blocks and rows have an id and a title too, but no address.
    if (field !== '' && typeof id === 'string' && typeof title === 'string' && address !== undefined)
      return void leaves.set(field, { text: `${id} ${title}`, related: id });
    const ignored = field === '' ? IGNORED_FIELDS : IGNORED_INSIDE;
    for (const [name, item] of Object.entries(inner))
      if (!ignored.has(name)) visit(item, field === '' ? name : `${field}.${name}`);
  };
  visit(value, '');
  return leaves;
}

/** The path of the field that contains a text; '' if none does. */
export function findField(value: unknown, text: string): string {
  const fields = [...listLeaves(value)].flatMap(([field, leaf]) => (leaf.text.includes(text) ? [field] : []));
  const [first] = Map.groupBy(fields, (field) => field.split('.')[0]).values();
  return first === undefined ? '' : findCommonPath(first);
}

/** What others show of an entry: its card, its name, or links to it in other languages. */
type Shown = 'card' | 'name' | 'language';

/** Those of the changed fields of an entry that others show. */
export function findShownFields(
  { collection, site, before, after, fields }: EntryChange,
  as: Shown,
): readonly string[] {
  const show = (value: unknown): string => {
    const indexed = indexEntry(value, { collection: collection as Collection, site });
    if (!('row' in indexed)) return '';
    const { slug, title, date, categories, card, language, originId, isNoindex, ...row } = indexed.row;
    const event = [row.eventDate, row.eventTimeZone, row.isCurrent];
    const shown = {
      name: [title],
      card: [title, date, categories, card, language, event],
      language: [isNoindex, language, originId],
    };
    return JSON.stringify([slug, shown[as]]);
  };
  const shown = show(before);
  return fields.filter((field) => {
    const [name = ''] = field.split('.');
    return show({ ...Object(before), [name]: Object(after)[name] }) !== shown;
  });
}
