// Sends a request and receives its response within limits of time and size.

import type { Dispatcher } from 'undici';
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
    return { ...head, ...(await readBody(response.body, limitOf(head))) };
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
