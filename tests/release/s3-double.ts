// A bucket server over HTTP, as far as a release asks one: PUT with conditions, GET, HEAD, DELETE, DeleteObjects and ListObjectsV2, by
// path. Any request can fail, be cut off, or do its work and lose its answer. Visitors read without a signature.

import { createHash, hash } from 'node:crypto';
import { createServer, type IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** What a bucket holds of an object. */
export interface HeldObject {
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

/** A server with one bucket, whose requests meet faults. */
export interface FaultServer {
  readonly url: string;
  readonly bucket: string;
  /** `PUT key`, in their order, without those of visitors. */
  readonly requests: string[];
  /** Decides over the request with this number, from 1, of the user with this access key. */
  fault: (number: number, request: string, user: string) => Fault;
  /** Called after each change, before it is answered. */
  onChange: (key: string) => unknown;
  /** All objects at the moment. */
  readonly load: () => Promise<ReadonlyMap<string, HeldObject>>;
  /** Replaces all objects. */
  readonly store: (objects: ReadonlyMap<string, HeldObject>) => Promise<void>;
}

/** The double, whose objects are in memory. */
export interface S3Server extends FaultServer {
  readonly objects: Map<string, HeldObject>;
  /** Bytes of bodies that were received and sent. */
  bytes: number;
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
  const objects = new Map<string, HeldObject>();
  const state: ServerState = {
    bucket: BUCKET,
    objects,
    requests: [],
    bytes: 0,
    fault: () => null,
    onChange: () => {},
    load: async () => new Map(objects),
    store: async (wanted) => {
      objects.clear();
      for (const [key, object] of wanted) objects.set(key, object);
    },
    hasConditions: true,
    hasBatches: true,
    sha256Of: (key) => hash('sha256', objects.get(key)?.body ?? ''),
  };
  const { url, close } = await serveWithFaults(state, (asked) => {
    state.bytes += asked.body.length;
    answer(state, asked);
  });
  return Object.assign(state, { url, close });
}

/** Starts a server whose requests meet their faults; `act` does and answers the others. */
export async function serveWithFaults(
  state: Pick<FaultServer, 'requests' | 'fault'>,
  act: (asked: Asked) => unknown,
): Promise<{ readonly url: string; readonly close: () => void }> {
  const server = createServer((request, response) => void handle(state, { request, response }, act));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, close };
}

async function handle(
  state: Pick<FaultServer, 'requests' | 'fault'>,
  { request, response }: Pick<Asked, 'request' | 'response'>,
  act: (asked: Asked) => unknown,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const [, bucket = '', ...rest] = pathname.split('/');
  const key = decodeURIComponent(rest.join('/'));
  const body = await readBody(request);
  if (body === null) return;
  const asked = { request, response, bucket, key, body, searchParams, isSigned: isSigned(request) };
  if (!asked.isSigned && request.method === 'GET') {
    await act(asked);
    return;
  }
  const shown = `${request.method} ${nameOf(searchParams) ?? key}`;
  state.requests.push(shown);
  const fault = state.fault(state.requests.length, shown, userOf(request));
  if (fault === 'late') await wait(LATE_MS);
  if (fault instanceof Promise) await fault;
  if (typeof fault === 'object' && fault !== null && 'status' in fault) refuse(response, fault);
  // What is lost goes to nobody.
  else if (fault === 'lost') await act({ ...asked, response: new ServerResponse(request) });
  else if (fault !== 'cut') await act(asked);
  if (fault === 'cut' || fault === 'lost') request.socket.destroy();
}

const isSigned = ({ headers }: IncomingMessage) => /^AWS4-HMAC-SHA256 /.test(headers.authorization ?? '');

/** The access key. */
function userOf({ headers }: IncomingMessage): string {
  return /Credential=([^/]+)/.exec(headers.authorization ?? '')?.[1] ?? '';
}

function nameOf(search: URLSearchParams): string | null {
  if (search.has('delete')) return '?delete';
  return search.has('list-type') ? '?list' : null;
}

/** A request to do and answer. */
export interface Asked {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Else it is of a visitor. */
  readonly isSigned: boolean;
  readonly bucket: string;
  readonly key: string;
  readonly body: Buffer;
  readonly searchParams: URLSearchParams;
}

function answer(server: ServerState, asked: Asked): void {
  const { request, response, bucket, key, searchParams, isSigned } = asked;
  const found = server.objects.get(key);
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
