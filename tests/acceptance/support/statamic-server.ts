// Replays recorded answers of real Statamic servers (4.58, 5.73, 6.1) over HTTP: five sites whose blueprints are what an agency
// would write. How they were recorded: tests/fixtures/statamic/README.md.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import sharp from 'sharp';

/** The versions that were recorded. */
export const STATAMIC_VERSIONS = ['v4', 'v5', 'v6'] as const;
/** One of them. */
export type StatamicVersion = (typeof STATAMIC_VERSIONS)[number];

/** An answer of the API. */
export interface ApiAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** What is asked: `collections/faq/entries` or `globals/top_banner`, and of which site. */
export interface ApiQuestion {
  readonly resource: string;
  readonly site: string;
}

/** What an editor has typed and not saved, as a token of Live Preview shows it. */
export interface Unsaved {
  readonly token: string;
  /** Id of the entry. */
  id: string;
  fields: Readonly<Record<string, unknown>>;
}

/** An answer for a file of a container. */
export interface FileAnswer {
  readonly status: number;
  readonly body: Uint8Array | string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** How a recording is served. */
export interface StatamicOptions {
  /** First part of its paths. */
  readonly route?: string;
  /** May change any answer. */
  readonly edit?: (answer: ApiAnswer, question: ApiQuestion) => ApiAnswer;
  /** May answer for a file by its path. Other files are small pictures or texts. */
  readonly file?: (path: string) => FileAnswer | null;
  /** Lists its files as the API of Statamic does. */
  readonly listsAssets?: boolean;
  /** Milliseconds before each answer. */
  delayMs?: number;
  readonly unsaved?: Unsaved;
  /** Headers of each answer. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Filters that its configuration does not allow. */
  readonly forbiddenFilters?: readonly string[];
}

/** A running server. */
export interface StatamicServer {
  /** Address without a trailing slash. */
  readonly url: string;
  /** Paths with query, in the order in which they were asked. */
  readonly requests: readonly string[];
  /** Paths of the files that were sent whole. */
  readonly downloads: readonly string[];
  stop(): Promise<void>;
}

type Recordings = Readonly<Record<StatamicVersion, Readonly<Record<string, ApiAnswer>>>>;

const RECORDINGS = join(import.meta.dirname, '../../fixtures/statamic/answers.json.br');
const NOT_FOUND: ApiAnswer = { status: 404, body: { message: 'Not found.' } };
let recordings: string | null = null;

/** Serves the recording of a version, and a small picture or file at every path outside of its API. */
export async function startStatamic(version: StatamicVersion, options: StatamicOptions = {}): Promise<StatamicServer> {
  const { route = 'api', edit = (answer) => answer, file = () => null, unsaved } = options;
  const requests: string[] = [];
  const downloads: string[] = [];
  let answers: ReadonlyMap<string, ApiAnswer> = new Map();
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    requests.push(path);
    if (options.delayMs !== undefined) await sleep(options.delayMs);
    if (!path.startsWith(`/${route}/`)) return void sendFile(request, response, { file, downloads });
    const question = readQuestion(path, route);
    const isList = options.listsAssets === true && question?.resource === 'assets/assets';
    const recorded = isList ? { status: 200, body: [...answers.values()] } : null;
    const edited = question === null ? NOT_FOUND : edit(recorded ?? find(answers, question), question);
    const found = isList ? listAssets(edited, file) : edited;
    const isLive = unsaved !== undefined && request.headers['x-statamic-token'] === unsaved.token;
    const answer = refuse(path, options) ?? choose(isLive ? layOver(found, unsaved) : found, path);
    response.writeHead(answer.status, {
      'Content-Type': 'application/json',
      ...options.headers,
      ...(isLive ? { 'X-Statamic-Live-Preview': '1' } : {}),
    });
    response.end(JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  answers = readAnswers(version, url);
  return {
    url,
    requests,
    downloads,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function readAnswers(version: StatamicVersion, origin: string): ReadonlyMap<string, ApiAnswer> {
  recordings ??= brotliDecompressSync(readFileSync(RECORDINGS)).toString('utf8');
  const recorded: Recordings = JSON.parse(recordings.replaceAll('{origin}', origin));
  return new Map(
    Object.entries(recorded[version]).flatMap(([path, answer]) => {
      const question = readQuestion(path, 'api');
      return question === null ? [] : [[keyOf(question), answer] as const];
    }),
  );
}

/** A recorded answer; an entry by its id comes out of the recorded lists. */
function find(answers: ReadonlyMap<string, ApiAnswer>, question: ApiQuestion): ApiAnswer {
  const known = answers.get(keyOf(question)) ?? findEverySite(answers, question);
  const [, list, id] = /^(collections\/[^/]+\/entries)\/([^/]+)$/.exec(question.resource) ?? [];
  if (known !== undefined || list === undefined) return known ?? NOT_FOUND;
  const entry = answers
    .entries()
    .flatMap(([key, { body }]) => (key.startsWith(`${list} `) ? listOf(body) : []))
    .find((candidate) => candidate.id === id);
  return entry === undefined ? NOT_FOUND : { status: 200, body: { data: entry } };
}

/** A list that is asked for without a site has the entries of all. */
function findEverySite(
  answers: ReadonlyMap<string, ApiAnswer>,
  { resource, site }: ApiQuestion,
): ApiAnswer | undefined {
  const lists = [...answers].filter(([key]) => site === '' && key.startsWith(`${resource} `));
  const data = lists.flatMap(([, { body }]) => listOf(body));
  return lists.length === 0 ? undefined : { status: 200, body: { data, meta: { total: data.length, last_page: 1 } } };
}

function refuse(path: string, { forbiddenFilters = [] }: StatamicOptions): ApiAnswer | null {
  const refused = forbiddenFilters.filter((name) => path.includes(encodeURIComponent(`filter[${name}]`)));
  return refused.length === 0 ? null : { status: 422, body: { message: `Forbidden filters: ${refused.join(', ')}` } };
}

/** The entries of a list with the slug that is asked for. */
function choose(answer: ApiAnswer, path: string): ApiAnswer {
  const slug = new URL(path, 'http://localhost').searchParams.get('filter[slug]');
  if (slug === null) return answer;
  const data = listOf(answer.body).filter((entry) => entry.slug === slug);
  return { status: 200, body: { data, meta: { total: data.length, current_page: 1, last_page: 1 } } };
}

/** As Statamic does it: the one entry has its unsaved values, and says so. */
function layOver(answer: ApiAnswer, { id, fields }: Unsaved): ApiAnswer {
  const lay = (entry: Fields) => (entry.id === id ? { ...entry, ...fields, live_preview: true } : entry);
  const { body } = answer;
  if (!isBody(body)) return answer;
  const { data } = body;
  return { ...answer, body: { ...body, data: Array.isArray(data) ? data.map(lay) : lay(data) } };
}

type Fields = Readonly<Record<string, unknown>>;

function isBody(body: unknown): body is { readonly data: Fields | Fields[] } {
  return typeof body === 'object' && body !== null && 'data' in body && typeof body.data === 'object';
}

function listOf(body: unknown): readonly Fields[] {
  return isBody(body) && Array.isArray(body.data) ? body.data : [];
}

function readQuestion(path: string, route: string): ApiQuestion | null {
  const { pathname, searchParams } = new URL(path, 'http://localhost');
  if (!pathname.startsWith(`/${route}/`)) return null;
  const resource = pathname.slice(route.length + 2);
  return { resource, site: searchParams.get('filter[site]') ?? searchParams.get('site') ?? '' };
}

function keyOf({ resource, site }: ApiQuestion): string {
  return `${resource} ${site}`;
}

/** What a test says of the server's files, and where whole answers are noted. */
interface Files {
  readonly file: (path: string) => FileAnswer | null;
  readonly downloads: string[];
}

/** Like a web server before Statamic: whole, or "not modified" where the client has this version. */
async function sendFile(request: IncomingMessage, response: ServerResponse, { file, downloads }: Files): Promise<void> {
  const path = request.url ?? '';
  const { status, body, headers = {} } = file(path) ?? { status: 200, body: await pictureOf(path) };
  const etag = `"${versionOf(body)}"`;
  if (status === 200 && request.headers['if-none-match'] === etag) return void response.writeHead(304).end();
  if (status === 200) downloads.push(path);
  response.writeHead(status, { ETag: etag, 'Content-Length': Buffer.byteLength(body), ...headers }).end(body);
}

const versionOf = (body: Uint8Array | string) => createHash('sha1').update(body).digest('hex').slice(0, 12);

/** The list of a container with every file that the answers name. */
function listAssets(answers: ApiAnswer, file: (path: string) => FileAnswer | null): ApiAnswer {
  const named = JSON.stringify(answers).matchAll(/(?<=")\/assets\/[^"]+/g);
  const data = [...new Set([...named].map(([url]) => url))].map((url) => ({
    url,
    size_bytes: 1,
    last_modified: versionOf(file(url)?.body ?? url),
  }));
  return { status: 200, body: { data, meta: { last_page: 1, total: data.length } } };
}

/** A drawing or photo whose shade follows from its path; another file is text. */
async function pictureOf(path: string): Promise<Uint8Array | string> {
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
