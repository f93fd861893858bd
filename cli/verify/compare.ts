// The differences between an answer and the right ones.

import { HASHED_CACHE_CONTROL, PAGE_CACHE_CONTROL, UNKNOWN_CONTENT_TYPE } from '../publish/response-headers.ts';
import { pathOfKey } from '../release/plan-release.ts';
import { printableText } from '../text/printable-text.ts';
import type { HostAnswer, HostClient } from './host-client.ts';
import { isServer, type PromisedSite, type Question, type RightAnswer } from './promised-site.ts';

/** What is wrong (addresses and answers follow), and how to fix it. */
export const TEXTS = {
  VERIFY_STATUS: [
    'An answer other than 200',
    'If all are wrong, correct the address (verify the one that the host redirects to), or let visitors read the target. If those that end in "/" are, set index.html as the index document (S3: website endpoint; CloudFront: the function of hosts/cloudfront). Else publish again with --audit, which restores missing objects.',
  ],
  VERIFY_STALE: [
    'An older release',
    'Wait longer (--wait), purge the cache (--changed-paths), or make caches respect Cache-Control.',
  ],
  VERIFY_BYTES: [
    'Other bytes than published',
    'If all are wrong, correct the address, or make the host serve the target (the bucket, or "current" in the folder). Else turn off what rewrites or cuts pages on the way (minifying, injected scripts), compress only for clients that ask for it and with "Vary: Accept-Encoding", purge caches, or publish again with --audit.',
  ],
  VERIFY_HEADERS: [
    'Other headers than published',
    'Set build.host, install the headers of the last build from .sitegen/hosts/, also for error pages, and make a CDN pass them on (CloudFront: set Compress). For a bucket, publish again with --audit. X-Robots-Tag is for previews: remove it.',
  ],
  VERIFY_REDIRECT: [
    'A missing or wrong redirect',
    'Install the redirects of the last build from .sitegen/hosts/; they keep the query. On S3 they work only at the website endpoint, with website.json installed (docs/hosts.md).',
  ],
  VERIFY_NOT_FOUND: [
    'No 404, or not with the 404 page of the language,',
    'Set 404.html as the error document with status 404, for each language below its prefix (errors.conf in .sitegen/hosts/), and remove any catch-all page. If S3 answers 403, grant readers s3:ListBucket.',
  ],
} as const satisfies Readonly<Record<string, readonly [what: string, fix: string]>>;

/** One difference. */
export interface Finding {
  readonly code: keyof typeof TEXTS;
  /** Percent-encoded, with the requested query. */
  readonly path: string;
  readonly expected: string;
  readonly got: string;
}

/** The differences of an answer; none if it is right. */
export function compareAnswer(
  question: Question,
  answer: HostAnswer,
  site: PromisedSite,
  client: HostClient,
): readonly Finding[] {
  const isUndecodable = question.isPlain === true && encodingOf(answer) !== '';
  if (isUndecodable || !question.right.some((each) => isSameAnswer(each, answer, site, client)))
    return [explainAnswer(question, answer, site)];
  // A redirect has no headers of its own.
  return answer.location === null ? [...compareHeaders(question, answer, site)] : [];
}

const encodingOf = ({ headers }: HostAnswer) => headers['content-encoding'] ?? '';

function isSameAnswer(right: RightAnswer, answer: HostAnswer, site: PromisedSite, client: HostClient): boolean {
  const { to, object } = right;
  const { status, location, sha256, broken } = answer;
  if (!isSameStatus(right, status)) return false;
  if (to !== undefined && (location === null || !isSameUrl(location, to, site, client))) return false;
  return object === undefined || (broken === null && sha256 === object.sha256);
}

function isSameStatus({ status: right }: RightAnswer, status: number): boolean {
  return right === 'a redirect' ? status >= 300 && status <= 399 : right === status;
}

/**
 * A host may redirect to its own address or to the origin that the site was built for, and write percent-encoding in lower case. One
 * behind a server that ends TLS does not know that it is https.
 */
function isSameUrl(location: URL, to: string, { settings }: PromisedSite, client: HostClient): boolean {
  const urls = to.startsWith('/') ? [client.urlOf(to), `${settings.origin}${to}`] : [to];
  const comparable = (url: string) =>
    URL.parse(url)
      ?.href.replace(/^http:/, 'https:')
      .replace(/%[\da-f]{2}/g, (code) => code.toUpperCase());
  return urls.some((url) => comparable(url) === comparable(location.href));
}

/** The finding of another answer. */
const CODES = { file: 'VERIFY_STATUS', redirect: 'VERIFY_REDIRECT', missing: 'VERIFY_NOT_FOUND' } as const;

/** Says what a wrong answer is: a redirect, an error, incomplete, or the bytes of an older release or another file. */
function explainAnswer(
  { kind, path, right, isPlain = false }: Question,
  answer: HostAnswer,
  site: PromisedSite,
): Finding {
  const { status, location, body, sha256: hash, broken } = answer;
  const object = right.find((each) => each.object !== undefined)?.object;
  const explain = (code: Finding['code'], got: string): Finding => {
    const how = isPlain ? ' for a client without Accept-Encoding' : '';
    return { code, path, expected: describeRight(right[0], site), got: `${got}${how}` };
  };
  if (status === 0) return explain(CODES[kind], `no response (${broken})`);
  if (location !== null) return explain(CODES[kind], `${status} to ${printableText(location.href, 300)}`);
  const oldPath = object === undefined ? path : pathOfKey(object.key);
  const older = site.older.find(({ objects }) => objects.get(oldPath)?.sha256 === hash)?.name;
  const isRightStatus = object === undefined || right.some((each) => isSameStatus(each, status));
  if (older !== undefined && isRightStatus) return explain('VERIFY_STALE', `${status} with the version of ${older}`);
  if (object === undefined || !isRightStatus) return explain(CODES[kind], String(status));
  const encoding = isPlain ? printableText(encodingOf(answer)) : '';
  const other = site.objects.find((each) => each.sha256 === hash)?.key ?? describeBytes(body.length, hash);
  const got = broken ?? `${encoding}${encoding === '' ? '' : ' of '}${other}`;
  return explain(kind === 'file' ? 'VERIFY_BYTES' : CODES[kind], `${status} with ${got}`);
}

