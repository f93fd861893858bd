// What is wrong with an answer.

import { sha256 } from '../files/content-hash.ts';
import type { ReleaseObject } from '../release/release-record.ts';
import { printableText } from '../text/printable-text.ts';
import type { FindingCode } from './finding-texts.ts';
import type { HostAnswer, HostClient, HostResponse } from './host-client.ts';
import { cacheHeadersOf, isSameHeader, isSameType } from './host-habits.ts';
import type { PromisedSite } from './promised-site.ts';
import type { Question, RightAnswer } from './questions.ts';

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
 * A host may redirect to its own address or to the origin that the site was built for, and write percent-encoding in lower case. One
 * behind a server that ends TLS does not know that it is https.
 */
function isSameUrl(location: URL, to: string, { client, origin }: VerifyContext): boolean {
  const urls = to.startsWith('/') ? [client.urlOf(to), `${origin}${to}`] : [to];
  const comparable = (url: string) =>
    URL.parse(url)
      ?.href.replace(/^http:/, 'https:')
      .replace(/%[\da-f]{2}/g, (code) => code.toUpperCase());
  return urls.some((url) => comparable(url) === comparable(location.href));
}

const STATUS_CODES = {
  file: 'VERIFY_STATUS',
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
  // A redirect that keeps the query, or should not, is wrong for another reason.
  const isPlain = location !== null && plainTo !== undefined && isSameUrl(location, plainTo, context);
  if (isPlain && best.to !== undefined && best.to !== plainTo) return explain('VERIFY_QUERY', kind);
  const old = site.older.find(({ objectByKey }) => keys.some((key) => objectByKey.get(key)?.sha256 === hash));
  if (kind === 'gone' && old !== undefined)
    return explain('VERIFY_GONE', 'gone', `${status} with the page of ${old.name}`);
  if (best.object === undefined || !right.some((each) => isSameStatus(each, status)) || location !== null)
    return explain(
      STATUS_CODES[kind],
      location === null ? String(status) : `${status} ${best.status === status ? 'elsewhere' : ''}`,
    );
  if (broken !== null) return explain('VERIFY_CUT_OFF', 'broken', broken);
  const other = site.objects.find((object) => object.sha256 === hash);
  const cause = old?.name ?? other?.key ?? 'other';
  const bytes = old === undefined ? (other?.key ?? describeBytes(body.length, hash)) : `the version of ${old.name}`;
  const got = `${status} with ${bytes}`;
  if (kind === 'slash') return explain('VERIFY_SLASH', cause, got);
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

/** The cause of all headers that are missing, whatever was expected. */
const MISSING = 'missing';

/** The findings of an answer to a client that cannot decompress. */
export function comparePlain({ path, right: [{ object }] }: Question, answer: HostAnswer): readonly Finding[] {
  const explain = (got: string) => [
    { code: 'VERIFY_ENCODING' as const, path, expected: 'the same bytes', got, cause: '' },
  ];
  if ('failure' in answer) return explain(answer.failure);
  const { status, headers, body, broken } = answer;
  const encoding = headers['content-encoding'] ?? '';
  if (encoding !== '') return explain(`content-encoding: ${shown(encoding)}`);
  const hash = sha256(body);
  return hash === object?.sha256 ? [] : explain(broken ?? `${status} with ${describeBytes(body.length, hash)}`);
}

/** Findings in the headers of a file or a 404 page with the right bytes. */
function* compareHeaders(
  question: Question,
  { headers, body, hidingTag }: HostResponse,
  { host }: PromisedSite,
): Generator<Finding> {
  const { kind, path, right, isCompressed } = question;
  const [{ object }] = right;
  const headerOf = (name: string) => headers[name.toLowerCase()] ?? '';
  const isFile = kind === 'file' && object !== undefined;
  if (isFile) yield* compareFileHeaders(path, object, { headerOf, host: host.name });
  if (isCompressed === true && headerOf('content-encoding') === '')
    yield {
      code: 'VERIFY_COMPRESSION',
      path,
      expected: 'gzip, br or zstd',
      got: 'no content-encoding',
      cause: MISSING,
    };
  if (kind !== 'missing' && !(isFile && object.key.endsWith('.html'))) return;
  for (const [name, expected] of host.headers) {
    const value = headerOf(name);
    const got = value === '' ? `no ${name}` : `${name}: ${shown(value)}`;
    const cause = value === '' ? MISSING : got;
    if (!isSameHeader(expected, value))
      yield { code: 'VERIFY_POLICY', path, expected: `${name}: ${expected}`, got, cause };
  }
  if (isFile && hidingTag !== '' && !NOINDEX_PAGE.test(body.toString('utf8')))
    yield {
      code: 'VERIFY_NOINDEX',
      path,
      expected: 'no X-Robots-Tag',
      got: `X-Robots-Tag: ${shown(hidingTag)}`,
      cause: hidingTag,
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
    const cause = isSameType(contentType, `${type}; charset=utf-8`) ? 'no charset' : `${contentType} ${type}`;
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
