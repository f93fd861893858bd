// Parses the query of a list URL and selects entries by the service's rules for filters, statuses, taxonomies and sorting. Supports
// the parameters filter, sort, fields, limit and page, and the conditions that builds use. An unknown condition filters nothing, as
// on the real service.

import { BLUEPRINTS } from './blueprints.ts';
import { listOf, type SampleEntry, sampleId, statusOf } from './sample-library.ts';

/** Ends a request with a status and message of the content service. */
export class ApiRefusal extends Error {
  override readonly name = 'ApiRefusal';
  readonly status: 404 | 405 | 422 | 500;

  constructor(status: ApiRefusal['status'], message: string) {
    super(message);
    this.status = status;
  }
}

/** The answer to input that the service does not expect. */
function serverError(): ApiRefusal {
  return new ApiRefusal(500, 'Server Error');
}

/** The cast value of a filter: 'true' and 'false' are booleans, numeric text is a number, empty text is null. */
type FilterValue = string | number | boolean | null;

/** One `filter[field:condition]=value`. */
interface ListFilter {
  /** A field, or `taxonomy:{handle}`. */
  readonly field: string;
  readonly condition: string;
  readonly value: FilterValue;
  /** The value as sent, which some conditions split into a list. */
  readonly text: string;
}

/** The query of a list URL. */
export interface ListQuery {
  readonly filters: readonly ListFilter[];
  /** Output keys in their order; null for the whole document. */
  readonly fields: readonly string[] | null;
  readonly sort: readonly { readonly field: string; readonly isDescending: boolean }[];
  readonly limit: number;
  readonly page: number;
  /** Name and value of the parameters that page links keep, in the service's order. */
  readonly linkParameters: readonly (readonly [string, string])[];
}

const TAXONOMY_CONDITIONS = ['', 'in', 'any', 'all', 'not', 'not_in'];
const STATUSES = ['published', 'draft', 'scheduled', 'expired', 'any'];
/** Entries per page of a request without `limit` (`pagination_size`). */
const DEFAULT_LIMIT = 50;
/** What `limit=0` means to the service. */
const ZERO_LIMIT = 15;

/**
 * Parses the query of a list URL.
 * @throws ApiRefusal 422 for filters that are not allowed, 500 for values that the service does not expect.
 */
export function parseListQuery(parameters: URLSearchParams, allowedFilters: readonly string[]): ListQuery {
  const filters = parseFilters(parameters);
  assertAllowed(filters, allowedFilters);
  if ([...parameters.keys()].some((name) => /^(filter\[[^\]]*\]\[|(fields|sort|limit|page)\[)/.test(name)))
    throw serverError();
  return {
    filters,
    fields: parameters.has('fields') ? (parameters.get('fields') ?? '').split(',') : null,
    sort: splitList(parameters.get('sort')).map((name) => ({
      field: name.replace(/^-/, ''),
      isDescending: name.startsWith('-'),
    })),
    limit: parseLimit(parameters.get('limit')),
    page: Math.max(1, Math.trunc(Number(parameters.get('page'))) || 1),
    linkParameters: [...parameters]
      .filter(([name]) => name.startsWith('filter[') || name === 'limit' || name === 'sort')
      .sort(([a], [b]) => linkRank(a) - linkRank(b)),
  };
}

const linkRank = (name: string) => ['limit', 'sort'].indexOf(name);

function parseFilters(parameters: URLSearchParams): readonly ListFilter[] {
  const texts = new Map<string, string>();
  for (const [name, text] of parameters) {
    const key = name === 'filter' ? '0' : /^filter\[([^\]]+)\]/.exec(name)?.[1];
    if (key !== undefined) texts.set(key, text);
  }
  return [...texts].map(([key, text]) => ({ ...splitKey(key), text, value: castValue(text) }));
}

/** 'slug:not' → slug, not; 'taxonomy:category:in' → taxonomy:category, in. */
function splitKey(key: string): Pick<ListFilter, 'field' | 'condition'> {
  const parts = key.split(':');
  const length = parts[0] === 'taxonomy' ? 2 : 1;
  return { field: parts.slice(0, length).join(':'), condition: parts.slice(length).join(':') };
}

function castValue(text: string): FilterValue {
  if (text === '') return null;
  if (text === 'true' || text === 'false') return text === 'true';
  return /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(text) ? Number(text) : text;
}

function assertAllowed(filters: readonly ListFilter[], allowed: readonly string[]): void {
  const forbidden = [...new Set(filters.map(({ field }) => field))].filter((field) => !allowed.includes(field));
  if (forbidden.length === 0) return;
  throw new ApiRefusal(422, `Forbidden filter${forbidden.length === 1 ? '' : 's'}: ${forbidden.join(', ')}`);
}

function parseLimit(text: string | null): number {
  if (text === null || text === '') return DEFAULT_LIMIT;
  if (!/^\d+$/.test(text)) throw serverError();
  return Number(text) || ZERO_LIMIT;
}

function splitList(text: string | null): readonly string[] {
  return (text ?? '').split(',').filter((part) => part !== '');
}

/**
 * Finds the entries that pass every filter, sorted. Without a filter on status or published, only live ones pass.
 * @throws ApiRefusal 500 for an unknown status or taxonomy modifier, and for equality on a list.
 */
