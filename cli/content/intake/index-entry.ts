// Makes of a received entry what is stored beside it, and its index row: the part of it that stays in memory.

import { LRUCache } from 'lru-cache';
import {
  CARD_FIELDS,
  type CardFields,
  type Entry,
  type Global,
  type GlobalName,
} from '../../../content/collections.ts';
import type { Term } from '../../../content/fields.ts';
import type { Problem } from '../../errors.ts';
import type { Digest } from '../../files/brands.ts';
import type { CardContent, CollectionSnapshot, IndexRow } from '../snapshot/content-snapshot.ts';
import {
  findFurtherItems,
  findLosses,
  findNestedPage,
  findUnknownStatus,
  findUnplacedQuestion,
} from './find-losses.ts';
import { type LightEntry, separateTexts } from './long-texts.ts';
import { type FieldFault, parseEntry, parseGlobal, placeOf, problemOf } from './parse-entry.ts';

export type CollectionPlace = Pick<IndexRow, 'collection' | 'site'>;

/** What is stored of a valid entry. `files` are the addresses that it names, `warnings` what its pages leave out. */
export type ValidEntry = LightEntry & Pick<IndexRow, 'files' | 'warnings'>;

/** An entry as this code parsed it. */
export type ParsedEntry = ValidEntry | { readonly problems: readonly Problem[] };

/** A stored entry. `digest` is the SHA-256 of its JSON. */
export type StoredEntry = { readonly row: IndexRow } | Omit<InvalidEntry, 'position'>;

interface InvalidEntry {
  readonly digest: Digest;
  /** Its index among all entries of the list. */
  readonly position: number;
  readonly problems: readonly Problem[];
}

/** A collection of a site as received: the rows of valid entries, and the invalid ones. */
export interface ReceivedCollection extends CollectionSnapshot {
  readonly kind: 'collection';
  readonly invalid: readonly InvalidEntry[];
}

/** A global of a site as received, and what a build makes of it. */
export interface ReceivedGlobal {
  readonly kind: 'global';
  readonly name: GlobalName;
  readonly site: string;
  /** `stale` and `empty` are fallbacks for a failed read. */
  readonly source: CollectionSnapshot['source'];
  /** As received; null if it is not set. */
  readonly value: unknown;
  /** Null if it is not set or not valid. */
  readonly parsed: Global | null;
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
  readonly files: readonly string[];
}

export function indexGlobal(
  { name, site }: Pick<ReceivedGlobal, 'name' | 'site'>,
  value: unknown,
  source: ReceivedGlobal['source'] = 'service',
): ReceivedGlobal {
  const nothing = { parsed: null, problems: [], warnings: [], files: [] };
  const global = { kind: 'global', name, site, source, value, ...nothing } as const;
  const where = { collection: 'globals', entry: name, site };
  if (value === null) {
    const what = `The global "${name}" is not set in the site "${site}", which does without it.`;
    const fix = 'To show what it holds, save the global in that site.';
    return source === 'empty'
      ? global
      : { ...global, warnings: [{ code: 'GLOBAL_UNSET', severity: 'notice', where, what, fix }] };
  }
  const parsed = parseGlobal(value, { name, site });
  if ('problems' in parsed) return { ...global, problems: parsed.problems };
  const files = new Set<string>();
  const losses = findLosses(parsed.entry, files).map((loss) => problemOf(loss, where));
  return { ...global, parsed: parsed.entry, warnings: [...parsed.warnings, ...losses], files: [...files] };
}

export function indexCollection(
  { collection, site }: CollectionPlace,
  entries: Iterable<StoredEntry>,
  source: ReceivedCollection['source'] = 'service',
): ReceivedCollection {
  const rows: IndexRow[] = [];
  const invalid: InvalidEntry[] = [];
  for (const entry of entries) {
    if ('row' in entry) rows.push(entry.row);
    else invalid.push({ ...entry, position: rows.length + invalid.length });
  }
  return { kind: 'collection', collection, site, source, rows, invalid };
}

/** The row of an entry, or its problems. */
export function indexEntry(parsed: ParsedEntry, place: CollectionPlace, digest: Digest): StoredEntry {
  return 'problems' in parsed ? { ...parsed, digest } : { row: createRow(parsed, place, digest) };
}

