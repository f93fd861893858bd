// Finds which fields changed between two versions of the content, and which of these changes a page shows. Entries that both
// versions share are not read.

import { GLOBALS, readFiles } from '../content/snapshot/commit-version.ts';
import { listEntries, type StoredVersion, withVersion } from '../content/snapshot/load-version.ts';
import { RecordStore } from '../content/snapshot/record-store.ts';
import type { ProblemPlace } from '../errors.ts';
import { parseRead, splitFirst } from '../render/page-input/read-recorder.ts';
import { decodeEntities } from '../text/find-attributes.ts';
import type { ChangeKind } from './change-kinds.ts';
import type { PageChange } from './page-change.ts';

/** A field of an entry or global, as words without markup. */
interface ChangedField {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

interface Leaf {
  readonly text: string;
  /** Id of the entry or category, if this is its title; null for other values. */
  readonly titleOf: string | null;
}

/** A new, deleted or changed entry or global. */
export interface ContentChange {
  /** Id of the entry; null for a global. */
  readonly id: string | null;
  readonly place: ProblemPlace;
  readonly fields: readonly ChangedField[];
}

/** Changes that may affect a page, from what it read. */
interface ReadChanges {
  /** Entries, collections, globals and files that it shows. */
  readonly near: readonly ContentChange[];
  /** Entries that may be in its lists or behind its links. */
  readonly far: readonly ContentChange[];
}

export interface ContentChanges {
  /** `reads` are the names of the recorded reads of a page. */
  readonly ofPage: (site: string, reads: readonly string[]) => ReadChanges;
}

/** Compares two versions; null if one of them is not available. */
export function findContentChanges(base: StoredVersion | null, head: StoredVersion | null): ContentChanges | null {
  if (base === null || head === null) return null;
  const [before, after] = [readDigests(base), readDigests(head)];
  if (before === null || after === null) return null;
  const isChanged = (_digest: string, key: string) => before.entries.get(key) !== after.entries.get(key);
  const changed = new Set([...filterKeys(before.entries, isChanged), ...filterKeys(after.entries, isChanged)]);
  const changes = changed.size === 0 ? [] : listChanges(readValues(base, changed), readValues(head, changed));
  const files = after.files.entries().flatMap(([address, hash]) => {
    const known = before.files.get(address);
    return known === undefined || known === hash ? [] : [address];
  });
  return { ofPage: createPageFinder(changes, new Set(files)) };
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
      const { collection, site, digest } = entry;
      return [keyOf(entry), { collection, site, value: records.readRaw(digest) }] as const;
    });
  });
  return new Map(found);
}

interface KeyedChange extends ContentChange {
  readonly collection: string;
  readonly site: string;
}

type Values = ReadonlyMap<string, { readonly collection: string; readonly site: string; readonly value: unknown }>;

