// The content service of all tests: over real HTTP, with the answers of a Statamic. Its content is the sample as real servers sent it
// (`recording`), what a test writes down, or what a test saves; any answer can be edited, delayed, overridden or broken.

import { createHash } from 'node:crypto';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { type Fields, findEntries, pageOf, pickFields } from './list-query.ts';
import {
  type ApiAnswer,
  type ApiQuestion,
  readRecording,
  type SiteContent,
  type SiteGlobals,
  type StatamicVersion,
  StoredContent,
} from './stored-content.ts';

export type { ApiAnswer, ApiQuestion };

/** A request as it came in. */
export interface ServiceRequest {
  readonly method: string;
  /** Path and query as sent. */
  readonly url: string;
  /** Path and query, decoded. */
  readonly asked: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  readonly at: number;
  /** Of the answer; 0 until it is sent. */
  status: number;
}

/** What the service answers: a body that is neither text nor bytes is sent as JSON. */
export interface ServiceAnswer {
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
export type Override = (request: ServiceRequest, count: number) => ServiceAnswer | null;

/** What an editor has typed and not saved, as a token of Live Preview shows it. */
export interface Unsaved {
  token: string;
  /** Id of the entry. */
  id: string;
  fields: Fields;
}

/** How a service answers. */
export interface ServiceOptions {
  /** The sample as this version of Statamic sends it; what `content` and `globals` say is not served then. */
  readonly recording?: StatamicVersion;
  /** Entries by collection and site. A collection that is not named is empty. */
  readonly content?: SiteContent;
  readonly globals?: SiteGlobals;
  readonly port?: number;
  /** Seconds of a clock that stands still until the test moves it. Without it the service has the time of the machine. */
  readonly clock?: number;
  /** First part of the paths of its API. */
  readonly route?: string;
  /** May change any answer of the API. */
  readonly edit?: (answer: ApiAnswer, question: ApiQuestion) => ApiAnswer;
  /** Lists its files as the API of Statamic does. */
  readonly listsAssets?: boolean;
  /** Lists its terms. */
  readonly hasTaxonomies?: boolean;
  /** Milliseconds before each answer, also by what is asked and how many entries the answer has. */
  delayMs?: number | ((asked: string, entries: number) => number);
  readonly unsaved?: Unsaved;
  /** Headers of each answer of the API. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Filters that its configuration does not allow. */
  readonly forbiddenFilters?: readonly string[];
}

/** Any other collection is unknown to the service (404). */
const COLLECTIONS =
  'blog_articles webinars e-books landings pages pages_block redirects clients faq offices team speakers social_links'.split(
    ' ',
  );
const MISSING: ApiAnswer = { status: 404, body: { message: 'Not found.' } };
const NO_BANNER: SiteGlobals = { top_banner: { en: { enabled: false } } };

/** A running service. */
export class ContentService extends StoredContent {
  readonly requests: ServiceRequest[] = [];
  /** 0 until it starts. */
  port = 0;
  /** Changes the address of a request before it is answered. */
  rewrite = (url: string): string => url;
  /** Called before each answer, which waits for it. */
  waitBefore: (request: ServiceRequest) => Promise<void> = async () => {};
  readonly #options: ServiceOptions;
  readonly #overrides: { readonly part: string; readonly answer: Override; count: number }[] = [];
  readonly #server: Server;

