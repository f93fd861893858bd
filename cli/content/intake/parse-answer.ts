// Reads an answer of the content service: JSON or a final refusal. Anything else is a failure, which may be retried.
// JSON has status 200 and a JSON content type, and is complete and within the size limit. No message contains the token.

import { isUtf8 } from 'node:buffer';
import { itemsOf } from '../../../content/fields.ts';
import { trimmed } from '../../../content/trimmed.ts';
import { errorMessage } from '../../errors.ts';
import { NO_TEXT, printableText } from '../../text/printable-text.ts';
import { isObject } from '../client/entry-facts.ts';
import { RequestFailure, TEMPORARY_STATUSES } from '../client/request-failure.ts';
import { headerOf, type ResponseHead } from '../client/send-request.ts';

/** An answer that a retry would not change. */
export type ContentAnswer =
  | {
      readonly kind: 'json';
      readonly value: unknown;
      /** The service accepted the preview token of the request. */
      readonly isLivePreview?: true;
      /** Requests per minute that the service allows, if it says so. */
      readonly rateLimit?: number;
    }
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly statusText: string;
      /** `message` of a JSON body, bounded and without secrets. */
      readonly message: string | null;
      readonly hadToken: boolean;
    };

interface Received extends ResponseHead {
  readonly body: Buffer;
  /** Whether the body was within its limit. A longer one is truncated. */
  readonly isWhole: boolean;
}

export interface AnswerPolicy {
  readonly maxBodyBytes: number;
  readonly hasToken: boolean;
  /** Removes the token from a text. */
  redact(text: string): string;
  /** Called with the beginning of an error body, for the verbose log. */
  onErrorBody(excerpt: string): void;
}

const ERROR_BODY_BYTES = 65_536;
const EXCERPT_LENGTH = 200;
/** Longest wait that `Retry-After` may ask for. */
const RETRY_AFTER_CAP_MS = 120_000;
/** Marks answers with unsaved edits. */
const LIVE_PREVIEW_HEADER = 'x-statamic-live-preview';
/** Header of Laravel's throttle. */
const RATE_LIMIT_HEADER = 'x-ratelimit-limit';
export function limitOf(head: ResponseHead, { maxBodyBytes }: AnswerPolicy): number {
  return head.status === 200 ? maxBodyBytes : ERROR_BODY_BYTES;
}

/**
 * Reads a response.
 * @throws RequestFailure for 5xx, 408, 425, 429, and for a 200 that is empty, truncated, too long or not JSON.
 */
export function parseAnswer(response: Received, policy: AnswerPolicy): ContentAnswer {
  const { status } = response;
  if (status === 200) {
    const value = parseJson(assertJson(response, policy), policy.redact);
    const rateLimit = Number(headerOf(response, RATE_LIMIT_HEADER) ?? 0);
    return {
      kind: 'json',
      value,
      ...(headerOf(response, LIVE_PREVIEW_HEADER) === null ? {} : { isLivePreview: true }),
      ...(rateLimit > 0 ? { rateLimit } : {}),
    };
  }
  const statusText = printableText(policy.redact(response.statusText), 80);
  const body = readErrorBody(response, policy);
  if (status >= 300 && status < 500 && !TEMPORARY_STATUSES.has(status)) {
    return { kind: 'refused', status, statusText, message: findMessage(body), hadToken: policy.hasToken };
  }
  const retryAfterMs = parseRetryAfter(headerOf(response, 'retry-after'), Date.now());
  throw new RequestFailure(`The content service answered ${`${status} ${statusText}`.trim()}.`, {
    retryAfterMs,
    status,
    said: findMessage(body),
  });
}

/** `Retry-After` (RFC 9110, 10.2.3) in milliseconds from `now`, at most two minutes; 0 if absent or invalid. */
export function parseRetryAfter(value: string | null, now: number): number {
  if (value === null) return 0;
  const wait = /^\d+$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isNaN(wait) ? 0 : Math.min(Math.max(wait, 0), RETRY_AFTER_CAP_MS);
}

