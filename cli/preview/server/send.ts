// Answers as a host gives them: content type, cache rule, ETag and 304, no body for HEAD, and headers that confine pages.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { sha256 } from '../../files/content-hash.ts';

/** One answer. */
export interface SentAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly cacheControl: string;
  readonly content: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

const COMMON_HEADERS = {
  'x-content-type-options': 'nosniff',
  // A preview's address may hold a token.
  'referrer-policy': 'same-origin',
} as const;

/** Sends an answer; 304 where the browser has the very bytes of a 200. */
export function send(request: IncomingMessage, response: ServerResponse, answer: SentAnswer): void {
  const etag = `"${sha256(answer.content).slice(0, 32)}"`;
  const headers = { ...COMMON_HEADERS, ...answer.headers, 'cache-control': answer.cacheControl, etag };
  if (answer.status === 200 && isKnown(request.headers['if-none-match'], etag)) {
    response.writeHead(304, headers).end();
    return;
  }
  const length = Buffer.byteLength(answer.content);
  response.writeHead(answer.status, { ...headers, 'content-type': answer.contentType, 'content-length': length });
  response.end(request.method === 'HEAD' ? undefined : answer.content);
}

/** RFC 9110, section 13.1.2: a list of tags, weak ones count, `*` is any. */
function isKnown(value: string | undefined, etag: string): boolean {
  return value?.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, ''))) ?? false;
}

/** Sends a plain sentence. */
export function sendText(request: IncomingMessage, response: ServerResponse, status: number, text: string): void {
  const contentType = 'text/plain; charset=utf-8';
  send(request, response, { status, contentType, cacheControl: 'no-store', content: `${text}\n` });
}

/** Sends data of the preview itself. */
export function sendJson(request: IncomingMessage, response: ServerResponse, status: number, value: unknown): void {
  const contentType = 'application/json; charset=utf-8';
  send(request, response, { status, contentType, cacheControl: 'no-store', content: JSON.stringify(value) });
}

/** Leads elsewhere. */
export function sendRedirect(response: ServerResponse, status: number, location: string): void {
  response.writeHead(status, { ...COMMON_HEADERS, location, 'cache-control': 'no-store', 'content-length': 0 }).end();
}
