// What is wrong with an answer.

import { sha256 } from '../files/content-hash.ts';
import type { ReleaseObject } from '../release/release-record.ts';
import { printableText } from '../text/printable-text.ts';
import type { HostAnswer, HostClient, HostResponse } from './host-client.ts';
import { cacheHeadersOf, habitsOf, isSameHeader, isSameType } from './host-habits.ts';
import type { PromisedSite } from './promised-site.ts';
import type { Question, RightAnswer } from './questions.ts';

export type FindingCode =
  | 'VERIFY_NO_ANSWER'
  | 'VERIFY_MOVED'
  | 'VERIFY_OTHER_SITE'
  | 'VERIFY_STATUS'
  | 'VERIFY_INDEX'
  | 'VERIFY_CUT_OFF'
  | 'VERIFY_STALE'
  | 'VERIFY_BYTES'
  | 'VERIFY_ENCODING'
  | 'VERIFY_COMPRESSION'
  | 'VERIFY_TYPE'
  | 'VERIFY_CACHE'
  | 'VERIFY_POLICY'
  | 'VERIFY_NOINDEX'
  | 'VERIFY_SLASH'
  | 'VERIFY_REDIRECT'
  | 'VERIFY_QUERY'
  | 'VERIFY_NOT_FOUND_STATUS'
  | 'VERIFY_NOT_FOUND_PAGE'
  | 'VERIFY_GONE';

/** What is wrong with the headers of the right bytes. */
export const HEADER_CODES: ReadonlySet<FindingCode> = new Set([
  'VERIFY_TYPE',
  'VERIFY_CACHE',
  'VERIFY_POLICY',
  'VERIFY_NOINDEX',
]);

/** One thing that is wrong with an answer. */
export interface Finding {
  readonly code: FindingCode;
  /** Percent-encoded, with the requested query. */
  readonly path: string;
  readonly expected: string;
  readonly got: string;
  /** Findings with the same code and cause are reported together. */
  readonly cause: string;
}

export interface VerifyContext {
  readonly site: PromisedSite;
  readonly client: HostClient;
  /** The origin that the site was built for. */
  readonly origin: string;
}

/** The findings of an answer; none if it is right. */
export function compareAnswer(question: Question, answer: HostAnswer, context: VerifyContext): readonly Finding[] {
  const { path } = question;
  if ('failure' in answer)
    return [{ code: 'VERIFY_NO_ANSWER', path, expected: 'a response', got: answer.failure, cause: answer.failure }];
  const location = locationOf(answer, path, context);
  const found = { hash: sha256(answer.body), location };
  const isRight = question.right.some((right) => isSameAnswer(right, answer, { ...found, context }));
  if (!isRight) return [{ path, ...explainAnswer(question, answer, { ...found, context }) }];
  // A redirect has no headers of its own.
  return location === null ? [...compareHeaders(question, answer, context.site)] : [];
}

interface Found {
  /** SHA-256 of the body. */
  readonly hash: string;
  /** Where it redirects to; null if it does not. */
  readonly location: URL | null;
  readonly context: VerifyContext;
}

function isSameAnswer(
  right: RightAnswer,
  { status, broken }: HostResponse,
  { hash, location, context }: Found,
): boolean {
  const { to, object } = right;
  if (!isSameStatus(right, status)) return false;
  if (to !== undefined && (location === null || !isSameUrl(location, to, context))) return false;
  return object === undefined || (broken === null && hash === object.sha256);
}

function isSameStatus({ status: right }: RightAnswer, status: number): boolean {
  return right === 'a redirect' ? status >= 300 && status <= 399 : right === status;
}

function locationOf({ status, headers }: HostResponse, path: string, { client }: VerifyContext): URL | null {
  const location = headers.location ?? '';
  return status < 300 || status > 399 || location === '' ? null : URL.parse(location, client.urlOf(path));
}

/**
 * A host may redirect to its own address or to the origin that the site was built for. One behind a server that ends TLS does not
 * know that it is https.
 */
