// One request and its response, with limits of time and size.

import type { Dispatcher } from 'undici';
import { RequestFailure, seconds } from './request-failure.ts';

/** Header names and values as received. */
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
  /** Whether the body ended within its limit. A longer body is cut off. */
  readonly isWhole: boolean;
}

/** A request. */
export interface Sending {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Most bytes of a body that are downloaded. */
  readonly limitOf: (head: ResponseHead) => number;
  /** Time limit of the whole response: a slow trickle of bytes never runs into undici's own time-outs. */
  readonly timeoutMs: number;
}

/** Sends a GET request and reads the response. @throws RequestFailure after the time limit, or undici's error of the connection. */
export async function receiveResponse(
  pool: Dispatcher,
  { path, headers, limitOf, timeoutMs }: Sending,
): Promise<Received> {
  const late = new RequestFailure(`The answer was not whole within ${seconds(timeoutMs)}.`);
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

/** Reads a body up to its limit. To leave the loop ends the download. */
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
