// The routes of the sample service. An answer depends only on the request, the library and the clock.

import { LOCALES } from '../../../config/locales.ts';
import { COLLECTION_HANDLES, GLOBAL_NAMES } from '../../../content/handles.ts';
import { filtersOf } from '../blueprints/read-fields.ts';
import type { ApiDocument, DocumentContext, StatamicVersion } from './create-document.ts';
import { createDocument, createGlobalDocument, entryUrls } from './create-document.ts';
import { ApiRefusal, findEntries, type ListQuery, parseListQuery } from './list-query.ts';
import { statusOf } from './sample-library.ts';

interface ServiceRequest {
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
}

/** An answer. The server drops the body of an answer to HEAD. */
export interface ServiceAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** How the service is set up. */
export interface ServiceSetup {
  readonly version: StatamicVersion;
  /** Its API serves globals, which is off by default in Statamic. */
  readonly hasGlobals: boolean;
}

const API_HEADERS = {
  'Content-Type': 'application/json',
  'Cache-Control': 'no-cache, private',
  'Access-Control-Allow-Origin': '*',
};

interface ServiceContext extends DocumentContext, ServiceSetup {}

/** Page links on each side of the current one. */
const ON_EACH_SIDE = 3;

/** Answers one request. */
export function answerRequest(request: ServiceRequest, context: ServiceContext): ServiceAnswer {
  const url = parseTarget(request.target);
  const [top, ...rest] = url?.segments ?? [];
  if (url === null) return missingPage();
  if (top === 'api') return answerApi({ method: request.method, segments: rest, parameters: url.parameters }, context);
  if (request.method !== 'GET' && request.method !== 'HEAD') return refusedMethod();
  if (top === 'search') return answerSearch(rest, context);
  const asset = context.library.assetByPath.get(`/${url.segments.join('/')}`);
  return asset === undefined
    ? missingPage()
    : { status: 200, headers: { 'Content-Type': asset.contentType }, body: asset.bytes };
}

interface Target {
  readonly segments: readonly string[];
  readonly parameters: URLSearchParams;
}

/** Splits a target; a trailing slash is ignored. Null if the path cannot be decoded. */
function parseTarget(target: string): Target | null {
  const [path = '', query = ''] = target.split(/\?(.*)/s);
  try {
    const segments = path
      .replace(/^\/|\/$/g, '')
      .split('/')
      .map(decodeURIComponent);
    return { segments, parameters: new URLSearchParams(query) };
  } catch {
    return null;
  }
}

function answerApi(request: Target & { readonly method: string }, context: ServiceContext): ServiceAnswer {
  try {
    if (request.method !== 'GET' && request.method !== 'HEAD') throw new ApiRefusal(405, 'Method not allowed.');
    const [kind, name, ...rest] = request.segments;
    if (kind === 'globals' && !context.hasGlobals) throw notFound();
    if (kind === 'globals' && name !== undefined && rest.length === 0)
      return json(showGlobal(name, request.parameters, context));
    if (kind !== 'collections' || rest[0] !== 'entries') throw notFound();
    if (rest.length === 1) return json(listEntries(name, request.parameters, context));
    if (rest.length === 2) return json(showEntry(name, rest[1], context));
    throw notFound();
  } catch (cause) {
    if (!(cause instanceof ApiRefusal)) throw cause;
    return refusal(cause);
  }
}

/** The answer for drafts, too. */
function notFound(): ApiRefusal {
  return new ApiRefusal(404, 'Not found.');
}

function listEntries(handle: string | undefined, parameters: URLSearchParams, context: DocumentContext): ApiDocument {
  const collection = COLLECTION_HANDLES.find((each) => each === handle);
  if (collection === undefined) throw notFound();
  const query = parseListQuery(parameters, filtersOf(collection));
  const found = findEntries(context.library.entriesByCollection.get(collection) ?? [], query, context.now);
  const start = (query.page - 1) * query.limit;
  const items = found
    .slice(start, start + query.limit)
    .map((entry) => pickFields(createDocument(entry, context), query.fields));
  return createEnvelope({ items, total: found.length }, query, {
    path: `${context.origin}/api/collections/${collection}/entries`,
    version: context.version,
  });
}

/** A page of a list. */
interface ListPage<T> {
  readonly items: readonly T[];
  /** Items on all pages. */
  readonly total: number;
}

/**
 * Wraps the items of a page in `data`, `links`, and `meta` with Laravel's page window. Links keep only filter, limit and sort;
 * a page past the end is an empty list, not an error. `path` is the absolute URL of the list, without query.
 */
