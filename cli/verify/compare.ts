// What is wrong with an answer.

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
  const { path, right } = question;
  if ('failure' in answer)
    return [{ code: 'VERIFY_NO_ANSWER', path, expected: 'a response', got: answer.failure, cause: answer.failure }];
  if (!right.some((each) => isSameAnswer(each, answer, context)))
    return [{ path, ...explainAnswer(question, answer, context) }];
  // A redirect has no headers of its own.
  return answer.location === null
    ? compareHeaders(question, answer, context.site).map((each) => ({ path, ...each }))
    : [];
}

function isSameAnswer(right: RightAnswer, answer: HostResponse, context: VerifyContext): boolean {
  const { to, object } = right;
  const { status, location, sha256, broken } = answer;
  if (!isSameStatus(right, status)) return false;
  if (to !== undefined && (location === null || !isSameUrl(location, to, context))) return false;
  return object === undefined || (broken === null && sha256 === object.sha256);
}

function isSameStatus({ status: right }: RightAnswer, status: number): boolean {
  return right === 'a redirect' ? status >= 300 && status <= 399 : right === status;
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

/** The findings of a wrong status or target, and of wrong bytes. */
const CODES: Readonly<Record<Question['kind'], { readonly answer: FindingCode; readonly bytes: FindingCode }>> = {
  file: { answer: 'VERIFY_STATUS', bytes: 'VERIFY_BYTES' },
  redirect: { answer: 'VERIFY_REDIRECT', bytes: 'VERIFY_BYTES' },
  slash: { answer: 'VERIFY_SLASH', bytes: 'VERIFY_SLASH' },
  missing: { answer: 'VERIFY_NOT_FOUND_STATUS', bytes: 'VERIFY_NOT_FOUND_PAGE' },
  gone: { answer: 'VERIFY_NOT_FOUND_STATUS', bytes: 'VERIFY_BYTES' },
};

type Explained = Omit<Finding, 'path'>;

/** Says what a wrong answer is: a redirect, an error, incomplete, or the bytes of an older release or another file. */
function explainAnswer(
  { kind, path, keys, right, plainTo }: Question,
  { status, location, body, sha256: hash, broken }: HostResponse,
  context: VerifyContext,
): Explained {
  const { site, client } = context;
  const [best] = right;
  const answered = location === null ? String(status) : `${status} to ${printableText(location.href, 300)}`;
  const explain = (code: FindingCode, cause: string, got = answered) => {
    return { code, expected: describeRight(best, site), got, cause };
  };
  if (location !== null && kind === 'file' && isElsewhere(location, client.urlOf(path)))
    return explain('VERIFY_MOVED', location.origin);
  // A redirect that keeps the query, or should not, is wrong for another reason.
  const isPlain = location !== null && plainTo !== undefined && isSameUrl(location, plainTo, context);
  if (isPlain && best.to !== undefined && best.to !== plainTo) return explain('VERIFY_QUERY', kind);
  const old = site.older.find(({ objectByKey }) => keys.some((key) => objectByKey.get(key)?.sha256 === hash));
  if (kind === 'gone' && old !== undefined)
    return explain('VERIFY_GONE', 'gone', `${status} with the page of ${old.name}`);
  if (location !== null) return explain(CODES[kind].answer, `${status} ${best.status === status ? 'elsewhere' : ''}`);
  if (best.object === undefined || !right.some((each) => isSameStatus(each, status)))
    return explain(CODES[kind].answer, String(status));
  if (broken !== null) return explain('VERIFY_CUT_OFF', 'broken', broken);
  const other = site.objects.find((object) => object.sha256 === hash)?.key;
  const bytes = old === undefined ? (other ?? describeBytes(body.length, hash)) : `the version of ${old.name}`;
  const code = old === undefined || kind === 'slash' ? CODES[kind].bytes : 'VERIFY_STALE';
  return explain(code, old?.name ?? other ?? 'other', `${status} with ${bytes}`);
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

/** The findings of an answer to a client that cannot decompress. */
export function comparePlain({ path, right: [{ object }] }: Question, answer: HostAnswer): readonly Finding[] {
  const got = describePlain(answer, object?.sha256);
  return got === null ? [] : [{ code: 'VERIFY_ENCODING', path, expected: 'the same bytes', got, cause: '' }];
}

/** What is wrong with it; null if it is right. */
function describePlain(answer: HostAnswer, expected: string | undefined): string | null {
  if ('failure' in answer) return answer.failure;
  const { status, headers, body, sha256, broken } = answer;
  const encoding = headers['content-encoding'] ?? '';
  if (encoding !== '') return `content-encoding: ${shown(encoding)}`;
  return sha256 === expected ? null : (broken ?? `${status} with ${describeBytes(body.length, sha256)}`);
}

const NOINDEX_PAGE = /<meta name="robots" content="[^"]*noindex/;
/** The cause of all headers that are missing, whatever was expected. */
const MISSING = 'missing';

/** What is wrong in the headers of a file or a 404 page with the right bytes. */
function compareHeaders(
  { kind, right: [{ object }], isCompressed = false }: Question,
  { headers, body, hidingTag }: HostResponse,
  { host }: PromisedSite,
): readonly Explained[] {
  const found: Explained[] = [];
  const add = (code: FindingCode, expected: string, got: string, cause: string) =>
    found.push({ code, expected, got, cause });
  const file = kind === 'file' ? object : undefined;
  if (file !== undefined) {
    const { 'content-type': type = '', 'cache-control': cache = '' } = headers;
    const { contentType } = file;
    if (!isSameType(contentType, type)) {
      const hasNoCharset = isSameType(contentType, `${type}; charset=utf-8`);
      add('VERIFY_TYPE', contentType, shown(type), hasNoCharset ? 'no charset' : `${contentType} ${type}`);
    }
    const accepted = cacheHeadersOf(file, host.name);
    if (!accepted.some((expected) => isSameHeader(expected, cache)))
      add('VERIFY_CACHE', accepted.join(', or '), shown(cache), cache === '' ? MISSING : `${accepted} ${cache}`);
  }
  if (isCompressed && (headers['content-encoding'] ?? '') === '')
    add('VERIFY_COMPRESSION', 'gzip, br or zstd', 'no content-encoding', MISSING);
  const isPage = file?.key.endsWith('.html') === true;
  for (const [name, expected] of isPage || kind === 'missing' ? host.headers : []) {
    const value = headers[name.toLowerCase()] ?? '';
    const got = value === '' ? `no ${name}` : `${name}: ${shown(value)}`;
    if (!isSameHeader(expected, value)) add('VERIFY_POLICY', `${name}: ${expected}`, got, value === '' ? MISSING : got);
  }
  if (isPage && hidingTag !== '' && !NOINDEX_PAGE.test(body.toString('utf8')))
    add('VERIFY_NOINDEX', 'no X-Robots-Tag', `X-Robots-Tag: ${shown(hidingTag)}`, hidingTag);
  return found;
}

function shown(header: string): string {
  return header === '' ? 'none' : printableText(header, 300);
}