const JSON_TYPE = /^application\/([\w.-]+\+)?json\s*(;|$)/i;
/** How JSON of the service begins, in any encoding. */
const JSON_START = /^[\s\ufeff\ufffd\0]*\{/;

function assertJson(response: Received, policy: AnswerPolicy): Buffer {
  const contentType = headerOf(response, 'content-type') ?? '';
  // A proxy may call it text.
  if (!JSON_TYPE.test(contentType) && !JSON_START.test(response.body.toString('utf8', 0, 100))) {
    readErrorBody(response, policy);
    const type = contentType === '' ? 'no content type' : printableText(policy.redact(contentType), 80);
    throw failedJson(`with ${type} instead of JSON`);
  }
  if (!response.isWhole) {
    throw new RequestFailure(
      `The answer is longer than the limit of ${policy.maxBodyBytes} bytes (content.maxBodyBytes in site.config.ts).`,
      { isFinal: true },
    );
  }
  return response.body;
}

/**
 * Parses JSON. Bytes that are not UTF-8 become {@link NO_TEXT}; a byte order mark is skipped (RFC 8259, 8.1).
 * @throws RequestFailure that quotes what stands before or after the JSON, without secrets.
 */
export function parseJson(bytes: Buffer, redact = (text: string) => text): unknown {
  const text = trimmed(decodeText(bytes));
  if (text === '') throw failedJson('with an empty body');
  try {
    return cutDepth(JSON.parse(text));
  } catch (cause) {
    // Not passed on: the parser's message quotes the body, which may contain the token.
    const end = / after JSON at position (\d+)/.exec(errorMessage(cause))?.[1];
    const intruder = end === undefined ? findIntruder(text) : text.slice(Number(end));
    if (intruder === null) throw failedJson('with JSON that is damaged or truncated');
    const place = end === undefined ? 'before' : 'after';
    throw failedJson(`with text ${place} the JSON: "${cleanIntruder(redact(intruder))}"`);
  }
}

/** Far deeper than any field. */
const MAX_DEPTH = 100;

/** Empties what is nested deeper: no field can have it, and functions that call themselves would fill the stack. */
function cutDepth(value: unknown, depth = 1): unknown {
  if (typeof value !== 'object' || value === null) return value;
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner !== 'object' || inner === null) continue;
    if (depth < MAX_DEPTH) cutDepth(inner, depth + 1);
    else Reflect.set(value, key, null);
  }
  return value;
}

const UTF_16 = [
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
] as const;

/** Skips escapes, so that broken ones stay broken. */
function decodeText(bytes: Buffer): string {
  const wide = UTF_16.find(([, first, second]) => bytes[0] === first && bytes[1] === second);
  if (wide !== undefined) return new TextDecoder(wide[0]).decode(bytes);
  const text = bytes.toString('utf8');
  return isUtf8(bytes) ? text : text.replace(/\\.|\ufffd/gs, (found) => (found === '\ufffd' ? NO_TEXT : found));
}

function failedJson(what: string): RequestFailure {
  return new RequestFailure(`The content service answered 200 ${what}.`, { status: 200 });
}

/** Bytes of an answer that are searched for the beginning of its JSON. */
const INTRUDER_BYTES = 65_536;

/** What stands before the JSON, such as a notice of PHP; null if the answer begins with it. */
function findIntruder(text: string): string | null {
  const start = text.slice(0, INTRUDER_BYTES).search(/\{\s*"(data|message)"\s*:/);
  const isPage = /^\s*</.test(text);
  return start > 0 && text.slice(0, start).trim() !== '' ? text.slice(0, start) : isPage ? text : null;
}

/** Without markup, and without folders of the server. */
function cleanIntruder(intruder: string): string {
  const whole = intruder
    .slice(0, INTRUDER_BYTES)
    .replace(/(?:[A-Za-z]:)?(?:[\\/][\w.@~-]+)+[\\/]/g, '…/')
    .replace(/\s+/g, ' ')
    .trim();
  const text = whole
    .replace(/<[^<>]{0,1000}>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  // A comment on its own, such as that of a cache.
  return printableText(text === '' ? whole : text, 200);
}

/** The text of an error body, without the token. Logs its beginning. */
function readErrorBody({ body }: Received, policy: AnswerPolicy): string {
  const text = policy.redact(body.toString('utf8', 0, ERROR_BODY_BYTES));
  if (text !== '') policy.onErrorBody(printableText(text, EXCERPT_LENGTH));
  return text;
}

function findMessage(body: string): string | null {
  try {
    const value: unknown = JSON.parse(body);
    const message = isObject(value) ? value.message : null;
    return typeof message === 'string' && message !== '' ? printableText(message, 300) : null;
  } catch {
    // An HTML error page.
    return null;
  }
}

export interface ListPage {
  readonly entries: readonly unknown[];
  readonly total: number;
  /** Null if the service sends only a total. */
  readonly lastPage: number | null;
}

/** A page, or why it is none. */
type ListAnswer = ListPage | { readonly fault: string };

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
/** PHP may send a number as text. */
const asCount = (value: unknown): unknown => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value);

/** Reads the JSON of a page: `{ data: [], meta: { total, last_page? } }`. */
export function readListPage(body: unknown): ListAnswer {
  // PHP sends a list as an object if something was removed from it.
  const data = isObject(body) ? (itemsOf(body.data) ?? body.data) : undefined;
  const meta = isObject(body) ? body.meta : undefined;
  if (!Array.isArray(data)) return { fault: '"data" is not a list' };
  if (!isObject(meta)) return { fault: '"meta" is missing' };
  const [total, lastPage] = [asCount(meta.total), asCount(meta.last_page ?? null)];
  if (!isCount(total)) return { fault: '"meta.total" is not a number of entries' };
  // Each page has at least one entry.
  if (lastPage !== null && (!isCount(lastPage) || lastPage > Math.max(1, total)))
    return { fault: '"meta.last_page" is not a possible number of pages' };
  return { entries: data, total, lastPage };
}
