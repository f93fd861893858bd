// Which entries a list shows and in what order, by the service's rules for filters, statuses, taxonomies and sorting.
// Of the conditions, those that the site's reads need are here; an unknown one filters nothing, as on the real service.

import { serverError } from './api-refusal.ts';
import { BLUEPRINTS } from './blueprints.ts';
import type { FilterValue, ListFilter, ListQuery } from './parse-list-query.ts';
import type { SampleEntry } from './sample-library.ts';
import { listOf, sampleId, statusOf } from './sample-library.ts';

const TAXONOMY_CONDITIONS = ['', 'in', 'any', 'all', 'not', 'not_in'];
const STATUSES = ['published', 'draft', 'scheduled', 'expired', 'any'];

/**
 * The entries of a collection that pass every filter, sorted. Filtered by neither status nor published, only live ones pass.
 * @throws ApiRefusal 500 for an unknown status or taxonomy modifier, and for equality on a list.
 */
export function findEntries(entries: readonly SampleEntry[], query: ListQuery, now: Date): readonly SampleEntry[] {
  for (const filter of query.filters) assertKnown(filter);
  const isVisibilityAsked = query.filters.some(({ field }) => field === 'status' || field === 'published');
  const found = entries.filter(
    (entry) =>
      (isVisibilityAsked || statusOf(entry, now) === 'published') &&
      query.filters.every((filter) => passes(entry, filter, now)),
  );
  return query.sort.length === 0 ? found : found.toSorted((a, b) => compareEntries(a, b, { sort: query.sort, now }));
}

/** What breaks the real service breaks here too, whether or not an entry is looked at. */
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

/** Slugs separated by commas; without a modifier any of them is enough. */
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

/** Equality without case, where false, null and empty text are one. The real service breaks on a list here. */
function isEqual(stored: unknown, value: FilterValue): boolean {
  if (Array.isArray(stored)) throw serverError();
  return comparable(stored) === comparable(value);
}

function isAmong(stored: unknown, text: string): boolean {
  return !Array.isArray(stored) && text.split('|').map(comparable).includes(comparable(stored));
}

/** SQL's LIKE without case, over the JSON of a list: 'market' is in 'marketing'. `%` and `_` are wildcards. */
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

/** What the service compares: keys of selects, slugs of terms, ids of related entries. */
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
  const field = BLUEPRINTS[entry.collection].fields[name];
  const value = entry.fields[name];
  if (field?.kind !== 'entry' && field?.kind !== 'entries') return value;
  const ids = listOf(value).map((slug) =>
    sampleId({ collection: field.collection, site: entry.site, slug: String(slug) }),
  );
  return field.kind === 'entry' ? (ids[0] ?? null) : ids;
}

/** Nulls stand last in both directions. */
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