export function findEntries(entries: readonly SampleEntry[], query: ListQuery, now: Date): readonly SampleEntry[] {
  for (const filter of query.filters) assertKnown(filter);
  const hasStatusFilter = query.filters.some(({ field }) => field === 'status' || field === 'published');
  const found = entries.filter(
    (entry) =>
      (hasStatusFilter || statusOf(entry, now) === 'published') &&
      query.filters.every((filter) => passes(entry, filter, now)),
  );
  return query.sort.length === 0 ? found : found.toSorted((a, b) => compareEntries(a, b, { sort: query.sort, now }));
}

/** The real service fails on these filters, even if it compares no entry. */
function assertKnown({ field, condition, text }: ListFilter): void {
  const isTaxonomy = field.startsWith('taxonomy:');
  if (isTaxonomy && !TAXONOMY_CONDITIONS.includes(condition)) throw serverError();
  if (field === 'status' && text.split('|').some((status) => !STATUSES.includes(status))) throw serverError();
}

function passes(entry: SampleEntry, filter: ListFilter, now: Date): boolean {
  if (filter.field.startsWith('taxonomy:')) return passesTaxonomy(entry, filter);
  if (filter.field === 'status') return passesStatus(entry, filter, now);
  return passesCondition(storedValue(entry, filter.field, now), filter);
}

function passesStatus(entry: SampleEntry, filter: ListFilter, now: Date): boolean {
  return filter.text.split('|').includes('any') || passesCondition(statusOf(entry, now), filter);
}

/** Slugs separated by commas; without a condition, any of them is enough. */
function passesTaxonomy(entry: SampleEntry, { field, condition, text }: ListFilter): boolean {
  const own = listOf(entry.fields[field.replace(/^taxonomy:/, '')]).map(String);
  const wanted = text.split(',').map((slug) => slug.trim());
  if (condition === 'all') return wanted.every((slug) => own.includes(slug));
  const hasAny = wanted.some((slug) => own.includes(slug));
  return condition === 'not' || condition === 'not_in' ? !hasAny : hasAny;
}

function passesCondition(stored: unknown, { condition, value, text }: ListFilter): boolean {
  switch (condition) {
    case '':
    case 'is':
    case 'equals':
      return isEqual(stored, value);
    case 'not':
    case 'isnt':
    case 'aint':
      return !isEqual(stored, value);
    case 'in':
      return isAmong(stored, text);
    case 'not_in':
      return !isAmong(stored, text);
    case 'contains':
      return doesContain(stored, text);
    case 'doesnt_contain':
      return !doesContain(stored, text);
    default:
      return true;
  }
}

/** Ignores case; false, null and empty text are equal. The real service fails on a list here. */
function isEqual(stored: unknown, value: FilterValue): boolean {
  if (Array.isArray(stored)) throw serverError();
  return comparable(stored) === comparable(value);
}

function isAmong(stored: unknown, text: string): boolean {
  return !Array.isArray(stored) && text.split('|').map(comparable).includes(comparable(stored));
}

/** SQL's LIKE without case, on the JSON of a list. `%` and `_` are wildcards. */
function doesContain(stored: unknown, text: string): boolean {
  const pattern = text
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('%', '.*')
    .replaceAll('_', '.');
  const haystack = typeof stored === 'object' && stored !== null ? JSON.stringify(stored) : comparable(stored);
  return new RegExp(pattern, 'is').test(haystack);
}

function comparable(value: unknown): string {
  if (value === null || value === undefined || value === false) return '';
  return value === true ? '1' : String(value).toLowerCase();
}

/** The value that the service compares: keys of selects, slugs of terms, ids of related entries. */
function storedValue(entry: SampleEntry, name: string, now: Date): unknown {
  const own: Readonly<Record<string, unknown>> = {
    id: entry.id,
    site: entry.site,
    locale: entry.site,
    slug: entry.slug,
    title: entry.title,
    published: entry.published,
    status: statusOf(entry, now),
    date: entry.date,
    order: entry.order,
    last_modified: entry.updatedAt,
    updated_at: entry.updatedAt,
  };
  if (Object.hasOwn(own, name)) return own[name];
  const { collection, isOne } = BLUEPRINTS[entry.collection].fields[name] ?? {};
  const value = entry.fields[name];
  if (collection === undefined) return value;
  const ids = listOf(value).map((slug) => sampleId({ collection, site: entry.site, slug: String(slug) }));
  return isOne === true ? (ids[0] ?? null) : ids;
}

/** Nulls come last in both directions. */
function compareEntries(a: SampleEntry, b: SampleEntry, { sort, now }: { sort: ListQuery['sort']; now: Date }): number {
  for (const { field, isDescending } of sort) {
    const difference = compareValues(storedValue(a, field, now) ?? null, storedValue(b, field, now) ?? null);
    if (difference !== 0) return difference.isNull || !isDescending ? difference.sign : -difference.sign;
  }
  return 0;
}

function compareValues(a: unknown, b: unknown): 0 | { readonly sign: number; readonly isNull: boolean } {
  if (a === null || b === null) return a === b ? 0 : { sign: a === null ? 1 : -1, isNull: true };
  if (typeof a === 'number' && typeof b === 'number') return a === b ? 0 : { sign: a - b, isNull: false };
  const [left, right] = [comparable(a), comparable(b)];
  return left === right ? 0 : { sign: left < right ? -1 : 1, isNull: false };
}
