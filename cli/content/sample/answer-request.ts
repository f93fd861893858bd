// The routes of the sample service: lists, entries and globals as builds, previews and the doctor ask for them, and the files of its
// assets. An answer depends only on the request, the library and the clock.

import { LOCALES } from '../../../config/locales.ts';
import { COLLECTION_HANDLES, GLOBAL_NAMES } from '../../../content/handles.ts';
import { contentTypeOf } from '../../publish/response-headers.ts';
import { decodePercent } from '../../text/read-address.ts';
import { READ_FILTERS } from '../blueprints/read-fields.ts';
import { pickFields } from '../client/entry-facts.ts';
import { type ApiDocument, createDocument, createGlobalDocument, type DocumentContext } from './create-document.ts';
import { type SampleEntry, type SampleLibrary, statusOf } from './sample-library.ts';

export interface ServiceAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

type RequestContext = DocumentContext & { readonly library: SampleLibrary };

const API_HEADERS = { 'Content-Type': 'application/json', 'Access-Control-Allow-Origin': '*' };
/** Entries per page of a request without `limit` (`pagination_size`). */
const DEFAULT_LIMIT = 50;

/** A trailing slash of the target is ignored. */
export function answerRequest(method: string, target: string, context: RequestContext): ServiceAnswer {
  const [address = '', query] = target.split(/\?(.*)/s);
  const path = decodePercent(address.replace(/\/$/, ''));
  if (path === null) return missingPage();
  if (method !== 'GET' && method !== 'HEAD') return refuse(405, 'Method not allowed.', { Allow: 'GET, HEAD' });
  if (/^\/api(?:\/|$)/.test(path)) return answerApi(path.split('/').slice(2), new URLSearchParams(query), context);
  const body = context.library.assetByPath.get(path);
  return body === undefined ? missingPage() : { status: 200, headers: { 'Content-Type': contentTypeOf(path) }, body };
}

function answerApi(segments: readonly string[], query: URLSearchParams, context: RequestContext): ServiceAnswer {
  const [kind, name, entries, id, ...rest] = segments;
  if (kind === 'globals' && entries === undefined) return showGlobal(name, query, context);
  if (kind !== 'collections' || entries !== 'entries' || rest.length > 0) return notFound();
  return id === undefined ? listEntries(name, query, context) : showEntry(name, id, context);
}

/** A page past the end is an empty list, not an error. */
function listEntries(handle: string | undefined, query: URLSearchParams, context: RequestContext): ServiceAnswer {
  const collection = COLLECTION_HANDLES.find((each) => each === handle);
  if (collection === undefined) return notFound();
  const filters = listFilters(query);
  const forbidden = filters.map(({ field }) => field).filter((field) => !READ_FILTERS.some((known) => known === field));
  if (forbidden.length > 0)
    return refuse(422, `Forbidden filter${forbidden.length === 1 ? '' : 's'}: ${forbidden.join(', ')}`);
  const limit = Number(query.get('limit')) || DEFAULT_LIMIT;
  const page = Math.max(1, Number(query.get('page')) || 1);
  const all = context.library.entriesByCollection.get(collection) ?? [];
  const found = sortEntries(all.filter(createTest(filters, context.now)), query.get('sort'));
  const fields = query.get('fields')?.split(',') ?? null;
  const shown = found.slice((page - 1) * limit, page * limit).map((entry) => createDocument(entry, context));
  return json({
    data: fields === null ? shown : shown.map((document) => pickFields(document, fields)),
    meta: {
      current_page: page,
      last_page: Math.max(1, Math.ceil(found.length / limit)),
      per_page: limit,
      total: found.length,
    },
  });
}

/** One `filter[field]=value`, or `filter[field:in]=value|value`. */
interface Filter {
  readonly field: string;
  readonly values: readonly string[];
}

function listFilters(query: URLSearchParams): readonly Filter[] {
  return [...query].flatMap(([name, text]) => {
    const [, field, list] = /^filter\[([^\]:]+)(:in)?\]$/.exec(name) ?? [];
    return field === undefined ? [] : [{ field, values: list === undefined ? [text] : text.split('|') }];
  });
}

/** Without a filter on status or published, only live entries pass. */
function createTest(filters: readonly Filter[], now: Date): (entry: SampleEntry) => boolean {
  const hasStatus = filters.some(({ field }) => field === 'status' || field === 'published');
  return (entry) => {
    const status = statusOf(entry, now);
    const own: Readonly<Record<string, string>> = {
      site: entry.site,
      slug: entry.slug,
      status,
      published: String(entry.published),
    };
    const passes = ({ field, values }: Filter) =>
      values.includes(own[field] ?? '') || (field === 'status' && values.includes('any'));
    return (hasStatus || status === 'published') && filters.every(passes);
  };
}

/** Nulls come last in both directions. */
function sortEntries(entries: readonly SampleEntry[], sort: string | null): readonly SampleEntry[] {
  if (sort === null) return entries;
  const keys = sort.split(',').map((name) => ({ field: name.replace(/^-/, ''), sign: name.startsWith('-') ? -1 : 1 }));
  const valuesOf = ({ id, date, order, updatedAt }: SampleEntry): Readonly<Record<string, string | number | null>> => ({
    id,
    date,
    order,
    last_modified: updatedAt,
  });
  return entries.toSorted((one, other) => {
    const [a, b] = [valuesOf(one), valuesOf(other)];
    for (const { field, sign } of keys) {
      const [left = null, right = null] = [a[field], b[field]];
      if (left === right) continue;
      if (left === null || right === null) return left === null ? 1 : -1;
      return left < right ? -sign : sign;
    }
    return 0;
  });
}

/** Finds an entry by id. Scheduled entries are shown, drafts are not. */
function showEntry(handle: string | undefined, id: string, context: RequestContext): ServiceAnswer {
  const entry = context.library.entryById.get(id);
  if (entry === undefined || entry.collection !== handle || !entry.published) return notFound();
  return json({ data: createDocument(entry, context) });
}

function showGlobal(handle: string | undefined, query: URLSearchParams, context: RequestContext): ServiceAnswer {
  const name = GLOBAL_NAMES.find((each) => each === handle);
  const site = query.get('site') || LOCALES[0]?.site || '';
  const stored = context.library.globalByPlace.get(`${handle}/${site}`);
  if (name === undefined || stored === undefined) return notFound();
  return json({ data: createGlobalDocument({ name, site, stored }, context) });
}

const json = (document: ApiDocument): ServiceAnswer => ({
  status: 200,
  headers: API_HEADERS,
  body: JSON.stringify(document),
});

const refuse = (status: number, message: string, headers: ServiceAnswer['headers'] = {}): ServiceAnswer => ({
  status,
  headers: { ...API_HEADERS, ...headers },
  body: JSON.stringify({ message }),
});

const notFound = () => refuse(404, 'Not found.');

function missingPage(): ServiceAnswer {
  const body = '<!doctype html><html lang="en"><title>Not Found</title><h1>Not Found</h1></html>';
  return { status: 404, headers: { 'Content-Type': 'text/html; charset=UTF-8' }, body };
}
