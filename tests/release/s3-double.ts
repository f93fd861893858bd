// A bucket server over HTTP, as far as a release asks one: PUT with conditions, GET, HEAD,
// DELETE, DeleteObjects and ListObjectsV2, by path. Any
// request can fail, be cut off, or do its work and lose its answer. Visitors read without a signature.

import { createHash, hash } from 'node:crypto';
import { createServer, type IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** What the server holds of an object. */
interface HeldObject {
  readonly body: Buffer;
  readonly etag: string;
  /** Those that visitors get. */
  readonly headers: Readonly<Record<string, string>>;
}

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly extra?: string;
}

/**
 * What happens to a request: it is refused, done late or once a promise resolves, even if the client has gone, cut off before its work
 * was done, or its answer is lost after it.
 */
type Fault = Refusal | Promise<void> | 'late' | 'cut' | 'lost' | null;

/** A running server and its one bucket. */
export interface S3Server {
  readonly url: string;
  readonly objects: Map<string, HeldObject>;
  /** `PUT key`, in their order. */
  readonly requests: string[];
  /** Bytes of bodies that were received and sent. */
  bytes: number;
  /** Decides over the request with this number, from 1, of the user with this access key. */
  fault: (number: number, request: string, user: string) => Fault;
  /** Called after each change. */
  onChange: (key: string) => void;
  hasConditions: boolean;
  hasBatches: boolean;
  sha256Of: (key: string) => string;
  close: () => void;
}

const BUCKET = 'site';
const KEPT_HEADERS = ['content-type', 'cache-control', 'x-amz-website-redirect-location'];
const PAGE_SIZE = 25;
/** Others are done meanwhile. */
const LATE_MS = 30;

type ServerState = Omit<S3Server, 'url' | 'close'>;

/** Starts a server with an empty bucket. */
export async function openS3Double(): Promise<S3Server> {
  const state: ServerState = {
    objects: new Map(),
    requests: [],
    bytes: 0,
    fault: () => null,
    onChange: () => {},
    hasConditions: true,
    hasBatches: true,
    sha256Of: (key) => hash('sha256', state.objects.get(key)?.body ?? ''),
  };
  const server = createServer((request, response) => void handle(state, request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return Object.assign(state, { url: `http://127.0.0.1:${port}`, close });
}

async function handle(server: ServerState, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const [, bucket, ...rest] = pathname.split('/');
  const key = decodeURIComponent(rest.join('/'));
  const body = await readBody(request);
  if (body === null) return;
  server.bytes += body.length;
  const shown = `${request.method} ${nameOf(searchParams) ?? key}`;
  server.requests.push(shown);
  const fault = server.fault(server.requests.length, shown, userOf(request));
  if (fault === 'late') await wait(LATE_MS);
  // What is lost goes to nobody.
  const shownTo = fault === 'lost' ? new ServerResponse(request) : response;
  const asked = { request, response: shownTo, key, body, searchParams };
  if (fault instanceof Promise) await fault;
  if (typeof fault === 'object' && fault !== null && 'status' in fault) refuse(response, fault);
  else if (fault !== 'cut') answer(server, asked, bucket);
  if (fault === 'cut' || fault === 'lost') request.socket.destroy();
}

/** The access key. */
function userOf({ headers }: IncomingMessage): string {
  return /Credential=([^/]+)/.exec(headers.authorization ?? '')?.[1] ?? '';
}

function nameOf(search: URLSearchParams): string | null {
  if (search.has('delete')) return '?delete';
  return search.has('list-type') ? '?list' : null;
}

interface Asked {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly key: string;
  readonly body: Buffer;
  readonly searchParams: URLSearchParams;
}

function answer(server: ServerState, asked: Asked, bucket: string | undefined): void {
  const { request, response, key, searchParams } = asked;
  const found = server.objects.get(key);
  const isSigned = /^AWS4-HMAC-SHA256 /.test(request.headers.authorization ?? '');
  if (bucket !== BUCKET) refuse(response, { status: 404, code: 'NoSuchBucket' });
  else if (request.method !== 'GET' && !isSigned) refuse(response, { status: 403, code: 'AccessDenied' });
  else if (request.method === 'PUT') put(server, asked);
  else if (request.method === 'POST') deleteBatch(server, asked);
  else if (request.method === 'DELETE') {
    server.objects.delete(key);
    server.onChange(key);
    response.writeHead(204).end();
  } else if (searchParams.has('list-type')) response.end(listPage(server, searchParams));
  else if (found === undefined) refuse(response, { status: 404, code: 'NoSuchKey' });
  else {
    const headers = Object.entries(found.headers).filter(([, value]) => value !== '');
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const body = from === undefined ? found.body : found.body.subarray(Number(from), Number(to) + 1);
    response.writeHead(from === undefined ? 200 : 206, {
      ...Object.fromEntries(headers),
      etag: `"${found.etag}"`,
      'content-length': body.length,
    });
    server.bytes += request.method === 'HEAD' ? 0 : body.length;
    response.end(request.method === 'HEAD' ? undefined : body);
  }
}

function put(server: ServerState, { request, response, key, body }: Asked): void {
  const found = server.objects.get(key);
  const { 'if-none-match': none, 'if-match': match } = request.headers;
  const isRefused = (none === '*' && found !== undefined) || (match !== undefined && match !== `"${found?.etag}"`);
  if (server.hasConditions && isRefused) {
    refuse(response, { status: 412, code: 'PreconditionFailed' });
    return;
  }
  const etag = createHash('md5').update(body).digest('hex');
  const headers = Object.fromEntries(KEPT_HEADERS.map((name) => [name, String(request.headers[name] ?? '')]));
  server.objects.set(key, { body, etag, headers });
  server.onChange(key);
  response.writeHead(200, { etag: `"${etag}"` }).end();
}

/** As Ceph and older servers, it wants a checksum that the client does not send by itself. */
function deleteBatch(server: ServerState, { request, response, body }: Asked): void {
  const md5 = createHash('md5').update(body).digest('base64');
  const isRefused = !server.hasBatches || request.headers['content-md5'] !== md5;
  if (isRefused) {
    refuse(response, { status: 501, code: 'NotImplemented' });
    return;
  }
  for (const [, key = ''] of body.toString().matchAll(/<Key>([^<]*)<\/Key>/g)) {
    server.objects.delete(key.replaceAll('&amp;', '&'));
    server.onChange(key);
  }
  response.end('<?xml version="1.0"?><DeleteResult/>');
}

function listPage({ objects }: ServerState, search: URLSearchParams): string {
  const prefix = search.get('prefix') ?? '';
  const after = search.get('continuation-token') ?? '';
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const shown = keys.slice(0, PAGE_SIZE);
  const rows = shown.map((key) => {
    const { body, etag } = objects.get(key) as HeldObject;
    return `<Contents><Key>${key.replaceAll('&', '&amp;')}</Key><Size>${body.length}</Size><ETag>&quot;${etag}&quot;</ETag></Contents>`;
  });
  const next = keys.length > PAGE_SIZE ? `<NextContinuationToken>${shown.at(-1)}</NextContinuationToken>` : '';
  return `<?xml version="1.0"?><ListBucketResult>${rows.join('')}<IsTruncated>${next !== ''}</IsTruncated>${next}</ListBucketResult>`;
}

function refuse(response: ServerResponse, { status, code, extra = '' }: Refusal): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message>${extra}</Error>`);
}

/** Null where the sender went away. */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  try {
    return Buffer.concat(await request.toArray());
  } catch {
    return null;
  }
}