function listChanges(before: Values, after: Values): readonly KeyedChange[] {
  const keys = [...new Set([...before.keys(), ...after.keys()])];
  const ids = new Set(keys.map((key) => splitFirst(splitFirst(key)[1])[1]));
  return keys.flatMap((key) => {
    const [old, now] = [before.get(key), after.get(key)];
    const row = now ?? old;
    if (row === undefined) return [];
    const { collection, site } = row;
    const { id, title, edit_url: editUrl } = fieldsOf(row.value);
    const isGlobal = collection === GLOBALS;
    const place = {
      collection,
      entry: String((isGlobal ? null : title) ?? splitFirst(splitFirst(key)[1])[1]),
      site,
      ...(typeof editUrl === 'string' ? { editUrl } : {}),
    };
    return [
      { collection, site, id: isGlobal ? null : String(id), place, fields: compareFields(old?.value, now?.value, ids) },
    ];
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
function compareFields(before: unknown, after: unknown, changed: ReadonlySet<string>): readonly ChangedField[] {
  const [old, now] = [listLeaves(before), listLeaves(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((field) => {
    const [a, b] = [old.get(field) ?? NO_LEAF, now.get(field) ?? NO_LEAF];
    const isRelated = a.titleOf !== null && a.titleOf === b.titleOf && changed.has(a.titleOf);
    return a.text === b.text || isRelated ? [] : [{ field, before: wordsOf(a.text), after: wordsOf(b.text) }];
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

/** The words of a text in lower case, without tags and punctuation. */
function wordsOf(text: string): string {
  const bare = decodeEntities(text.replace(/<[^<>]*>/g, ' ')).toLowerCase();
  return ` ${bare.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()} `;
}

/** Reads of lists and links, which depend on other entries. */
const FROM_OTHERS = new Set([
  'list',
  'related',
  'list-page',
  'page',
  'detail',
  'localisations',
  'switcher',
  'link',
  'shared',
  'route',
]);
const FROM_GLOBALS = new Set(['chrome', 'site', 'global', 'shared', 'settings']);

function createPageFinder(changes: readonly KeyedChange[], files: ReadonlySet<string>): ContentChanges['ofPage'] {
  const byId = Map.groupBy(changes, ({ id }) => id ?? '');
  const bySite = Map.groupBy(changes, ({ site }) => site);
  return (site, reads) => {
    const near = new Set<KeyedChange>();
    const kinds = new Set<string>();
    const images: ContentChange[] = [];
    for (const name of reads) {
      const [kind, key] = parseRead(name);
      kinds.add(kind);
      if (kind === 'entry' || kind === 'card')
        for (const change of byId.get(splitFirst(key)[1]) ?? []) near.add(change);
      if (kind === 'collection' || kind === 'page-entry')
        for (const change of bySite.get(site) ?? [])
          if (change.collection === (kind === 'collection' ? key : 'pages')) near.add(change);
      const address = kind === 'image' ? splitFirst(key)[1] : '';
      if (files.has(address)) images.push({ id: null, place: { collection: 'files', entry: address }, fields: [] });
    }
    const has = (wanted: ReadonlySet<string>) => [...kinds].some((kind) => wanted.has(kind));
    for (const change of bySite.get(site) ?? []) if (change.id === null && has(FROM_GLOBALS)) near.add(change);
    return { near: [...near, ...images], far: has(FROM_OTHERS) ? changes.filter((change) => !near.has(change)) : [] };
  };
}

const MAX_OWNERS = 3;
/** Shorter texts occur in many fields. */
const MIN_LENGTH = 5;

/** Changes that may come from fields whose words are not on the page. */
const WITHOUT_WORDS: ReadonlySet<ChangeKind> = new Set(['robots', 'canonical', 'share', 'language-links']);

/** The entries and fields that a change most likely comes from: those with most of its words, and few others. */
export function findOwners(
  { kind, runs }: Pick<PageChange, 'kind' | 'runs'>,
  candidates: readonly ContentChange[],
  pageEntry: string | null,
): readonly ProblemPlace[] {
  const words = runs.flatMap(({ mark, text }) =>
    mark === ' ' ? [] : splitWords(kind, text).map((part) => ({ mark, text: part })),
  );
  const found = candidates
    .map((change) => scoreChange(change, words))
    // A few words of a long text occur in many entries.
    .filter(({ matches }) => matches > 0 && matches * 2 >= words.length)
    .sort((a, b) => b.matches - a.matches || a.length - b.length);
  if (found.length > 0)
    return found
      .filter(({ matches }) => matches === found[0]?.matches)
      .slice(0, MAX_OWNERS)
      .map(({ place }) => place);
  const own = WITHOUT_WORDS.has(kind) ? candidates.find(({ id }) => id !== null && id === pageEntry) : undefined;
  if (own === undefined) return [];
  const [field] = own.fields;
  return [field === undefined || own.fields.length > 1 ? own.place : { ...own.place, field: field.field }];
}

/** A change of a card has several texts. A link to a page ends with the slug of its entry. */
function splitWords(kind: ChangeKind, text: string): readonly string[] {
  if (kind === 'links') return [wordsOf(/([^/]*)\/?$/.exec(text)?.[1] ?? '')];
  return text.split(' · ').map(wordsOf);
}

interface ChangedWords {
  readonly mark: '-' | '+';
  readonly text: string;
}

/** Counts how many of the words an entry has, and finds the field that has them all. */
function scoreChange({ place, fields }: ContentChange, words: readonly ChangedWords[]) {
  const isIn = ({ mark, text }: ChangedWords, { before, after }: ChangedField) => {
    const whole = mark === '-' ? before : after;
    return whole === text ? text.trim() !== '' : text.length >= MIN_LENGTH + 2 && whole.includes(text);
  };
  const matches = words.filter((word) => fields.some((field) => isIn(word, field))).length;
  const [best] = fields
    .filter((field) => words.filter((word) => isIn(word, field)).length === matches)
    .sort((a, b) => a.before.length + a.after.length - b.before.length - b.after.length);
  return {
    matches,
    place: best === undefined ? place : { ...place, field: best.field },
    length: best === undefined ? Number.POSITIVE_INFINITY : best.before.length + best.after.length,
  };
}