  constructor(options: ServiceOptions) {
    super(options.content ?? {}, options.globals ?? NO_BANNER, options.clock ?? Date.now() / 1000);
    this.#options = options;
    this.#server = createServer((request, response) => {
      this.#respond(request, response).catch(() => response.destroy());
    });
  }

  /** Opens its port. */
  async start(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject).listen(this.#options.port ?? 0, '127.0.0.1', resolve);
    });
    // A server that listens on TCP has an address of this type.
    this.port = (this.#server.address() as AddressInfo).port;
    if (this.#options.recording !== undefined) this.sent = readRecording(this.#options.recording, this.url);
  }

  /** Without trailing slash. */
  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Paths with query, decoded, in the order in which they were asked. */
  get asked(): readonly string[] {
    return this.requests.map(({ asked }) => asked);
  }

  /** Overrides the answers of requests whose path and query (decoded) hold the text. The newest override is asked first. */
  override(part: string, answer: ServiceAnswer | Override): void {
    this.#overrides.push({ part, answer: typeof answer === 'function' ? answer : () => answer, count: 0 });
  }

  /** Forgets all overrides and requests. */
  reset(): void {
    this.#overrides.length = 0;
    this.requests.length = 0;
  }

  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  async #respond(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = readRequest(incoming);
    this.requests.push(request);
    const answer = this.#overridden(request) ?? (await this.#answer(request));
    const delayMs = answer.delayMs ?? this.#delayOf(request, answer);
    if (delayMs > 0) await sleep(delayMs, undefined, { ref: false });
    await this.waitBefore(request);
    await send(response, request, answer);
  }

  #overridden(request: ServiceRequest): ServiceAnswer | null {
    for (const override of this.#overrides.toReversed()) {
      if (!request.asked.includes(override.part)) continue;
      override.count += 1;
      const answer = override.answer(request, override.count);
      if (answer !== null) return answer;
    }
    return null;
  }

  #delayOf({ asked }: ServiceRequest, { body }: ServiceAnswer): number {
    const { delayMs = 0 } = this.#options;
    return typeof delayMs === 'number' ? delayMs : delayMs(asked, isList(body) ? body.data.length : 1);
  }

  async #answer({ url, path, headers }: ServiceRequest): Promise<ServiceAnswer> {
    const { route = 'api', edit, unsaved, clock, headers: more } = this.#options;
    if (path.startsWith('/assets/')) return { body: await fileOf(path) };
    if (!path.startsWith(`/${route}/`)) return MISSING;
    const { pathname, searchParams: query } = new URL(this.rewrite(url), this.url);
    const resource = decodeURIComponent(pathname.slice(route.length + 2)).replace(/\/$/, '');
    const question = { resource, site: query.get('filter[site]') ?? query.get('site') ?? '' };
    const isLive = unsaved !== undefined && headers['x-statamic-token'] === unsaved.token;
    const found = this.#refuse(query) ?? this.#find(resource, query, isLive);
    const edited = edit === undefined ? found : edit(found, question);
    const { status, body } = isLive ? changeEntries(edited, (entry) => layOver(entry, unsaved)) : edited;
    const isPicked = resource.startsWith('collections/') && isList(body);
    const fields = query.get('fields');
    return {
      status,
      body: isPicked ? { ...body, data: body.data.map((entry) => pickFields(entry, fields)) } : body,
      headers: {
        ...(clock === undefined ? {} : { Date: new Date(this.clock * 1000).toUTCString() }),
        ...more,
        ...(isLive ? { 'X-Statamic-Live-Preview': '1' } : {}),
      },
    };
  }

  #refuse(query: URLSearchParams): ApiAnswer | null {
    const refused = (this.#options.forbiddenFilters ?? []).filter((name) => query.has(`filter[${name}]`));
    return refused.length === 0 ? null : { status: 422, body: { message: `Forbidden filters: ${refused.join(', ')}` } };
  }

  #find(resource: string, query: URLSearchParams, isLive: boolean): ApiAnswer {
    const { listsAssets = false, hasTaxonomies = false, recording } = this.#options;
    const [kind, name = '', part, id] = resource.split('/');
    if (kind === 'collections' && part === 'entries' && COLLECTIONS.includes(name)) {
      const entries = this.listed(name);
      if (id === undefined) return ok(pageOf(findEntries(entries, query), query, (entry) => entry.document()));
      // By id, never by slug. Who has a token of Live Preview sees drafts, too.
      const found = entries.find(({ value }) => value('id') === id && (value('published') !== false || isLive));
      return found === undefined ? MISSING : ok({ data: found.document() });
    }
    if (kind === 'globals') {
      const fields = this.globalOf(name, query.get('site') ?? 'en');
      if (fields !== undefined) return ok({ data: { handle: name, ...fields } });
      return recording === 'v4' ? { status: 500, body: { message: 'Server Error' } } : MISSING;
    }
    if (kind === 'taxonomies' && part === 'terms' && hasTaxonomies) {
      const paths = [...this.terms.keys()].filter((path) => path.startsWith(`${name}/`));
      return ok(pageOf(paths, query, (path) => pickFields(this.showTerm(path), query.get('fields'))));
    }
    return kind === 'assets' && listsAssets ? ok(this.#listAssets(query)) : MISSING;
  }

  /** Every file that the content names. */
  #listAssets(query: URLSearchParams): Fields {
    const named = JSON.stringify(this.#editedContent()).matchAll(/(?<=")\/assets\/[^"]+/g);
    const urls = [...new Set([...named].map(([url]) => url))];
    const versionAt = (path: string) => {
      const body = this.#overridden(createRequest('GET', path, {}))?.body;
      return versionOf(typeof body === 'string' || body instanceof Uint8Array ? body : path);
    };
    return pageOf(urls, query, (url) => ({ url, size_bytes: 1, last_modified: versionAt(url) }));
  }

  #editedContent(): unknown {
    const { edit } = this.#options;
    const body = { data: [this.sent.content, this.sent.globals] };
    return edit === undefined ? body : edit(ok(body), { resource: 'assets', site: '' }).body;
  }
}

/** Starts a service that stops with `stop`. */
export async function startService(options: ServiceOptions = {}): Promise<ContentService> {
  const service = new ContentService(options);
  await service.start();
  return service;
}

