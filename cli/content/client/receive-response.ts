// Sends a request and receives its response within limits of time and size.

import { type Duplex, PassThrough, Readable } from 'node:stream';
import * as zlib from 'node:zlib';
import type { Dispatcher } from 'undici';
import { printableText } from '../../text/printable-text.ts';
import { RequestFailure, seconds } from './request-failure.ts';

type ResponseHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** Status and headers of a response. */
export interface ResponseHead {
  readonly status: number;
  readonly statusText: string;
  readonly headers: ResponseHeaders;
}

/** A response with its body. */
export interface Received extends ResponseHead {
  readonly body: Buffer;
  /** Whether the body was within its limit. A longer one is truncated. */
  readonly isWhole: boolean;
}

/** A GET request. */
interface GetRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The number of bytes to download. */
  readonly limitOf: (head: ResponseHead) => number;
  /** For the whole response, because a slow trickle of bytes never reaches undici's own time-outs. */
  readonly timeoutMs: number;
}

/**
 * Sends a request and reads the response.
 * @throws RequestFailure after the time limit; errors of undici.
 */
export async function receiveResponse(
  pool: Dispatcher,
  { path, headers, limitOf, timeoutMs }: GetRequest,
): Promise<Received> {
  const late = new RequestFailure(`The answer was not complete within ${seconds(timeoutMs)}.`);
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(late), timeoutMs);
  try {
    const response = await pool.request({ path, method: 'GET', headers: { ...headers }, signal: abort.signal });
    const { statusCode: status, statusText } = response;
    const head = { status, statusText, headers: response.headers };
    const limit = limitOf(head);
    const received = await readBody(response.body, limit);
    return { ...head, ...(received.isWhole ? await decodeBody(received.body, head, limit) : received) };
  } finally {
    clearTimeout(timer);
  }
}

/** Reads a body up to its limit. Leaving the loop ends the download. */
async function readBody(body: AsyncIterable<Uint8Array>, limit: number): Promise<Pick<Received, 'body' | 'isWhole'>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > limit) return { body: Buffer.concat(chunks), isWhole: false };
  }
  return { body: Buffer.concat(chunks), isWhole: true };
}

const DECODERS: Readonly<Record<string, (firstByte: number) => Duplex>> = {
  gzip: () => zlib.createGunzip(),
  'x-gzip': () => zlib.createGunzip(),
  // Some servers leave out the header of zlib.
  deflate: (firstByte) => ((firstByte & 15) === 8 ? zlib.createInflate() : zlib.createInflateRaw()),
  br: () => zlib.createBrotliDecompress(),
  zstd: () => zlib.createZstdDecompress(),
};
const ZLIB_HEADER = 8;

/** Decodes as a `Content-Encoding` says; null if it is unknown. */
function createDecoder(encoding: string, firstByte = ZLIB_HEADER): Duplex | null {
  return Object.hasOwn(DECODERS, encoding) ? (DECODERS[encoding]?.(firstByte) ?? null) : null;
}

/** Decodes a body as `Content-Encoding` says: some proxies compress unasked. The limit holds for the decoded bytes, too. */
async function decodeBody(
  body: Buffer,
  { status, headers }: ResponseHead,
  limit: number,
): Promise<Pick<Received, 'body' | 'isWhole'>> {
  const encodings = [headers['content-encoding'] ?? ''].flat().join().toLowerCase();
  const names = encodings.split(/[\s,]+/).filter((name) => name !== '' && name !== 'identity');
  let read = { body, isWhole: true };
  for (const name of names.toReversed()) {
    const decoder = createDecoder(name, read.body[0]);
    const decoded =
      decoder === null ? null : await readBody(Readable.from([read.body]).pipe(decoder), limit).catch(() => null);
    if (decoded === null) {
      // An answer with an error status is that error, whatever its body.
      if (status !== 200) return { body: Buffer.alloc(0), isWhole: true };
      throw undecodable(name, decoder !== null);
    }
    read = decoded;
    if (!read.isWhole) return read;
  }
  return read;
}

function undecodable(name: string, isKnown: boolean): RequestFailure {
  const what = isKnown
    ? `cannot be decoded as Content-Encoding "${name}" says`
    : `has the unknown Content-Encoding "${printableText(name, 40)}"`;
  return new RequestFailure(`The content service answered 200, and its answer ${what}.`, { status: 200 });
}

/** Decodes a file as `Content-Encoding` says: some hosts compress SVGs unasked. An unknown encoding changes nothing. */
export function createFileDecoder(encoding: string | null): Duplex {
  return createDecoder(encoding?.trim().toLowerCase() ?? '') ?? new PassThrough();
}
