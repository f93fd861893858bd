// A content service for tests: a real HTTP server on loopback with correct envelopes over the entries it is given.
// Any answer can be overridden, and every request is recorded.

import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Fields of an entry or global as the service would send them. */
export type FakeFields = Readonly<Record<string, unknown>>;

/** Entries by collection and site, globals by name and site. A collection that is not named is empty in every site. */
export interface FakeContent {
  readonly [collection: string]: Readonly<Record<string, readonly FakeFields[]>>;
}

/** A request as it came in. */
interface RecordedRequest {
  readonly method: string;
  /** Path and query as sent. */
  readonly url: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  readonly at: number;
}

/** What the service answers: a body that is neither text nor bytes is sent as JSON. */
interface FakeAnswer {
  readonly status?: number;
  readonly statusText?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly delayMs?: number;
  /** Cuts the connection instead of answering. */
  readonly isCutOff?: boolean;
  /** Sends the body and never ends it. */
  readonly isStalled?: boolean;
  /** Sends the body a byte at a time, with this wait between two of them. */
  readonly dripMs?: number;
}

/** Answers a request, or null to leave it to the content. `count` is 1 for the first request of this override. */
export type FakeOverride = (request: RecordedRequest, count: number) => FakeAnswer | null;

/** A running service. */
export interface FakeService {
  readonly url: string;
  readonly port: number;
  readonly requests: readonly RecordedRequest[];
  /** Overrides the answers of requests whose path and query (decoded) hold the text. The newest override is asked first. */
  override(part: string, answer: FakeAnswer | FakeOverride): void;
  /** Forgets all overrides and requests. */
  reset(): void;
  stop(): Promise<void>;
}

const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"/>';

/** The collections of the content service; any other is unknown to it (404). */
const KNOWN = [
  'blog_articles',
  'webinars',
  'e-books',
  'landings',
  'pages',
  'pages_block',
  'redirects',
  'clients',
  'faq',
  'offices',
  'team',
  'speakers',
  'social_links',
];

/**
 * Starts a service over content: `serviceWith({ blog_articles: { en: [{ slug: 'a', title: 'A' }] } }, { top_banner: { en: {…} } })`.
 * Entries get an id, `locale`, `published` and links where they have none.
 */
