// Finds which entries changed between two versions of the content, and which of them a page shows. Entries that both versions share are
// not read.

import { GLOBALS, readFiles } from '../content/snapshot/commit-version.ts';
import { listEntries, type StoredVersion, withVersion } from '../content/snapshot/load-version.ts';
import { RecordStore } from '../content/snapshot/record-store.ts';
import type { ProblemPlace } from '../errors.ts';
import type { PageRecord } from '../facts/page-store.ts';

interface Leaf {
  readonly text: string;
  /** Id of the entry or category, if this is its title; null for other values. */
  readonly titleOf: string | null;
}

/** A new, deleted or changed entry, global or file. */
interface ContentChange {
  readonly collection: string;
  readonly site: string;
  /** The name of a global. */
  readonly id: string;
  readonly place: ProblemPlace;
  /** False if only the titles of related entries changed, or times. */
  readonly isOwn: boolean;
}

/** What differs between two snapshots. */
export interface ContentChanges {
  readonly entries: readonly ContentChange[];
  /** Addresses of images and linked files. */
  readonly files: readonly string[];
}

/** Compares two versions; null if one of them is not available. */
export function findContentChanges(base: StoredVersion | null, head: StoredVersion | null): ContentChanges | null {
  if (base === null || head === null) return null;
  const [before, after] = [readDigests(base), readDigests(head)];
  if (before === null || after === null) return null;
  const isChanged = (_digest: string, key: string) => before.entries.get(key) !== after.entries.get(key);
  const changed = new Set([...filterKeys(before.entries, isChanged), ...filterKeys(after.entries, isChanged)]);
  const entries = changed.size === 0 ? [] : listChanges(readValues(base, changed), readValues(head, changed));
  const files = after.files.entries().flatMap(([address, hash]) => {
    const known = before.files.get(address);
    return known === undefined || known === hash ? [] : [address];
  });
  return { entries, files: [...files] };
}

const keyOf = ({ collection, site, id }: Readonly<Record<'collection' | 'site' | 'id', string>>) =>
  `${collection} ${site} ${id}`;

/** The digests of entries, globals and files by key; null if the version was deleted. */
function readDigests(version: StoredVersion) {
  return withVersion(version, (database, { id }) => ({
    entries: new Map(listEntries(database, id).map((entry) => [keyOf(entry), entry.digest])),
    files: new Map(readFiles(database, id).map(({ address, sha256 }) => [address, sha256])),
  }));
}

function filterKeys(map: ReadonlyMap<string, string>, isWanted: (digest: string, key: string) => boolean) {
  return map.entries().flatMap(([key, digest]) => (isWanted(digest, key) ? [key] : []));
}

/** Some entries and globals of a version as received. */
function readValues(version: StoredVersion, keys: ReadonlySet<string>): Values {
  const found = withVersion(version, (database, { id }) => {
    const records = new RecordStore(database, null);
    const wanted = listEntries(database, id).filter((entry) => keys.has(keyOf(entry)));
    return wanted.map((entry) => {
      const { collection, site, id: own, digest } = entry;
      return [keyOf(entry), { collection, site, id: own, value: records.readRaw(digest) }] as const;
    });
  });
  return new Map(found);
}

/** The same page of two sites. Null: its record is not available. */
interface ComparedPage {
  readonly site: string;
  readonly before: PageRecord | null;
  readonly after: PageRecord | null;
}

const MAX_OWNERS = 3;

/**
 * The places that a change of a page comes from: changed entries that it shows, else entries that it shows in only one of the sites,
 * because they joined or left its lists.
 */
export function findOwners(changes: ContentChanges, { site, before, after }: ComparedPage): readonly ProblemPlace[] {
  const keysOf = (page: PageRecord | null) =>
    new Set(page?.shows.map(({ collection, id }) => `${collection} ${site} ${id}`));
  const [old, now] = [keysOf(before), keysOf(after)];
  const shown = changes.entries.filter((change) => old.has(keyOf(change)) || now.has(keyOf(change)));
  const own = shown.filter(({ isOwn }) => isOwn);
  if (own.length > 0) return own.slice(0, MAX_OWNERS).map(({ place }) => place);
  if (shown.length > 0) return shown.slice(0, MAX_OWNERS).map(({ place }) => place);
  const others = before === null || after === null ? [] : [...before.shows, ...after.shows];
  const members = others.filter(({ collection, id }) => {
    const key = `${collection} ${site} ${id}`;
    return old.has(key) !== now.has(key);
  });
  if (members.length > 0)
    return members.slice(0, MAX_OWNERS).map(({ collection, id }) => ({ collection, entry: id, site }));
  // No entry changed at all.
  const files = changes.entries.length === 0 ? changes.files : [];
  return files.slice(0, MAX_OWNERS).map((address) => ({ collection: 'files', entry: address }));
}

type Values = ReadonlyMap<string, Value>;

interface Value extends Pick<ContentChange, 'collection' | 'site' | 'id'> {
  readonly value: unknown;
}

function listChanges(before: Values, after: Values): readonly ContentChange[] {
  const rows = [...new Map([...before, ...after])];
  const ids = new Set(rows.map(([, { id }]) => id));
  return rows.map(([key, { collection, site, id, value }]) => {
    const { title, edit_url: editUrl } = fieldsOf(value);
    const fields = compareFields(before.get(key)?.value, after.get(key)?.value, ids);
    const isEdited = before.has(key) && after.has(key);
    const [field] = isEdited && fields.length === 1 ? fields : [];
    const place = {
      collection,
      entry: String((collection === GLOBALS ? null : title) ?? id),
      site,
      ...(field === undefined ? {} : { field }),
      ...(typeof editUrl === 'string' ? { editUrl } : {}),
    };
    return { collection, site, id, place, isOwn: !isEdited || fields.length > 0 };
  });
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Fields that change with every edit, or identify the entry. */
const IGNORED_FIELDS = new Set(
  'updated_at last_modified updated_by api_url edit_url permalink uri url id slug blueprint collection'.split(' '),
);

/** Ignores titles of related entries that changed, because these are changes of their own. */
function compareFields(before: unknown, after: unknown, changed: ReadonlySet<string>): readonly string[] {
  const [old, now] = [listLeaves(before), listLeaves(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((field) => {
    const [a, b] = [old.get(field) ?? NO_LEAF, now.get(field) ?? NO_LEAF];
    const isRelated = a.titleOf !== null && a.titleOf === b.titleOf && changed.has(a.titleOf);
    return a.text === b.text || isRelated ? [] : [field];
  });
}

const NO_LEAF: Leaf = { text: '', titleOf: null };

function listLeaves(value: unknown): ReadonlyMap<string, Leaf> {
  const leaves = new Map<string, Leaf>();
  const visit = (inner: unknown, field: string) => {
    if (typeof inner !== 'object' || inner === null) {
      if (inner !== undefined && inner !== null) leaves.set(field, { text: String(inner), titleOf: null });
      return;
    }
    const relation = field === '' ? null : asRelation(inner);
    if (relation !== null) leaves.set(field, relation);
    else
      for (const [name, item] of Object.entries(inner))
        if (field !== '' || !IGNORED_FIELDS.has(name)) visit(item, field === '' ? name : `${field}.${name}`);
  };
  visit(value, '');
  return leaves;
}

/** A related entry or category. Blocks of a page have an id and a title too, but also a type. */
function asRelation(value: object): Leaf | null {
  const { id, title, type } = fieldsOf(value);
  return typeof id === 'string' && typeof title === 'string' && type === undefined
    ? { text: title, titleOf: id }
    : null;
}