/** Parses an entry to store it. `line` is its JSON. */
export function parseToStore(raw: unknown, place: CollectionPlace, line = JSON.stringify(raw)): ParsedEntry {
  const parsed = parseEntry(raw, place, line);
  if ('problems' in parsed) return parsed;
  const { entry } = parsed;
  const files = new Set<string>();
  const found = [
    ...findLosses(entry, files),
    ...findFurtherItems(raw, place.collection),
    findNestedPage(entry),
    findUnplacedQuestion(entry),
    findUnknownStatus(entry),
  ];
  const losses = found.filter((loss) => loss !== null).filter((loss) => !isNamed(loss, parsed.warnings));
  const where = losses.length === 0 ? {} : placeOf(raw, place.collection, place.site);
  const warnings = [...parsed.warnings, ...losses.map((loss) => problemOf(loss, where))];
  return { ...separateTexts(entry), files: [...files], warnings };
}

/** A set is empty because its picture or link did not fit, which has a warning of its own. */
function isNamed({ code, field }: FieldFault, warnings: readonly Problem[]): boolean {
  return code === 'BLOCK_EMPTY' && warnings.some((warning) => warning.where.field?.startsWith(`${field}.`));
}

/** Shared, because most rows have such a list. */
const NONE: readonly never[] = [];

/**
 * Creates the row of a valid entry. Slugs are normalised to NFC, as paths are. One literal for all collections, because V8 keeps objects
 * that are spread together in twice the memory.
 */
export function createRow(
  { entry, files, warnings }: Omit<ValidEntry, 'factsByMark'>,
  { collection, site }: CollectionPlace,
  digest: Digest,
): IndexRow {
  return {
    collection,
    site,
    id: entry.id,
    slug: (entry.slug ?? '').normalize('NFC'),
    title: entry.title ?? ('from' in entry ? entry.from : ''),
    date: entry.date,
    lastModified: entry.last_modified,
    status: entry.status,
    isPrivate: entry.private,
    originId: entry.origin_id,
    editUrl: entry.edit_url,
    categories: 'category' in entry ? sharedTerms(entry.category) : NONE,
    digest,
    files: files.length === 0 ? NONE : files.slice(),
    warnings: warnings.length === 0 ? NONE : warnings,
    language: 'language' in entry ? entry.language : null,
    isHiddenFromIndex: 'hide_from_index' in entry && entry.hide_from_index,
    isNoindex: 'seo_noindex' in entry && entry.seo_noindex,
    isCurrent: 'current_webinar' in entry && entry.current_webinar,
    eventDate: 'webinar_date' in entry ? entry.webinar_date : null,
    eventTimeZone: 'time_zone' in entry ? entry.time_zone : null,
    durationMinutes: 'duration_minutes' in entry ? entry.duration_minutes : null,
    heroSlug: 'hero_slug' in entry ? (entry.hero_slug?.normalize('NFC') ?? null) : null,
    // Only entries of `pages` have a hero slug.
    isConstructorPage: 'hero_slug' in entry && (entry.blueprint === 'page_constructor' || entry.blocks.length > 0),
  };
}

const knownTerms = new LRUCache<string, readonly Term[]>({ max: 1000 });

/** One list for all entries with the same terms. */
function sharedTerms(terms: readonly Term[]): readonly Term[] {
  const key = JSON.stringify(terms);
  const known = knownTerms.get(key) ?? terms;
  knownTerms.set(key, known);
  return known;
}

export function cardOf(entry: Entry): CardContent {
  const short = 'short_description' in entry ? entry.short_description : null;
  return {
    description: short ?? ('page_description' in entry ? entry.page_description : null),
    image: 'image' in entry ? entry.image : null,
    fields: cardFieldsOf(entry),
  };
}

export function cardFieldsOf(entry: Entry): CardFields {
  const values: Readonly<Record<string, unknown>> = entry;
  return Object.fromEntries(CARD_FIELDS.flatMap((name) => (name in entry ? [[name, values[name]]] : [])));
}