export async function serviceWith(
  content: FakeContent = {},
  globals: Readonly<Record<string, Readonly<Record<string, FakeFields>>>> = { top_banner: { en: { enabled: false } } },
  port = 0,
): Promise<FakeService> {
  const requests: RecordedRequest[] = [];
  const overrides: { part: string; answer: FakeOverride; count: number }[] = [];
  const server = createServer((incoming, response) => {
    const request = recordRequest(incoming);
    requests.push(request);
    send(response, overridden(request) ?? answerOf(request, content, globals)).catch(() => response.destroy());
  });
  const overridden = (request: RecordedRequest): FakeAnswer | null => {
    for (const override of overrides.toReversed()) {
      if (!decodeURIComponent(request.url).includes(override.part)) continue;
      override.count += 1;
      const answer = override.answer(request, override.count);
      if (answer !== null) return answer;
    }
    return null;
  };
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The fake service has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    requests,
    override(part, answer) {
      overrides.push({ part, answer: typeof answer === 'function' ? answer : () => answer, count: 0 });
    },
    reset() {
      overrides.length = 0;
      requests.length = 0;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * A port on which nothing listens. It is below those that the system gives to whoever asks for any (from 32768 up), so that
 * no other test has it meanwhile.
 */
export async function unusedPort(): Promise<number> {
  for (;;) {
    const service = await serviceWith({}, {}, 10_000 + Math.floor(Math.random() * 20_000)).catch(() => null);
    if (service === null) continue;
    await service.stop();
    return service.port;
  }
}

/** The list envelope over one page of entries, as the real service sends it. */
export function listBody(
  entries: readonly unknown[],
  page: number,
  limit: number,
  all: number = entries.length,
): FakeFields {
  const lastPage = Math.max(1, Math.ceil(all / limit));
  return {
    data: entries,
    links: { first: null, last: null, prev: null, next: null },
    meta: {
      current_page: page,
      from: entries.length === 0 ? null : (page - 1) * limit + 1,
      last_page: lastPage,
      links: [],
      path: '',
      per_page: limit,
      to: null,
      total: all,
    },
  };
}

function recordRequest(incoming: IncomingMessage): RecordedRequest {
  const url = incoming.url ?? '/';
  const { pathname, searchParams } = new URL(url, 'http://fake.invalid');
  return {
    method: incoming.method ?? 'GET',
    url,
    path: pathname,
    query: Object.fromEntries(searchParams),
    headers: incoming.headers,
    at: performance.now(),
  };
}

async function send(response: ServerResponse, answer: FakeAnswer): Promise<void> {
  if (answer.delayMs !== undefined) await sleep(answer.delayMs, undefined, { ref: false });
  if (answer.isCutOff === true) {
    response.destroy();
    return;
  }
  const { body: told = {} } = answer;
  const body = typeof told === 'string' || told instanceof Uint8Array ? told : JSON.stringify(told);
  const headers = { 'content-type': 'application/json', ...answer.headers };
  if (answer.statusText === undefined) response.writeHead(answer.status ?? 200, headers);
  else response.writeHead(answer.status ?? 200, answer.statusText, headers);
  if (answer.isStalled === true) response.write(body);
  else if (answer.dripMs !== undefined) await drip(response, body, answer.dripMs);
  else response.end(body);
}

async function drip(response: ServerResponse, body: string | Uint8Array, waitMs: number): Promise<void> {
  for (const byte of Buffer.from(body)) {
    if (response.destroyed) return;
    response.write(Buffer.of(byte));
    await sleep(waitMs, undefined, { ref: false });
  }
  response.end();
}

function answerOf(
  request: RecordedRequest,
  content: FakeContent,
  globals: Readonly<Record<string, Readonly<Record<string, FakeFields>>>>,
): FakeAnswer {
  const missing = { status: 404, body: { message: 'Not found.' } };
  // The drawings of the menu.
  if (/^\/assets\/.*\.svg$/.test(request.path)) return { body: Buffer.from(DRAWING) };
  const collection = /^\/api\/collections\/([^/]+)\/entries\/?$/.exec(request.path)?.[1];
  if (collection !== undefined)
    return KNOWN.includes(collection) ? listAnswer(request, collection, content[collection] ?? {}) : missing;
  const [, of = '', id = ''] = /^\/api\/collections\/([^/]+)\/entries\/([^/]+)$/.exec(request.path) ?? [];
  if (id !== '') return entryAnswer(of, decodeURIComponent(id), content) ?? missing;
  const name = /^\/api\/globals\/([^/]+)\/?$/.exec(request.path)?.[1] ?? '';
  const fields = globals[name]?.[request.query.site ?? 'en'];
  return fields === undefined ? missing : { body: { data: { handle: name, ...fields } } };
}

/** By id, as the real service does: a draft is not there. */
function entryAnswer(collection: string, id: string, content: FakeContent): FakeAnswer | null {
  const all = Object.entries(content[collection] ?? {}).flatMap(([site, entries]) =>
    entries.map((entry, index) => completeEntry(entry, collection, site, index)),
  );
  const found = all.find((entry) => entry.id === id && entry.published !== false);
  return found === undefined ? null : { body: { data: found } };
}

function listAnswer(
  request: RecordedRequest,
  collection: string,
  sites: Readonly<Record<string, readonly FakeFields[]>>,
): FakeAnswer {
  const site = request.query['filter[site]'];
  const all = Object.entries(sites)
    .filter(([handle]) => site === undefined || handle === site)
    .flatMap(([handle, entries]) => entries.map((entry, index) => completeEntry(entry, collection, handle, index)))
    .filter(({ published }) => published !== false || request.query['filter[status]'] === 'any')
    .filter(({ slug }) => (request.query['filter[slug]'] ?? slug) === slug);
  const limit = Number(request.query.limit ?? 50);
  const page = Number(request.query.page ?? 1);
  return { body: listBody(all.slice((page - 1) * limit, page * limit), page, limit, all.length) };
}

function completeEntry(entry: FakeFields, collection: string, site: string, index: number): FakeFields {
  const id = String(entry.id ?? `${collection}-${site}-${index + 1}`);
  return {
    id,
    locale: site,
    published: true,
    status: 'published',
    private: false,
    api_url: `http://internal.invalid/api/collections/${collection}/entries/${id}`,
    ...entry,
  };
}