/** Starts a service over content: `serviceWith({ blog_articles: { en: [{ slug: 'a', title: 'A' }] } }, { top_banner: { en: {…} } })`. */
export function serviceWith(content: SiteContent = {}, globals = NO_BANNER, port = 0): Promise<ContentService> {
  return startService({ content, globals, port });
}

/** Starts a service without entries, with a clock of its own: a test saves what it serves. */
export function startEmptyService(options: ServiceOptions = {}): Promise<ContentService> {
  return startService({ clock: Date.UTC(2026, 5, 1) / 1000, hasTaxonomies: true, ...options });
}

/**
 * A port on which nothing listens. It is below those that the system gives to whoever asks for any (from 32768 up), so that
 * no other test has it meanwhile.
 */
export async function unusedPort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 20_000);
    const service = await startService({ port }).catch(() => null);
    if (service === null) continue;
    await service.stop();
    return port;
  }
}

const ok = (body: unknown): ApiAnswer => ({ status: 200, body });

function isList(body: unknown): body is { readonly data: readonly Fields[] } {
  return typeof body === 'object' && body !== null && 'data' in body && Array.isArray(body.data);
}

/** Changes the entries of a list, or the one that an answer has. */
export function changeEntries(answer: ApiAnswer, change: (entry: Fields, index: number) => Fields): ApiAnswer {
  const { body } = answer;
  if (typeof body !== 'object' || body === null || !('data' in body)) return answer;
  const data = isList(body) ? body.data.map(change) : change(Object(body.data), 0);
  return { ...answer, body: { ...body, data } };
}

/** As Statamic does it: the one entry has its unsaved values, and says so. */
const layOver = (entry: Fields, { id, fields }: Unsaved): Fields =>
  entry.id === id ? { ...entry, ...fields, live_preview: true } : entry;

function readRequest({ method = 'GET', url = '/', headers }: IncomingMessage): ServiceRequest {
  return createRequest(method, url, headers);
}

function createRequest(method: string, url: string, headers: IncomingHttpHeaders): ServiceRequest {
  const { pathname, searchParams } = new URL(url, 'http://service.invalid');
  const asked = decodeURIComponent(url.replaceAll('+', ' '));
  const query = Object.fromEntries(searchParams);
  return { method, url, asked, path: pathname, query, headers, at: performance.now(), status: 0 };
}

const versionOf = (body: Uint8Array | string) => createHash('sha1').update(body).digest('hex').slice(0, 12);

/** Files have a version, as behind a web server: "not modified" where the client has it. */
async function send(response: ServerResponse, request: ServiceRequest, answer: ServiceAnswer): Promise<void> {
  if (answer.isCutOff === true) return void response.destroy();
  const { body: told = {}, status = 200 } = answer;
  const isBytes = typeof told === 'string' || told instanceof Uint8Array;
  const body = isBytes ? told : JSON.stringify(told);
  const isFile = isBytes && request.path.startsWith('/assets/');
  const etag = `"${versionOf(body)}"`;
  request.status = isFile && status === 200 && request.headers['if-none-match'] === etag ? 304 : status;
  if (request.status === 304) return void response.writeHead(304).end();
  const own = isFile ? { etag, 'content-length': Buffer.byteLength(body) } : { 'content-type': 'application/json' };
  if (answer.statusText !== undefined) response.statusMessage = answer.statusText;
  response.writeHead(status, { ...own, ...lowerCase(answer.headers ?? {}) });
  if (answer.isStalled === true) response.write(body);
  else if (answer.dripMs !== undefined) await drip(response, body, answer.dripMs);
  else response.end(body);
}

const lowerCase = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

async function drip(response: ServerResponse, body: string | Uint8Array, waitMs: number): Promise<void> {
  for (const byte of Buffer.from(body)) {
    if (response.destroyed) return;
    response.write(Buffer.of(byte));
    await sleep(waitMs, undefined, { ref: false });
  }
  response.end();
}

/** A drawing or photo whose shade follows from its path; another file is text. */
async function fileOf(path: string): Promise<Uint8Array | string> {
  const shade = Number.parseInt(versionOf(path).slice(0, 6), 16);
  const type = extname(path);
  if (type === '.svg') {
    const fill = shade.toString(16).padStart(6, '0');
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 36"><rect width="64" height="36" fill="#${fill}"/></svg>`;
  }
  if (type !== '.jpg' && type !== '.png') return `The file ${path}.`;
  const background = { r: shade & 255, g: (shade >> 8) & 255, b: shade >> 16 };
  const picture = sharp({ create: { width: 64, height: 36, channels: 3, background } });
  return await (type === '.jpg' ? picture.jpeg() : picture.png()).toBuffer();
}