function isSameUrl(location: URL, to: string, { client, origin }: VerifyContext): boolean {
  const urls = to.startsWith('/') ? [client.urlOf(to), `${origin}${to}`] : [to];
  const comparable = (url: string) => URL.parse(url)?.href.replace(/^http:/, 'https:');
  return urls.some((url) => comparable(url) === comparable(location.href));
}

const STATUS_CODES = {
  file: 'VERIFY_STATUS',
  plain: 'VERIFY_ENCODING',
  redirect: 'VERIFY_REDIRECT',
  slash: 'VERIFY_SLASH',
  missing: 'VERIFY_NOT_FOUND_STATUS',
  gone: 'VERIFY_NOT_FOUND_STATUS',
} as const satisfies Record<Question['kind'], FindingCode>;

type Explained = Omit<Finding, 'path'>;

/** Says what a wrong answer is: a redirect, an error, incomplete, or the bytes of an older release or another file. */
function explainAnswer({ kind, path, keys, right, plainTo }: Question, answer: HostResponse, found: Found): Explained {
  const { hash, location, context } = found;
  const { site, client } = context;
  const [best] = right;
  const { status, body, broken } = answer;
  const expected = describeRight(best, site);
  const shown = location === null ? String(status) : `${status} to ${printableText(location.href, 300)}`;
  const explain = (code: FindingCode, cause: string, got = shown) => ({ code, expected, got, cause });
  if (location !== null && kind === 'file' && isElsewhere(location, client.urlOf(path)))
    return explain('VERIFY_MOVED', location.origin);
  if (location !== null && plainTo !== undefined && isSameUrl(location, plainTo, context))
    if (best.to !== plainTo && !isSameUrl(location, best.to ?? '', context)) return explain('VERIFY_QUERY', kind);
  const old = site.older.find(({ objectByKey }) => keys.some((key) => objectByKey.get(key)?.sha256 === hash));
  if (kind === 'gone' && old !== undefined)
    return explain('VERIFY_GONE', 'gone', `${status} with the page of ${old.name}`);
  if (best.object === undefined || !right.some((each) => isSameStatus(each, status)) || location !== null)
    return explain(
      STATUS_CODES[kind],
      location === null ? String(status) : `${status} ${best.status === status ? 'elsewhere' : ''}`,
    );
  if (broken !== null && kind !== 'plain') return explain('VERIFY_CUT_OFF', 'broken', broken);
  const other = site.objects.find((object) => object.sha256 === hash);
  const cause = old?.name ?? other?.key ?? 'other';
  const bytes = old === undefined ? (other?.key ?? describeBytes(body.length, hash)) : `the version of ${old.name}`;
  const got = `${status} with ${bytes}`;
  if (kind === 'plain' || kind === 'slash') return explain(STATUS_CODES[kind], cause, got);
  if (old !== undefined) return explain('VERIFY_STALE', cause, got);
  return explain(kind === 'missing' ? 'VERIFY_NOT_FOUND_PAGE' : 'VERIFY_BYTES', cause, got);
}

function isElsewhere({ origin, pathname }: URL, asked: string): boolean {
  return origin !== new URL(asked).origin && pathname === new URL(asked).pathname;
}

function describeRight({ status, to, object }: RightAnswer, { name }: PromisedSite): string {
  if (object !== undefined)
    return `${status} with ${describeBytes(object.bytes, object.sha256)} of ${object.key} in ${name}`;
  return to === undefined ? String(status) : `${status} to ${to}`;
}

function describeBytes(length: number, hash: string): string {
  return `the ${length} bytes (sha256 ${hash.slice(0, 12)})`;
}

/** Causes that files share even if different values were expected. */
export const NO_CHARSET = 'no charset';
export const MISSING = 'missing';

