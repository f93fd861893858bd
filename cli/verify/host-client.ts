// Requests pages as a browser would: GET, compressed, through all caches. Redirects are not followed.

import { setTimeout as wait } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { Agent, request } from 'undici';
import { errorMessage } from '../errors.ts';
import { describeNoAnswer } from '../text/describe-no-answer.ts';
import { printableText } from '../text/printable-text.ts';

/** The response of a host. */
export interface HostResponse {
  readonly status: number;
  /** By name in lower case. Repeated headers are joined. */
  readonly headers: Readonly<Record<string, string>>;
  /** Without its content encoding. */
  readonly body: Buffer;
  /** Why the body is incomplete; null if it is complete. */
  readonly broken: string | null;
}

/** Why there is no response. */
export interface NoResponse {
  readonly failure: string;
}

/** Sends requests to one host. */
export interface HostClient {
  /**
   * `path` is percent-encoded and may have a query. Failures, 429 and 5xx are retried twice.
   * `isFresh` asks caches to revalidate.
   */
  readonly get: (path: string, options?: { readonly isFresh?: boolean }) => Promise<HostResponse | NoResponse>;
  readonly urlOf: (path: string) => string;
  readonly countRequests: () => number;
  readonly close: () => Promise<void>;
}

export interface HostClientOptions {
  /** To connect, to receive the headers, and between two chunks of a body. */
  readonly timeoutMs: number;
  /** Before the first retry; twice as long before the second. */
  readonly retryMs: number;
  readonly signal: AbortSignal;
}

const ATTEMPTS = 3;
/** A whole response may take this many timeouts: a large file on a slow line takes a while. */
const MAX_TIMEOUTS = 15;
const CONNECTIONS = 16;
/** Maximum size of a body, before and after decoding. */
const MAX_BYTES = 256 * 1024 * 1024;
const HEADERS = {
  'user-agent': 'Mozilla/5.0 (compatible; sitegen verify)',
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'en',
};

/** Creates the client of one base address, whose path is prepended to every requested path. */
export function createHostClient(base: URL, options: HostClientOptions): HostClient {
  const { timeoutMs, retryMs, signal } = options;
  const dispatcher = new Agent({
    connections: CONNECTIONS,
    connect: { timeout: timeoutMs },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: MAX_BYTES,
  });
  const root = base.href.replace(/\/$/, '');
  const urlOf = (path: string) => `${root}${path}`;
  let count = 0;
  return {
    urlOf,
    countRequests: () => count,
    close: () => dispatcher.destroy(),
    get: async (path, { isFresh = false } = {}) => {
      const headers = isFresh ? { ...HEADERS, 'cache-control': 'no-cache', pragma: 'no-cache' } : HEADERS;
      for (let attempt = 1; ; attempt += 1) {
        count += 1;
        const response = await send(urlOf(path), { ...options, dispatcher, headers });
        if (!isTemporary(response) || attempt === ATTEMPTS) return response;
        await wait(retryMs * attempt, undefined, { signal });
      }
    },
  };
}

function isTemporary(response: HostResponse | NoResponse): boolean {
  return 'failure' in response || response.broken !== null || response.status === 429 || response.status >= 500;
}

interface SendOptions extends HostClientOptions {
  readonly dispatcher: Agent;
  readonly headers: Readonly<Record<string, string>>;
}

async function send(
  url: string,
  { dispatcher, headers, timeoutMs, signal }: SendOptions,
): Promise<HostResponse | NoResponse> {
  const timer = AbortSignal.timeout(timeoutMs * MAX_TIMEOUTS);
  try {
    const response = await request(url, { dispatcher, headers, signal: AbortSignal.any([timer, signal]) });
    const { bytes, broken } = await readBody(response.body);
    const received = Object.fromEntries(
      Object.entries(response.headers).map(([name, value]) => [name, String(value ?? '')]),
    );
    return {
      status: response.statusCode,
      headers: received,
      ...decode(bytes, received['content-encoding'] ?? '', broken),
    };
  } catch (cause) {
    signal.throwIfAborted();
    return { failure: timer.aborted ? 'the response never ended' : describeNoAnswer(cause) };
  }
}

async function readBody(body: AsyncIterable<Buffer>): Promise<{ bytes: Buffer; broken: string | null }> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of body) chunks.push(chunk);
    return { bytes: Buffer.concat(chunks), broken: null };
  } catch (cause) {
    return { bytes: Buffer.concat(chunks), broken: `cut off (${describeNoAnswer(cause)})` };
  }
}

const DECODERS: Readonly<Record<string, (bytes: Buffer, options: { maxOutputLength: number }) => Buffer>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
};

/** Decodes in the reverse of the order in which encodings are listed (RFC 9110, section 8.4). */
function decode(bytes: Buffer, encodings: string, broken: string | null): Pick<HostResponse, 'body' | 'broken'> {
  if (broken !== null) return { body: bytes, broken };
  const names = encodings
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  try {
    const body = names.toReversed().reduce((encoded, name) => {
      const decoder = DECODERS[name];
      if (decoder === undefined) throw new Error(`unsupported encoding ${printableText(name, 20)}`);
      return decoder(encoded, { maxOutputLength: MAX_BYTES });
    }, bytes);
    return { body, broken: null };
  } catch (cause) {
    return { body: bytes, broken: `not decodable as ${printableText(encodings, 40)} (${errorMessage(cause)})` };
  }
}
