// Asks an address as a browser would: GET, compressed, without following redirects and without going around caches.

import { setTimeout as wait } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { Agent, request } from 'undici';
import { errorMessage } from '../errors.ts';
import { describeNoAnswer } from '../text/describe-no-answer.ts';
import { printableText } from '../text/printable-text.ts';

/** What a host answered. */
export interface Answer {
  readonly status: number;
  /** By name in lower case; several of one name are joined. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decoded. */
  readonly body: Buffer;
  /** Why the body is not whole; null where it is. */
  readonly broken: string | null;
}

/** Why there is no answer. */
export interface NoAnswer {
  readonly failure: string;
}

/** Asks one host. */
export interface Asker {
  /** `path` is percent-encoded and may have a query. Failures and answers 429 and 5xx are asked again twice. */
  readonly ask: (path: string, options?: { readonly isFresh?: boolean }) => Promise<Answer | NoAnswer>;
  /** The address of a path. */
  readonly urlOf: (path: string) => string;
  /** Requests until now. */
  readonly count: () => number;
  readonly close: () => Promise<void>;
}

/** What limits the requests. */
export interface AskOptions {
  /** To connect, until the headers come, and between two parts of a body. */
  readonly timeoutMs: number;
  /** Before the first repetition; twice as long before the second. */
  readonly retryMs: number;
  readonly signal: AbortSignal;
}

const ATTEMPTS = 3;
/** In timeouts: a large file on a slow line takes its time. */
const LONGEST_ANSWER = 15;
const CONNECTIONS = 16;
/** A body may be that large after it is decoded. */
const MAX_BYTES = 256 * 1024 * 1024;
const HEADERS = {
  'user-agent': 'Mozilla/5.0 (compatible; sitegen verify)',
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'en',
};

/** Creates the asker of one base address, whose path begins every path that is asked. */
export function createAsker(base: URL, { timeoutMs, retryMs, signal }: AskOptions): Asker {
  const agent = new Agent({
    connections: CONNECTIONS,
    connect: { timeout: timeoutMs },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: MAX_BYTES,
  });
  const root = base.href.replace(/\/$/, '');
  const urlOf = (path: string) => `${root}${path}`;
  let count = 0;
  const askOnce = async (path: string, headers: Readonly<Record<string, string>>): Promise<Answer | NoAnswer> => {
    count += 1;
    const timer = AbortSignal.timeout(timeoutMs * LONGEST_ANSWER);
    try {
      const {
        statusCode,
        headers: received,
        body,
      } = await request(urlOf(path), {
        dispatcher: agent,
        headers,
        signal: AbortSignal.any([timer, signal]),
      });
      const { bytes, broken } = await readBody(body);
      const flat = Object.fromEntries(Object.entries(received).map(([name, value]) => [name, String(value ?? '')]));
      return { status: statusCode, headers: flat, ...decode(bytes, flat['content-encoding'] ?? '', broken) };
    } catch (cause) {
      signal.throwIfAborted();
      return { failure: timer.aborted ? 'an answer without an end' : describeNoAnswer(cause) };
    }
  };
  return {
    urlOf,
    count: () => count,
    close: () => agent.destroy(),
    ask: async (path, { isFresh = false } = {}) => {
      const headers = isFresh ? { ...HEADERS, 'cache-control': 'no-cache', pragma: 'no-cache' } : HEADERS;
      for (let attempt = 1; ; attempt += 1) {
        const answer = await askOnce(path, headers);
        const isPassing =
          'failure' in answer || answer.broken !== null || answer.status === 429 || answer.status >= 500;
        if (!isPassing || attempt === ATTEMPTS) return answer;
        await wait(retryMs * attempt, undefined, { signal });
      }
    },
  };
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

/** Encodings are undone in the reverse of the order in which they are listed (RFC 9110, section 8.4). */
function decode(bytes: Buffer, encodings: string, broken: string | null): Pick<Answer, 'body' | 'broken'> {
  const names = encodings
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  if (broken !== null) return { body: bytes, broken };
  try {
    const body = names.toReversed().reduce((encoded, name) => {
      const decoder = DECODERS[name];
      if (decoder === undefined) throw new Error(`no browser asked for ${printableText(name, 20)}`);
      return decoder(encoded, { maxOutputLength: MAX_BYTES });
    }, bytes);
    return { body, broken: null };
  } catch (cause) {
    return { body: bytes, broken: `not decodable as ${printableText(encodings, 40)} (${errorMessage(cause)})` };
  }
}
