// Requests pages as a browser would: GET, compressed, through all caches. Redirects are not followed.

import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Agent, request } from 'undici';
import { DECODERS } from '../check/external/send-request.ts';
import { RequestFailure } from '../content/client/request-failure.ts';
import { Retries } from '../content/client/send-with-retries.ts';
import { parseRetryAfter } from '../content/intake/parse-answer.ts';
import { isHidingTag } from '../facts/page-facts.ts';
import { sha256 } from '../files/content-hash.ts';
import { describeNoAnswer } from '../text/describe-no-answer.ts';

/** What a host answers. */
export interface HostAnswer {
  /** 0 if there is no response. */
  readonly status: number;
  /** By name in lower case. Repeated headers are joined. */
  readonly headers: Readonly<Record<string, string>>;
  /** The X-Robots-Tag that hides the page from search engines; '' if none does. */
  readonly hidingTag: string;
  /** Where it redirects to; null if it does not. */
  readonly location: URL | null;
  /** Without its content encoding. */
  readonly body: Buffer;
  /** Of the body. */
  readonly sha256: string;
  /** Why there is no response, or only a part of it; null if it is complete. */
  readonly broken: string | null;
}

/** How to ask. */
interface Asking {
  /** As a client that cannot decompress. */
  readonly isPlain?: boolean;
  /** Caches are asked to revalidate. */
  readonly isFresh?: boolean;
}

export type HostClient = ReturnType<typeof createHostClient>;

interface HostClientOptions {
  /** To connect, to receive the headers, and between two chunks of a body. */
  readonly timeoutMs: number;
  /** Before the first retry. It doubles with each retry. */
  readonly retryMs: number;
  readonly signal: AbortSignal;
}

const RETRIES = 3;
/** How long the same error that is not temporary, such as 500, is retried. */
const LASTING_MS = 5000;
/** A whole response may take this many timeouts: a large file on a slow line takes a while. */
const MAX_TIMEOUTS = 15;
const CONNECTIONS = 16;
/** Maximum size of a body, before and after decoding. */
const MAX_BYTES = 256 * 1024 * 1024;
const HEADERS = {
  'user-agent': 'Mozilla/5.0 (compatible; sitegen)',
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'accept-language': 'en',
};
export const NO_ANSWER = { status: 0, headers: {}, hidingTag: '', location: null, body: Buffer.alloc(0), sha256: '' };

/** Creates the client of one base address, whose path is prepended to every requested path. */
export function createHostClient(base: URL, { timeoutMs, retryMs, signal }: HostClientOptions) {
  const dispatcher = new Agent({
    connections: CONNECTIONS,
    connect: { timeout: timeoutMs },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: MAX_BYTES,
  });
  const waits = { retries: RETRIES, retryBaseMs: retryMs, retryCapMs: retryMs * 2 ** RETRIES };
  const retries = new Retries({ ...waits, connectTimeoutMs: timeoutMs, lastingMs: LASTING_MS }, () => {}, signal);
  const urlOf = (path: string) => `${base.href.replace(/\/$/, '')}${path}`;
  let count = 0;
  const getOnce = async (path: string, { isPlain = false, isFresh = false }: Asking = {}): Promise<HostAnswer> => {
    count += 1;
    const headers = {
      ...HEADERS,
      ...(isPlain ? {} : { 'accept-encoding': 'gzip, deflate, br, zstd' }),
      ...(isFresh ? { 'cache-control': 'no-cache', pragma: 'no-cache' } : {}),
    };
    const timer = AbortSignal.timeout(timeoutMs * MAX_TIMEOUTS);
    try {
      const url = urlOf(path);
      return await receive(url, await request(url, { dispatcher, headers, signal: AbortSignal.any([timer, signal]) }));
    } catch (cause) {
      signal.throwIfAborted();
      return { ...NO_ANSWER, broken: timer.aborted ? 'the response never ended' : describeNoAnswer(cause) };
    }
  };
  /**
   * `path` is percent-encoded and may have a query. Failures, 429 and 5xx are retried.
   * @throws RequestFailure without sending anything once the host has answered nothing for all retries of a request.
   */
  const get = async (path: string, asking: Asking = {}): Promise<HostAnswer> => {
    let last: HostAnswer | null = null;
    const attempt = async () => {
      last = await getOnce(path, asking);
      assertFinal(last);
      return last;
    };
    return retries.send({ name: path, attempt }).catch((cause: unknown) => {
      if (last === null || !(cause instanceof RequestFailure)) throw cause;
      return last;
    });
  };
  return { get, getOnce, urlOf, countRequests: () => count, close: () => dispatcher.destroy() };
}

async function receive(
  url: string,
  { statusCode: status, headers, body }: Awaited<ReturnType<typeof request>>,
): Promise<HostAnswer> {
  const received = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value ?? '')]));
  const { 'content-encoding': encoding = '', location: target = '' } = received;
  const chunks: Uint8Array[] = [];
  let length = 0;
  const collect = async (decoded: AsyncIterable<Uint8Array>) => {
    for await (const chunk of decoded) {
      length += chunk.length;
      if (length > MAX_BYTES) throw new Error('too long');
      chunks.push(chunk);
    }
  };
  const broken = await pipeline(body, DECODERS[encoding]?.() ?? new PassThrough(), collect).then(
    () => null,
    (cause: unknown) => `cut off, or not ${encoding === '' ? 'complete' : encoding} (${describeNoAnswer(cause)})`,
  );
  const hidingTag = [headers['x-robots-tag'] ?? []].flat().find(isHidingTag) ?? '';
  const bytes = Buffer.concat(chunks);
  const location = status < 300 || status > 399 || target === '' ? null : URL.parse(target, url);
  return { status, headers: received, hidingTag, location, body: bytes, sha256: sha256(bytes), broken };
}

/** @throws RequestFailure if another request may get another answer. */
function assertFinal({ status, headers, broken }: HostAnswer): void {
  if (broken !== null) throw new RequestFailure(broken);
  if (status !== 429 && status < 500) return;
  const retryAfterMs = parseRetryAfter(headers['retry-after'] ?? null, Date.now());
  throw new RequestFailure(`the host answered ${status}`, { status, retryAfterMs });
}

/** Whether an answer says nothing about the site: the host is down, busy, or lets nobody in. */
export function isDown({ status }: HostAnswer): boolean {
  return status === 0 || status >= 500 || [401, 403, 407, 408, 425, 429].includes(status);
}