function describeRight({ status, to, object }: RightAnswer, { name }: PromisedSite): string {
  if (object !== undefined)
    return `${status} with ${describeBytes(object.bytes, object.sha256)} of ${object.key} in ${name}`;
  return to === undefined ? String(status) : `${status} to ${to}`;
}

function describeBytes(length: number, hash: string): string {
  return `the ${length} bytes (sha256 ${hash.slice(0, 12)})`;
}

/** What every host compresses. */
const COMPRESSED = /^text\/(?:html|css|javascript)\b/;
const COMPRESSED_BYTES = 2048;
const NOINDEX_PAGE = /<meta name="robots" content="[^"]*noindex/;

/** What is wrong in the headers of a file or a 404 page with the right bytes. */
function* compareHeaders(question: Question, answer: HostAnswer, site: PromisedSite) {
  const { kind, path, right, isPlain = false } = question;
  const { object } = right[0];
  if (object === undefined || isPlain) return;
  const { headers, body, hidingTag } = answer;
  const find = (name: string) => headers[name.toLowerCase()] ?? '';
  const differ = (name: string, expected: string, got = find(name)): Finding => {
    const shown = got === '' ? `no ${name}` : `${name}: ${printableText(got, 300)}`;
    return { code: 'VERIFY_HEADERS', path, expected: `${name}: ${expected}`, got: shown };
  };
  const isPage = object.key.endsWith('.html');
  if (isPage)
    for (const [name, expected] of site.host.headers)
      if (!isSameHeader(expected, find(name))) yield differ(name, expected);
  if (kind !== 'file') return;
  if (!isSameType(object.contentType, find('Content-Type'))) yield differ('Content-Type', object.contentType);
  // The rules of a server know only hashed files and all others.
  const caches = object.cacheControl === HASHED_CACHE_CONTROL ? [] : [PAGE_CACHE_CONTROL];
  if (![object.cacheControl, ...caches].some((each) => isSameHeader(each, find('Cache-Control'))))
    yield differ('Cache-Control', object.cacheControl);
  const isLargeText = object.bytes >= COMPRESSED_BYTES && COMPRESSED.test(object.contentType);
  if (isServer(site) && isLargeText && encodingOf(answer) === '') yield differ('Content-Encoding', 'gzip, br or zstd');
  if (isPage && hidingTag !== '' && !NOINDEX_PAGE.test(body.toString('utf8')))
    yield differ('X-Robots-Tag', 'none', hidingTag);
}

/** Directives and parameters, which may come in any order and case (for caches: RFC 9111, section 5.2). */
function partsOf(header: string, separator = ';'): readonly string[] {
  const parts = header.toLowerCase().replaceAll('"', '').split(separator);
  return parts.map((part) => part.trim().replace(/\s+/g, ' ')).filter((part) => part !== '');
}

function isSameHeader(expected: string, got: string): boolean {
  const separator = expected.includes(';') ? ';' : ',';
  return partsOf(expected, separator).toSorted().join() === partsOf(got, separator).toSorted().join();
}

/** Other names of a type: RFC 9239 (JavaScript), RFC 7303 (XML), IANA's name for icons, and what web servers call the others. */
const SAME_TYPES: Readonly<Record<string, readonly string[]>> = {
  'text/javascript': ['application/javascript', 'application/x-javascript'],
  'application/xml': ['text/xml'],
  'application/atom+xml': ['application/xml', 'text/xml'],
  'image/x-icon': ['image/vnd.microsoft.icon'],
  'audio/mpeg': ['audio/mp3'],
  'audio/mp4': ['audio/x-m4a', 'audio/m4a', 'audio/mpeg'],
  'audio/ogg': ['application/ogg'],
  'audio/wav': ['audio/x-wav', 'audio/wave', 'audio/vnd.wave'],
  'application/rtf': ['text/rtf'],
  'application/zip': ['application/x-zip-compressed'],
  'text/vcard': ['text/x-vcard', 'text/directory'],
};
/** Always UTF-8: RFC 6350, RFC 5545. */
const UTF8_TEXTS: readonly string[] = ['text/vcard', 'text/calendar'];

/** JSON and XML are UTF-8 by default; other text needs a charset. A host may know more types than sitegen. */
export function isSameType(expected: string, got: string): boolean {
  const [wanted = '', wantedCharset] = partsOf(expected);
  const [found = '', ...parameters] = partsOf(got);
  if (wanted === UNKNOWN_CONTENT_TYPE) return found !== 'text/html';
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  const isSameName = wanted === found || SAME_TYPES[wanted]?.includes(found) === true;
  const needsCharset = wanted.startsWith('text/') && !UTF8_TEXTS.includes(wanted);
  const isSameCharset =
    wantedCharset === undefined || (charset ?? (needsCharset ? '' : wantedCharset)) === wantedCharset;
  return isSameName && isSameCharset;
}
