// Reads requests, and sends responses like a host: with content type, cache rule, ETag and 304, without a body for HEAD, and with security headers.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody } from '../../content/client/send-request.ts';
import { sha256 } from '../../files/content-hash.ts';
import { cacheControlOf, contentTypeOf } from '../../publish/response-headers.ts';

export interface SentAnswer {
  readonly status: number;
  /** A file with its content type and cache rule. */
  readonly path: string;
  /** Whether browsers may keep it; default true. */
  readonly isStored?: boolean;
  readonly content: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

const COMMON_HEADERS = {
  'x-content-type-options': 'nosniff',
  // The address of a live preview has a token.
  'referrer-policy': 'same-origin',
} as const;

/** Sends a response, or 304 if the browser already has its content. */
export function send(request: IncomingMessage, response: ServerResponse, answer: SentAnswer): void {
  const etag = `"${sha256(answer.content).slice(0, 32)}"`;
  const { path, isStored = true } = answer;
  const cacheControl = isStored ? cacheControlOf(path, path.startsWith('assets/') ? 'asset' : 'page') : 'no-store';
  const headers = { ...COMMON_HEADERS, ...answer.headers, 'cache-control': cacheControl, etag };
  if (answer.status === 200 && isKnown(request.headers['if-none-match'], etag)) {
    response.writeHead(304, headers).end();
    return;
  }
  const length = Buffer.byteLength(answer.content);
  response.writeHead(answer.status, { ...headers, 'content-type': contentTypeOf(path), 'content-length': length });
  response.end(request.method === 'HEAD' ? undefined : answer.content);
}

/** Compares tags as in RFC 9110, section 13.1.2: a list, with weak tags and `*`. */
function isKnown(value: string | undefined, etag: string): boolean {
  return value?.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, ''))) ?? false;
}

export function isReading({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}

export function refuseMethod(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('allow', 'GET, HEAD');
  sendText(request, response, 405, 'Only GET and HEAD are allowed.');
}

export function sendText(request: IncomingMessage, response: ServerResponse, status: number, text: string): void {
  send(request, response, { status, path: 'answer.txt', isStored: false, content: `${text}\n` });
}

export function sendJson(request: IncomingMessage, response: ServerResponse, status: number, value: unknown): void {
  send(request, response, { status, path: 'answer.json', isStored: false, content: JSON.stringify(value) });
}

export function sendRedirect(response: ServerResponse, status: number, location: string): void {
  response.writeHead(status, { ...COMMON_HEADERS, location, 'cache-control': 'no-store', 'content-length': 0 }).end();
}

const MAX_BODY_BYTES = 65_536;

export interface RequestTarget {
  /** As sent, percent-encoded. */
  readonly pathname: string;
  /** '' or '?…'. */
  readonly search: string;
}

/** Splits the target of a request; null if it is not a path. Browsers read `//host` and `/\\host` as other hosts. */
export function readTarget({ url = '/' }: IncomingMessage): RequestTarget | null {
  if (!/^\/(?![/\\])/.test(url)) return null;
  const start = url.indexOf('?');
  const [pathname, query] = start === -1 ? [url, ''] : [url.slice(0, start), url.slice(start + 1)];
  return { pathname, search: query === '' ? '' : `?${query}` };
}

/** The body as text; null if it is too large. */
export async function readText(request: IncomingMessage): Promise<string | null> {
  const { body, isWhole } = await readBody(request, MAX_BODY_BYTES);
  return isWhole ? body.toString('utf8') : null;
}