/** Findings in the headers of a file or a 404 page with the right bytes. */
function* compareHeaders(
  { kind, path, right }: Question,
  { headers, body }: HostResponse,
  site: PromisedSite,
): Generator<Finding> {
  const [{ object }] = right;
  const headerOf = (name: string) => headers[name.toLowerCase()] ?? '';
  if (kind === 'file' && object !== undefined)
    yield* compareFileHeaders(path, object, { headerOf, host: site.host.name });
  const encoding = headerOf('content-encoding');
  if (kind === 'plain' && encoding !== '')
    yield { code: 'VERIFY_ENCODING', path, expected: 'no content-encoding', got: shown(encoding), cause: encoding };
  const isPage = kind === 'missing' || (kind === 'file' && object?.key.endsWith('.html') === true);
  if (!isPage) return;
  for (const [name, expected] of site.host.headers) {
    const value = headerOf(name);
    if (isSameHeader(expected, value)) continue;
    const got = value === '' ? `no ${name}` : `${name}: ${shown(value)}`;
    const cause = value === '' ? MISSING : `${name} ${value}`;
    yield { code: 'VERIFY_POLICY', path, expected: `${name}: ${expected}`, got, cause };
  }
  const robots = headerOf('x-robots-tag');
  if (kind === 'file' && /\b(?:noindex|none)\b/i.test(robots) && !NOINDEX_PAGE.test(body.toString('utf8')))
    yield {
      code: 'VERIFY_NOINDEX',
      path,
      expected: 'no X-Robots-Tag',
      got: `X-Robots-Tag: ${shown(robots)}`,
      cause: robots,
    };
}

const NOINDEX_PAGE = /<meta name="robots" content="[^"]*noindex/;

function* compareFileHeaders(
  path: string,
  object: ReleaseObject,
  { headerOf, host }: { readonly headerOf: (name: string) => string; readonly host: PromisedSite['host']['name'] },
): Generator<Finding> {
  const { contentType } = object;
  const type = headerOf('content-type');
  if (!isSameType(contentType, type)) {
    const cause = isSameType(contentType, `${type}; charset=utf-8`) ? NO_CHARSET : `${contentType} ${type}`;
    yield { code: 'VERIFY_TYPE', path, expected: contentType, got: shown(type), cause };
  }
  const cache = headerOf('cache-control');
  const accepted = cacheHeadersOf(object, host);
  if (!accepted.some((expected) => isSameHeader(expected, cache))) {
    const cause = cache === '' ? MISSING : `${accepted} ${cache}`;
    yield { code: 'VERIFY_CACHE', path, expected: accepted.join(', or '), got: shown(cache), cause };
  }
}

function shown(header: string): string {
  return header === '' ? 'none' : printableText(header, 300);
}

/** A text that should be compressed, with its type; null for other answers. */
export function textOf(
  { kind, path }: Question,
  answer: HostAnswer,
): { readonly path: string; readonly type: string; readonly isCompressed: boolean } | null {
  if (kind !== 'file' || 'failure' in answer || answer.status !== 200 || answer.body.length < COMPRESSED_FROM)
    return null;
  const [, type] = COMPRESSED_TYPES.exec(answer.headers['content-type'] ?? '') ?? [];
  return type === undefined ? null : { path, type, isCompressed: (answer.headers['content-encoding'] ?? '') !== '' };
}

/** In bytes. No host leaves larger texts uncompressed. */
const COMPRESSED_FROM = 2048;
const COMPRESSED_TYPES = /^(text\/html|text\/css|(?:text|application)\/javascript)\b/i;

/** A host compresses by type: single answers may be uncompressed. */
export function compareCompression(
  texts: readonly NonNullable<ReturnType<typeof textOf>>[],
  { host }: PromisedSite,
): readonly Finding[] {
  if (!habitsOf(host.name).compresses) return [];
  const groups = [...Map.groupBy(texts, ({ type }) => type).values()];
  return groups
    .filter((group) => !group.some(({ isCompressed }) => isCompressed))
    .flat()
    .map(({ path, type }) => ({
      code: 'VERIFY_COMPRESSION' as const,
      path,
      expected: 'gzip, br or zstd',
      got: `${type} without content-encoding`,
      cause: 'none',
    }));
}