function createEnvelope<T>(
  { items, total }: ListPage<T>,
  query: ListQuery,
  { path, version }: { readonly path: string; readonly version: StatamicVersion },
) {
  const lastPage = Math.max(1, Math.ceil(total / query.limit));
  const urlOfPage = (page: number) => `${path}?${encodeQuery([...query.linkParameters, ['page', String(page)]])}`;
  const previous = query.page > 1 ? urlOfPage(query.page - 1) : null;
  const next = query.page < lastPage ? urlOfPage(query.page + 1) : null;
  const first = (query.page - 1) * query.limit;
  // The Laravel of version 6 also sends the number.
  const number = (page: number | null) => (version === 6 ? { page } : {});
  return {
    data: items,
    links: { first: urlOfPage(1), last: urlOfPage(lastPage), prev: previous, next },
    meta: {
      current_page: query.page,
      from: items.length === 0 ? null : first + 1,
      last_page: lastPage,
      links: [
        { url: previous, label: '&laquo; Previous', ...number(query.page > 1 ? query.page - 1 : null), active: false },
        ...planPageWindow(query.page, lastPage).map((page) =>
          page === null
            ? { url: null, label: '...', active: false }
            : { url: urlOfPage(page), label: String(page), ...number(page), active: page === query.page },
        ),
        { url: next, label: 'Next &raquo;', ...number(next === null ? null : query.page + 1), active: false },
      ],
      path,
      per_page: query.limit,
      to: items.length === 0 ? null : first + items.length,
      total,
    },
  };
}

/** The page numbers of the links, null for a gap: all of up to 13 pages, otherwise both ends and the pages around the current one. */
export function planPageWindow(current: number, last: number): readonly (number | null)[] {
  const near = ON_EACH_SIDE + 4;
  if (last < ON_EACH_SIDE * 2 + 8) return numbers(1, last);
  if (current <= near) return [...numbers(1, near + ON_EACH_SIDE), null, last - 1, last];
  if (current > last - near) return [1, 2, null, ...numbers(last - (near + ON_EACH_SIDE - 1), last)];
  return [1, 2, null, ...numbers(current - ON_EACH_SIDE, current + ON_EACH_SIDE), null, last - 1, last];
}

function numbers(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** Encodes as RFC 3986 says: brackets, colons and commas too, a space as `%20`. */
function encodeQuery(parameters: readonly (readonly [string, string])[]): string {
  const encode = (text: string) =>
    encodeURIComponent(text).replace(
      /[!'()*]/g,
      (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  return parameters.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
}

/** Picks the requested top-level keys in their order, unknown ones as null. */
function pickFields(document: ApiDocument, fields: readonly string[] | null): ApiDocument {
  if (fields === null) return document;
  return Object.fromEntries(fields.map((name) => [name, Object.hasOwn(document, name) ? document[name] : null]));
}

/** Finds an entry by id, never by slug. Scheduled entries are shown, drafts are not. */
function showEntry(handle: string | undefined, id: string | undefined, context: DocumentContext): ApiDocument {
  const entry = context.library.entryById.get(id ?? '');
  if (entry === undefined || entry.collection !== handle || !entry.published) throw notFound();
  return { data: createDocument(entry, context) };
}

function showGlobal(handle: string, parameters: URLSearchParams, context: DocumentContext): ApiDocument {
  const name = GLOBAL_NAMES.find((each) => each === handle);
  const site = parameters.get('site') || LOCALES[0]?.site || '';
  const stored = context.library.globalByPlace.get(`${handle}/${site}`);
  if (name === undefined) throw notFound();
  if (stored === undefined) throw context.version === 4 ? new ApiRefusal(500, 'Server Error') : notFound();
  return { data: createGlobalDocument({ name, site, stored }, context) };
}

/** The search index is a static file on the real service: no envelope, and its 404 is a page. */
function answerSearch(segments: readonly string[], context: DocumentContext): ServiceAnswer {
  const [list, site, file, ...rest] = segments;
  const isKnown =
    list === 'blog' && LOCALES.some((row) => row.site === site) && file === 'data.json' && rest.length === 0;
  if (!isKnown) return missingPage();
  const articles = (context.library.entriesByCollection.get('blog_articles') ?? [])
    .filter(
      (entry) =>
        entry.site === site && statusOf(entry, context.now) === 'published' && entry.fields.hide_from_index !== true,
    )
    .map((entry) => ({
      title: entry.title,
      url: entryUrls(entry, context.origin).url,
      short_description: entry.fields.short_description ?? null,
    }));
  return { status: 200, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(articles) };
}

function json(document: ApiDocument): ServiceAnswer {
  return { status: 200, headers: API_HEADERS, body: encodeJson(document) };
}

/** Errors of the service are one line; those of its framework (500) are indented. */
function refusal({ status, message }: ApiRefusal): ServiceAnswer {
  const body = status === 500 ? JSON.stringify({ message }, null, 4) : encodeJson({ message });
  return { status, headers: status === 405 ? { ...API_HEADERS, Allow: 'GET, HEAD' } : API_HEADERS, body };
}

/** JSON as PHP writes it: slashes and non-ASCII characters are escaped. */
function encodeJson(document: unknown): string {
  return JSON.stringify(document)
    .replaceAll('/', '\\/')
    .replace(/[\u0080-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function missingPage(): ServiceAnswer {
  const body = '<!doctype html><html lang="en"><title>Not Found</title><h1>Not Found</h1></html>';
  return { status: 404, headers: { 'Content-Type': 'text/html; charset=UTF-8' }, body };
}

function refusedMethod(): ServiceAnswer {
  return { status: 405, headers: { 'Content-Type': 'text/plain', Allow: 'GET, HEAD' }, body: 'Method not allowed.' };
}
