// A content service that answers like Statamic and whose content a test edits: over real HTTP, with filters, sort, fields, pages,
// details by id, and answers that show facts of other entries (relations, terms, addresses, the fields of an origin).

import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

type Fields = Readonly<Record<string, unknown>>;

/** An entry as it is stored. Fields that begin with `entry::` or `term::` are shown as what they name, `url::` in texts as an address. */
interface StoredEntry {
  readonly id: string;
  readonly collection: string;
  readonly site: string;
  readonly slug: string;
  readonly order: number | null;
  readonly date: string | null;
  readonly isPublished: boolean;
  /** Seconds of the service's clock. */
  readonly savedAt: number;
  readonly originId: string | null;
  readonly fields: Fields;
}

/** A running service. */
export interface EditableService {
  readonly url: string;
  readonly entries: Map<string, StoredEntry>;
  readonly terms: Map<string, string>;
  readonly globals: Map<string, Fields>;
  /** Paths with query, decoded, in the order in which they were asked. */
  readonly requests: string[];
  /** Seconds. */
  clock: number;
  /** Stores an entry; it was saved now. */
  save(entry: Omit<StoredEntry, 'savedAt'>): void;
  /** Changes the address of a request before it is answered. */
  rewrite: (url: string) => string;
  /** Answers a request in another way, or null. */
  intercept: (path: string) => { readonly status: number; readonly body: unknown } | null;
  stop(): Promise<void>;
}

/** How a service answers. */
export interface ServiceHabits {
  readonly collections?: readonly string[];
  /** How long an answer takes that begins with this path and has so many entries. */
  readonly delayMs?: (path: string, entries: number) => number;
  readonly hasTaxonomies?: boolean;
}

const MISSING = { status: 404, body: { message: 'Not found.' } };
const DAY = 86_400;

