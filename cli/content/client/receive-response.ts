// Sends a request and receives its response within limits of time and size.

import { type Duplex, PassThrough } from 'node:stream';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import type { Dispatcher } from 'undici';
import { systemErrorCode } from '../../errors.ts';
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

type Decode = (bytes: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>;

const [unzip, inflateZlib, inflateBare] = [promisify(zlib.gunzip), promisify(zlib.inflate), promisify(zlib.inflateRaw)];
const [unbrotli, unzstd] = [promisify(zlib.brotliDecompress), promisify(zlib.zstdDecompress)];
const DECODERS: Readonly<Record<string, Decode>> = {
  gzip: (bytes, options) => unzip(bytes, options),
  'x-gzip': (bytes, options) => unzip(bytes, options),
  // Some servers leave out the header of zlib.
  deflate: (bytes, options) =>
    ((bytes[0] ?? 0) & 15) === 8 ? inflateZlib(bytes, options) : inflateBare(bytes, options),
  br: (bytes, options) => unbrotli(bytes, options),
  zstd: (bytes, options) => unzstd(bytes, options),
};

/** Decodes a body as `Content-Encoding` says: some proxies compress unasked. The limit holds for the decoded bytes, too. */
async function decodeBody(
  body: Buffer,
  head: ResponseHead,
  limit: number,
): Promise<Pick<Received, 'body' | 'isWhole'>> {
  const names = [head.headers['content-encoding'] ?? '']
    .flat()
    .join()
    .toLowerCase()
    .split(/[\s,]+/);
  let decoded = body;
  for (const name of names.filter((each) => each !== '' && each !== 'identity').toReversed()) {
    try {
      decoded = await decodeOnce(decoded, name, limit);
    } catch (cause) {
      if (systemErrorCode(cause) === 'ERR_BUFFER_TOO_LARGE') return { body: Buffer.alloc(0), isWhole: false };
      // An answer with an error status is that error, whatever its body.
      if (head.status !== 200) return { body: Buffer.alloc(0), isWhole: true };
      throw cause instanceof RequestFailure
        ? cause
        : undecodable(`cannot be decoded as Content-Encoding "${name}" says`);
    }
  }
  return { body: decoded, isWhole: true };
}

function decodeOnce(body: Buffer, name: string, limit: number): Promise<Buffer> {
  const decode = Object.hasOwn(DECODERS, name) ? DECODERS[name] : undefined;
  if (decode === undefined) throw undecodable(`has the unknown Content-Encoding "${printableText(name, 40)}"`);
  return decode(body, { maxOutputLength: Math.max(1, limit) });
}

function undecodable(what: string): RequestFailure {
  return new RequestFailure(`The content service answered 200, and its answer ${what}.`, { status: 200 });
}

/** Decodes a file as `Content-Encoding` says: some hosts compress SVGs unasked. An unknown encoding changes nothing. */
export function createDecoder(encoding: string | null): Duplex {
  switch (encoding?.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return zlib.createGunzip();
    case 'deflate':
      return zlib.createInflate();
    case 'br':
      return zlib.createBrotliDecompress();
    case 'zstd':
      return zlib.createZstdDecompress();
    default:
      return new PassThrough();
  }
}
