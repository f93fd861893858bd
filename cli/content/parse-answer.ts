// What the content service answered: JSON, or a refusal that is an answer too; anything else is a failure.
// Relied on afterwards: JSON came with status 200, whole, as JSON and below the limit, and no text holds the token.

import type { Dispatcher } from 'undici';
import type { BodyBuffer, BodyBuffers, KeepBuffer } from './body-buffers.ts';
import { printableText } from './printable-text.ts';
import { RequestFailure } from './request-failure.ts';

/** An answer that will not change by asking again. */
export type ContentAnswer<Value = unknown> =
  | {
      readonly kind: 'json';
      readonly value: Value;
      /** The service took the preview token of the request. */
      readonly isLivePreview?: true;
    }
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly statusText: string;
      /** `message` of a JSON body, bounded and without secrets. */
      readonly message: string | null;
      /** The request carried a token. */
      readonly hadToken: boolean;
    };

/**
 * Makes a value of the bytes of a JSON answer, which are others' when it is done and did not keep them.
 * @throws RequestFailure where they are none.
 */
export type ParseBody<Value> = (bytes: Buffer, keep: KeepBuffer) => Value | Promise<Value>;

/** What reading an answer needs of its client. */
export interface AnswerPolicy {
  readonly maxBodyBytes: number;
  readonly buffers: BodyBuffers;
  /** Requests carry a token. */
  readonly hasToken: boolean;
  /** Takes the token out of a text. */
  redact(text: string): string;
  /** Takes the beginning of a body that is no answer, for the verbose log. */
  onErrorBody(excerpt: string): void;
}

/** Bytes of an error body that are read, and that reach the log (decisions: at most 200). */
const ERROR_BODY_BYTES = 65_536;
const EXCERPT_BYTES = 200;
/** Longest wait that `Retry-After` may ask for. */
const RETRY_AFTER_CAP_MS = 120_000;
/** In answers that hold what an editor has not saved yet. */
const LIVE_PREVIEW_HEADER = 'x-statamic-live-preview';
/** 4xx that say 'not now': time-out, too early, too many. */
const PASSING_STATUSES = new Set([408, 425, 429]);

/**
 * Reads one response to its end.
 * @throws RequestFailure for 5xx, 408, 425, 429, and a 200 that is empty, truncated, too long or no JSON.
 */
export async function parseAnswer<Value>(
  response: Dispatcher.ResponseData,
  policy: AnswerPolicy,
  parse: ParseBody<Value>,
): Promise<ContentAnswer<Value>> {
  const { statusCode: status } = response;
  if (status === 200) {
    const value = await policy.buffers.lend(async (buffer, keep) =>
      parse(await readJsonBody(response, policy, buffer), keep),
    );
    return headerOf(response, LIVE_PREVIEW_HEADER) === null
      ? { kind: 'json', value }
      : { kind: 'json', value, isLivePreview: true };
  }
  const statusText = printableText(policy.redact(response.statusText), 80);
  const body = await readErrorBody(response, policy);
  if (status >= 300 && status < 500 && !PASSING_STATUSES.has(status)) {
    return { kind: 'refused', status, statusText, message: findMessage(body), hadToken: policy.hasToken };
  }
  const retryAfterMs = parseRetryAfter(headerOf(response, 'retry-after'), Date.now());
  throw new RequestFailure(`The content service answered ${`${status} ${statusText}`.trim()}.`, { retryAfterMs });
}

/** `Retry-After` in milliseconds from `now`: seconds or an HTTP date, at most two minutes; 0 where it says nothing (RFC 9110, 10.2.3). */
export function parseRetryAfter(value: string | null, now: number): number {
  if (value === null) return 0;
  const wait = /^\d+$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isNaN(wait) ? 0 : Math.min(Math.max(wait, 0), RETRY_AFTER_CAP_MS);
}

/** One header's first value. */
export function headerOf(response: Dispatcher.ResponseData, name: string): string | null {
  const value = response.headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? null;
}

async function readJsonBody(
  response: Dispatcher.ResponseData,
  policy: AnswerPolicy,
  buffer: BodyBuffer,
): Promise<Buffer> {
  const contentType = headerOf(response, 'content-type') ?? '';
  if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(contentType)) {
    await readErrorBody(response, policy);
    const type = contentType === '' ? 'nothing that says so' : printableText(policy.redact(contentType), 80);
    throw new RequestFailure(`The content service answered 200 with ${type} instead of JSON.`);
  }
  if (!(await readBytes(response, policy.maxBodyBytes, buffer))) {
    throw new RequestFailure(
      `The answer is longer than the limit of ${policy.maxBodyBytes} bytes (content.maxBodyBytes in site.config.ts).`,
      { isFinal: true },
    );
  }
  return buffer.bytes();
}

/** Any JSON. */
export function parseJson(bytes: Buffer): unknown {
  return parseJsonText(bytes.toString('utf8'));
}

/** Any JSON of an answer. */
export function parseJsonText(text: string): unknown {
  if (text.trim() === '') throw new RequestFailure('The content service answered 200 with an empty body.');
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message quotes the body, which may echo the token: it is no cause that may be kept.
    throw new RequestFailure('The content service answered 200 with JSON that is damaged or cut off.');
  }
}

/** The text of an error body, without the token; its beginning goes to the verbose log. */
async function readErrorBody(response: Dispatcher.ResponseData, policy: AnswerPolicy): Promise<string> {
  const body = await policy.buffers.lend(async (buffer) => {
    await readBytes(response, ERROR_BODY_BYTES, buffer);
    return policy.redact(buffer.bytes().toString('utf8', 0, ERROR_BODY_BYTES));
  });
  if (body !== '') policy.onErrorBody(cutToBytes(printableText(body, EXCERPT_BYTES), EXCERPT_BYTES));
  return body;
}

/** Reads the body up to the first bytes past `limit`; what is longer is not downloaded. Returns whether it is whole. */
async function readBytes(response: Dispatcher.ResponseData, limit: number, buffer: BodyBuffer): Promise<boolean> {
  for await (const chunk of response.body) {
    buffer.append(chunk);
    // Leaving the loop destroys the stream and its connection.
    if (buffer.length() > limit) return false;
  }
  return true;
}

function cutToBytes(text: string, limit: number): string {
  return new TextDecoder().decode(Buffer.from(text).subarray(0, limit), { stream: true });
}

function findMessage(body: string): string | null {
  try {
    const value: unknown = JSON.parse(body);
    const message = typeof value === 'object' && value !== null && 'message' in value ? value.message : null;
    return typeof message === 'string' && message !== '' ? printableText(message, 300) : null;
  } catch {
    // No JSON: an error page, which nobody relies on.
    return null;
  }
}
