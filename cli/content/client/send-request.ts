// Sends a request, and follows its redirects.

import { type Duplex, pipeline, type Readable } from 'node:stream';
import * as zlib from 'node:zlib';
import { Agent, type Dispatcher } from 'undici';
import type { SiteConfig } from '../../../config/define-site.ts';

export interface ResponseHead {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** A response whose body is not read yet. */
interface OpenResponse extends ResponseHead {
  /** As sent: see {@link decodeBody}. */
  readonly body: Dispatcher.ResponseData['body'];
  /** Where it redirects to, if that was not followed. */
  readonly redirect: URL | null;
}

interface SendOptions {
  readonly method?: 'GET' | 'HEAD';
  readonly headersOf: (url: URL) => Readonly<Record<string, string>>;
  readonly isAllowed: (origin: string) => boolean;
  readonly signal: AbortSignal;
}

/** Redirects that are followed, such as one that adds a slash. */
const MAX_REDIRECTS = 3;

export function createAgent(policy: SiteConfig['content']): Dispatcher {
  return new Agent({
    connections: policy.concurrency,
    connect: { timeout: policy.connectTimeoutMs },
    headersTimeout: policy.headersTimeoutMs,
    bodyTimeout: policy.bodyTimeoutMs,
  });
}

export async function sendRequest(
  agent: Dispatcher,
  url: URL,
  options: SendOptions,
  redirectsLeft = MAX_REDIRECTS,
): Promise<OpenResponse> {
  const { method = 'GET', headersOf, isAllowed, signal } = options;
  const { origin, pathname, search } = url;
  const request = { origin, path: `${pathname}${search}`, method, headers: headersOf(url), signal };
  const { statusCode: status, statusText, headers, body } = await agent.request(request);
  const head = { status, statusText, headers };
  const location = headerOf(head, 'location');
  const target = status >= 300 && status < 400 && location !== null ? URL.parse(location, url) : null;
  if (target === null || !isAllowed(target.origin) || redirectsLeft === 0) return { ...head, body, redirect: target };
  await body.dump();
  return sendRequest(agent, target, options, redirectsLeft - 1);
}

export function headerOf({ headers }: Pick<ResponseHead, 'headers'>, name: string): string | null {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? null;
}

const DECODERS = new Map<string, () => Duplex>([
  ['gzip', zlib.createGunzip],
  ['x-gzip', zlib.createGunzip],
  ['deflate', zlib.createInflate],
  ['br', zlib.createBrotliDecompress],
  ['zstd', zlib.createZstdDecompress],
]);

export function decodeBody(response: Pick<OpenResponse, 'headers' | 'body'>): Readable {
  const names = (headerOf(response, 'content-encoding') ?? '').toLowerCase().split(/[\s,]+/);
  const decoders = names.toReversed().flatMap((name) => DECODERS.get(name)?.() ?? []);
  // Errors are thrown where the body is read.
  return decoders.reduce<Readable>((body, decoder) => pipeline(body, decoder, () => {}), response.body);
}

/** Reads a body up to a limit. Leaving the loop ends the download. */
export async function readBody(body: AsyncIterable<Uint8Array>, limit: number) {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > limit) break;
  }
  return { body: Buffer.concat(chunks), isWhole: length <= limit };
}
