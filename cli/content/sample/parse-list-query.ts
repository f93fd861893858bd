// The query of a list URL as the service reads it: only filter, sort, fields, limit and page mean anything.
// Relied on afterwards: values are cast, every filter is allowed, the page is at least 1.

import { ApiRefusal, serverError } from './api-refusal.ts';

/** A filter's value after the cast: 'true' and 'false' are booleans, numeric text is a number, empty is null. */
export type FilterValue = string | number | boolean | null;

/** One `filter[field:condition]=value`. */
export interface ListFilter {
  /** A field, or `taxonomy:{handle}`. */
  readonly field: string;
  readonly condition: string;
  readonly value: FilterValue;
  /** As sent, for lists inside. */
  readonly text: string;
}

/** What a list URL asks for. */
export interface ListQuery {
  readonly filters: readonly ListFilter[];
  /** Output keys in their order; null is the whole document. */
  readonly fields: readonly string[] | null;
  readonly sort: readonly { readonly field: string; readonly isDescending: boolean }[];
  readonly limit: number;
  readonly page: number;
  /** Name and value of every parameter that page links keep, in the service's order. */
  readonly linkParameters: readonly (readonly [string, string])[];
}

/** Entries on a page when the request does not say (`pagination_size`). */
const DEFAULT_LIMIT = 50;
/** What the service makes of `limit=0`. */
const ZERO_LIMIT = 15;

/**
 * Reads the query of a list URL.
 * @throws ApiRefusal 422 naming every filter that is not allowed, 500 for values that the service does not expect.
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
