// Finds which fields changed between two snapshots, and which of these changes a page shows. Ranges that both snapshots share are
// not read.

import type { FoundSnapshot } from '../check/last-build.ts';
import { readRangeLines } from '../content/snapshot/range-files.ts';
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

/** Compares two snapshots; null if one of them is not available. */
export function findContentChanges(base: FoundSnapshot | null, head: FoundSnapshot | null): ContentChanges | null {
  if (base === null || head === null) return null;
  const changes = base.record.digest === head.record.digest ? [] : listChanges(base, head);
  const files = findChangedFiles(base, head);
  return { ofPage: createPageFinder(changes, files) };
}

interface KeyedChange extends ContentChange {
  readonly collection: string;
  readonly site: string;
}

type Lines = ReadonlyMap<string, { readonly collection: string; readonly site: string; readonly value: unknown }>;

function listChanges(base: FoundSnapshot, head: FoundSnapshot): readonly KeyedChange[] {
  const [before, after] = [loadValues(base, head), loadValues(head, base)];
  const keys = [...new Set([...before.keys(), ...after.keys()])].filter(
    (key) => JSON.stringify(before.get(key)?.value) !== JSON.stringify(after.get(key)?.value),
  );
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

const GLOBALS = 'globals';

/** Entries of ranges that the other snapshot does not have, and all globals, by collection, site and id. */
function loadValues({ record, rangesDir }: FoundSnapshot, other: FoundSnapshot): Lines {
  const shared = new Set(other.record.collections.flatMap(({ ranges }) => ranges));
  const rows = new Map<string, { collection: string; site: string; value: unknown }>();
  for (const { collection, site, ranges } of record.collections)
    for (const range of ranges) {
      if (shared.has(range)) continue;
      for (const { line } of readRangeLines(rangesDir, range)) {
        const value: unknown = JSON.parse(line);
        rows.set(`${collection} ${site} ${String(fieldsOf(value).id)}`, { collection, site, value });
      }
    }
  for (const { name, site, value } of record.globals)
    rows.set(`${GLOBALS} ${site} ${name}`, { collection: GLOBALS, site, value });
  return rows;
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

function findChangedFiles(base: FoundSnapshot, head: FoundSnapshot): ReadonlySet<string> {
  const known = new Map((base.record.files ?? []).map(({ address, sha256 }) => [address, sha256]));
  const changed = (head.record.files ?? []).filter(
    ({ address, sha256 }) => known.has(address) && known.get(address) !== sha256,
  );
  return new Set(changed.map(({ address }) => address));
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