/** Starts an empty service. */
export async function startEditableService(habits: ServiceHabits = {}): Promise<EditableService> {
  const state = {
    entries: new Map<string, StoredEntry>(),
    terms: new Map<string, string>(),
    globals: new Map<string, Fields>([['top_banner en', { enabled: false }]]),
    requests: [] as string[],
    clock: Date.UTC(2026, 5, 1) / 1000,
    rewrite: (url: string) => url,
    intercept: (_: string): { readonly status: number; readonly body: unknown } | null => null,
  };
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent((request.url ?? '').replaceAll('+', ' '));
    state.requests.push(path);
    const { status, body } =
      state.intercept(path) ?? answer(state, habits, new URL(state.rewrite(request.url ?? '/'), 'http://localhost'));
    const count =
      typeof body === 'object' && body !== null && 'data' in body && Array.isArray(body.data) ? body.data.length : 1;
    const delay = habits.delayMs?.(path, count) ?? 0;
    if (delay > 0) await sleep(delay, undefined, { ref: false });
    const date = new Date(state.clock * 1000).toUTCString();
    response.writeHead(status, { 'Content-Type': 'application/json', Date: date }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return Object.assign(state, {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    save: (entry: Omit<StoredEntry, 'savedAt'>) => {
      state.entries.set(entry.id, { ...entry, savedAt: state.clock });
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

type State = Pick<EditableService, 'entries' | 'terms' | 'globals' | 'clock'>;

function answer(state: State, habits: ServiceHabits, { pathname, searchParams }: URL) {
  const [, , kind, name = '', part, id] = pathname.split('/');
  const isKnown = habits.collections?.includes(name) !== false;
  if (kind === 'collections' && part === 'entries' && isKnown) {
    if (id === undefined) return listAnswer(state, name, searchParams);
    const found = state.entries.get(decodeURIComponent(id));
    const isThere = found?.collection === name && found.isPublished;
    return isThere ? { status: 200, body: { data: show(state, found) } } : MISSING;
  }
  const value = state.globals.get(`${name} ${searchParams.get('site')}`);
  if (kind === 'globals' && value !== undefined) return { status: 200, body: { data: { handle: name, ...value } } };
  if (kind === 'taxonomies' && part === 'terms' && habits.hasTaxonomies !== false) {
    const terms = [...state.terms].filter(([slug]) => slug.startsWith(`${name}/`));
    return {
      status: 200,
      body: page(
        terms.map(([slug]) => showTerm(state, slug)),
        searchParams,
      ),
    };
  }
  return MISSING;
}

function listAnswer(state: State, collection: string, query: URLSearchParams) {
  const site = query.get('filter[site]');
  const sites = site === null ? query.get('filter[site:in]')?.split('|') : [site];
  const isWanted = (entry: StoredEntry) =>
    entry.collection === collection &&
    sites?.includes(entry.site) !== false &&
    (entry.isPublished || query.get('filter[status]') === 'any');
  const sorts = (query.get('sort') ?? '').split(',').filter((sort) => sort !== '');
  const found = [...state.entries.values()].filter(isWanted).sort((a, b) => compare(a, b, sorts));
  const shown = slice(found, query).map((entry) => pick(show(state, entry), query.get('fields')));
  return { status: 200, body: { data: shown, meta: metaOf(found.length, query) } };
}

function compare(a: StoredEntry, b: StoredEntry, sorts: readonly string[]): number {
  for (const sort of sorts) {
    const [left, right] = [sortValue(a, sort), sortValue(b, sort)];
    const order = left < right ? -1 : left > right ? 1 : 0;
    if (order !== 0) return sort.startsWith('-') ? -order : order;
  }
  return 0;
}

function sortValue(entry: StoredEntry, sort: string): string | number {
  switch (sort.replace('-', '')) {
    case 'last_modified':
      return entry.savedAt;
    case 'date':
      return entry.date ?? '';
    case 'order':
      return entry.order ?? 0;
    default:
      return entry.id;
  }
}

const limitOf = (query: URLSearchParams) => Number(query.get('limit') ?? 50);

function slice<Item>(items: readonly Item[], query: URLSearchParams): readonly Item[] {
  const start = (Number(query.get('page') ?? 1) - 1) * limitOf(query);
  return items.slice(start, start + limitOf(query));
}

function metaOf(total: number, query: URLSearchParams): Fields {
  return {
    current_page: Number(query.get('page') ?? 1),
    last_page: Math.max(1, Math.ceil(total / limitOf(query))),
    total,
  };
}

function page(items: readonly Fields[], query: URLSearchParams): Fields {
  return {
    data: slice(items, query).map((item) => pick(item, query.get('fields'))),
    meta: metaOf(items.length, query),
  };
}

function pick(fields: Fields, names: string | null): Fields {
  return names === null ? fields : Object.fromEntries(names.split(',').map((name) => [name, fields[name] ?? null]));
}

const urlOf = ({ site, collection, slug }: StoredEntry) => `${site === 'en' ? '' : `/${site}`}/${collection}/${slug}`;

function statusOf({ isPublished, date }: StoredEntry, clock: number): string {
  if (!isPublished) return 'draft';
  return date !== null && Date.parse(date) > clock * 1000 ? 'scheduled' : 'published';
}

function fieldsOf(state: State, { fields, originId }: StoredEntry): Fields {
  const origin = originId === null ? undefined : state.entries.get(originId);
  return { ...(origin === undefined ? {} : fieldsOf(state, origin)), ...fields };
}

function show(state: State, entry: StoredEntry): Fields {
  const { id, collection, site, slug, order, date, isPublished, savedAt, originId } = entry;
  const shown = Object.entries(fieldsOf(state, entry)).map(([key, value]) => [key, showValue(state, value)]);
  const saved = `${new Date(savedAt * 1000).toISOString().slice(0, 19)}.000000Z`;
  return {
    id,
    origin_id: originId,
    locale: site,
    slug,
    url: urlOf(entry),
    published: isPublished,
    status: statusOf(entry, state.clock),
    private: false,
    order,
    date,
    last_modified: saved,
    edit_url: `https://cms.example.com/cp/collections/${collection}/entries/${id}`,
    ...Object.fromEntries(shown),
  };
}

/** What names others is shown as what it is now; what is not published, or gone, is left out. */
function showValue(state: State, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => showValue(state, item)).filter((item) => item !== null);
  if (typeof value !== 'string') return value;
  if (value.startsWith('term::')) return showTerm(state, value.slice('term::'.length));
  if (!value.startsWith('entry::')) return value.replaceAll(/url::([\w-]+)/g, (_, id: string) => linkTo(state, id));
  const target = state.entries.get(value.slice('entry::'.length));
  if (target?.isPublished !== true) return null;
  return { id: target.id, title: fieldsOf(state, target).title, url: urlOf(target) };
}

/** The address of a link; empty where its entry was deleted. */
function linkTo(state: State, id: string): string {
  const target = state.entries.get(id);
  return target === undefined ? '' : urlOf(target);
}

function showTerm(state: State, path: string): Fields {
  const [taxonomy = '', slug = ''] = path.split('/');
  return { id: `${taxonomy}::${slug}`, title: state.terms.get(path) ?? slug, slug, url: `/${path}` };
}

/** The moment of an article: a day before the one with a smaller number. */
export function dateOf(index: number): string {
  return `${new Date((Date.UTC(2026, 4, 1) / 1000 - index * DAY) * 1000).toISOString().slice(0, 19)}.000000Z`;
}
