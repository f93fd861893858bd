// What is wrong with an answer, and how to fix it.

import { pathOfKey } from '../release/changed-paths.ts';
import { printableText } from '../text/printable-text.ts';
import type { HostAnswer, HostClient } from './host-client.ts';
import { cacheHeadersOf, isSameHeader, isSameType } from './host-habits.ts';
import type { PromisedSite } from './promised-site.ts';
import type { Question, RightAnswer } from './questions.ts';

const INSTALL_REDIRECTS = 'Install the redirects of the last build from .sitegen/hosts/ on the host';
const INSTALL_HEADERS = 'Install the headers of the last build from .sitegen/hosts/ on the host';

/** What is wrong and how to fix it: `{page is|pages are}` is counted, `{got}` stands for the different answers. */
export const TEXTS = {
  VERIFY_NO_ANSWER: [
    '{address|addresses} did not respond: {got}.',
    'Check the host and any CDN or proxy in front of it, then verify again.',
  ],
  VERIFY_MOVED: [
    'The host redirects everything to {source}.',
    'Verify the address where visitors end up: sitegen verify {source}',
  ],
  VERIFY_OTHER_SITE: [
    'This address does not show {site}: not one of {address|addresses} responds as published.',
    'Correct the address, make the host serve the target (the bucket, or "current" in the folder), or allow visitors to read it.',
  ],
  VERIFY_STATUS: [
    '{address|addresses} answered {got} instead of 200.',
    'Publish again with --audit, which restores objects missing from the target. If none are, check the rules of the host, and that visitors may read the objects.',
  ],
  VERIFY_INDEX: [
    'The host does not serve index.html for addresses that end in "/": {address|addresses} failed, but work with "index.html" appended.',
    'Set index.html as the index document: the website endpoint of S3 (not the REST endpoint), the function of hosts/cloudfront, "index index.html" in nginx, DirectoryIndex in Apache.',
  ],
  VERIFY_CUT_OFF: [
    '{file is|files are} incomplete.',
    'Check proxies and compression in front of the site. If the target itself is damaged, publish again with --audit.',
  ],
  VERIFY_STALE: [
    '{address still shows|addresses still show} {source} instead of {site}.',
    'Wait longer (--wait), purge the cache (--changed-paths), or make caches respect Cache-Control.',
  ],
  VERIFY_BYTES: [
    '{address|addresses} answered with other bytes than were published: {got}.',
    'Turn off anything that rewrites pages on the way (minifying, e-mail protection, injected scripts), or publish again with --audit.',
  ],
  VERIFY_ENCODING: [
    '{page is|pages are} wrong for clients that send no Accept-Encoding: {got}.',
    'Compress only for clients that ask for it, send "Vary: Accept-Encoding", and purge caches.',
  ],
  VERIFY_COMPRESSION: [
    'The host does not compress text ({file|files} of three types).',
    `${INSTALL_HEADERS}: they compress on nginx, Apache and Caddy. For CloudFront, set Compress.`,
  ],
  VERIFY_TYPE: [
    '{file has|files have} other content types than published: {got}.',
    'Set content types and charset on the host (nginx: mime.types and headers.conf from .sitegen/hosts/); for a bucket, publish again with --audit.',
  ],
  VERIFY_CACHE: [
    '{file has|files have} other cache headers than published: {got}.',
    `Set build.host. ${INSTALL_HEADERS}. Make a CDN pass on the header of the origin.`,
  ],
  VERIFY_POLICY: [
    '{page has|pages have} other security headers than the build: {got}.',
    `${INSTALL_HEADERS}, also for error pages.`,
  ],
  VERIFY_NOINDEX: [
    '{page is|pages are} hidden from search engines by the host ({got}).',
    'Remove the header from the host or CDN. It is for previews.',
  ],
  VERIFY_SLASH: [
    '{page|pages} without the slash at the end answered {got} instead of a redirect to it.',
    `${INSTALL_REDIRECTS}, or let it redirect to the address with the slash.`,
  ],
  VERIFY_REDIRECT: [
    '{redirect does not lead where it should|redirects do not lead where they should}.',
    `${INSTALL_REDIRECTS}. On S3 they work only at the website endpoint, with website.json installed (docs/hosts.md).`,
  ],
  VERIFY_QUERY: [
    '{redirect loses|redirects lose} the query of the request, including campaign parameters.',
    `${INSTALL_REDIRECTS}. They keep the query.`,
  ],
  VERIFY_NOT_FOUND_STATUS: [
    'Paths that do not exist answer {got} instead of 404.',
    'Set 404.html as the error document with status 404, and remove any catch-all page. If S3 answers 403, grant readers s3:ListBucket.',
  ],
  VERIFY_NOT_FOUND_PAGE: [
    'Missing paths do not show the 404 page of their language: {got}.',
    'Set 404.html as the error document, and the one of each language below its prefix (errors.conf in .sitegen/hosts/).',
  ],
  VERIFY_GONE: [
    '{deleted page is|deleted pages are} still there.',
    'Purge the cache (--changed-paths), or delete the pages from the target if they are still there.',
  ],
} as const satisfies Readonly<Record<string, readonly [what: string, fix: string]>>;

export type FindingCode = keyof typeof TEXTS;

/** One thing that is wrong with an answer. */
export interface Finding {
  readonly code: FindingCode;
  /** Percent-encoded, with the requested query. */
  readonly path: string;
  readonly expected: string;
  readonly got: string;
  /** The release or origin that visitors get instead; findings with the same code and source are reported together. */
  readonly source?: string;
}

export interface VerifyContext {
  readonly site: PromisedSite;
  readonly client: HostClient;
  /** The origin that the site was built for. */
  readonly origin: string;
}

/** The findings of an answer; none if it is right. */
export function compareAnswer(question: Question, answer: HostAnswer, context: VerifyContext): readonly Finding[] {
  const { 'content-encoding': encoding = '' } = answer.headers;
  const isUndecodable = question.kind === 'plain' && encoding !== '';
  if (isUndecodable || !question.right.some((each) => isSameAnswer(each, answer, context)))
    return [explainAnswer(question, answer, context)];
  // A redirect has no headers of its own.
  return answer.location === null ? [...compareHeaders(question, answer, context.site)] : [];
}

function isSameAnswer(right: RightAnswer, answer: HostAnswer, context: VerifyContext): boolean {
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

/** The finding of another status or target. */
const CODES: Readonly<Record<Question['kind'], FindingCode>> = {
  file: 'VERIFY_STATUS',
  plain: 'VERIFY_ENCODING',
  redirect: 'VERIFY_REDIRECT',
  slash: 'VERIFY_SLASH',
  missing: 'VERIFY_NOT_FOUND_STATUS',
  gone: 'VERIFY_NOT_FOUND_STATUS',
};

/** Says what a wrong answer is: a redirect, an error, incomplete, or the bytes of an older release or another file. */
function explainAnswer(
  { kind, path, right, plainTo }: Question,
  { status, headers, location, body, sha256: hash, broken }: HostAnswer,
  context: VerifyContext,
): Finding {
  const { site, client } = context;
  const [best] = right;
  const explain = (code: FindingCode, got: string, more: Partial<Finding> = {}): Finding => {
    return { code, path, expected: describeRight(best, site), got, ...more };
  };
  if (status === 0) return explain('VERIFY_NO_ANSWER', broken ?? '', { expected: 'a response' });
  if (kind === 'plain') {
    const { 'content-encoding': encoding = '' } = headers;
    const got = broken ?? `${status} with ${describeBytes(body.length, hash)}`;
    return explain('VERIFY_ENCODING', encoding === '' ? got : `content-encoding: ${printableText(encoding)}`);
  }
  if (location !== null) {
    const got = `${status} to ${printableText(location.href, 300)}`;
    const asked = new URL(client.urlOf(path));
    const isElsewhere = location.origin !== asked.origin && location.pathname === asked.pathname;
    if (kind === 'file' && isElsewhere) return explain('VERIFY_MOVED', got, { source: location.origin });
    // Where the query must be kept.
    const isLost =
      plainTo !== undefined && ![undefined, plainTo].includes(best.to) && isSameUrl(location, plainTo, context);
    return explain(isLost ? 'VERIFY_QUERY' : CODES[kind], got);
  }
  const object = right.find((each) => each.object !== undefined)?.object;
  const oldPath = object === undefined ? path : pathOfKey(object.key);
  const source = site.older.find(({ objects }) => objects.get(oldPath)?.sha256 === hash)?.name;
  if (kind === 'gone' && source !== undefined) return explain('VERIFY_GONE', `${status} with the page of ${source}`);
  if (best.object === undefined || !right.some((each) => isSameStatus(each, status)))
    return explain(CODES[kind], String(status));
  if (broken !== null) return explain('VERIFY_CUT_OFF', broken);
  if (source !== undefined) return explain('VERIFY_STALE', `${status} with the version of ${source}`, { source });
  const other = site.objects.find((each) => each.sha256 === hash)?.key ?? describeBytes(body.length, hash);
  return explain(kind === 'missing' ? 'VERIFY_NOT_FOUND_PAGE' : 'VERIFY_BYTES', `${status} with ${other}`);
}

function describeRight({ status, to, object }: RightAnswer, { name }: PromisedSite): string {
  if (object !== undefined)
    return `${status} with ${describeBytes(object.bytes, object.sha256)} of ${object.key} in ${name}`;
  return to === undefined ? String(status) : `${status} to ${to}`;
}

function describeBytes(length: number, hash: string): string {
  return `the ${length} bytes (sha256 ${hash.slice(0, 12)})`;
}

const NOINDEX_PAGE = /<meta name="robots" content="[^"]*noindex/;

/** What is wrong in the headers of a file or a 404 page with the right bytes. */
function* compareHeaders(
  { kind, path, right: [{ object }], isCompressed = false }: Question,
  { headers, body, hidingTag }: HostAnswer,
  { host }: PromisedSite,
): Generator<Finding> {
  const shown = (name: string, value = headers[name.toLowerCase()] ?? '') =>
    value === '' ? `no ${name}` : `${name}: ${printableText(value, 300)}`;
  const file = kind === 'file' ? object : undefined;
  const isPage = file?.key.endsWith('.html') === true;
  if (file !== undefined) {
    const { 'content-type': type = '', 'cache-control': cache = '' } = headers;
    if (!isSameType(file.contentType, type))
      yield { code: 'VERIFY_TYPE', path, expected: file.contentType, got: shown('Content-Type') };
    const accepted = cacheHeadersOf(file, host.name);
    if (!accepted.some((expected) => isSameHeader(expected, cache)))
      yield { code: 'VERIFY_CACHE', path, expected: accepted.join(', or '), got: shown('Cache-Control') };
  }
  if (isCompressed && (headers['content-encoding'] ?? '') === '')
    yield { code: 'VERIFY_COMPRESSION', path, expected: 'gzip, br or zstd', got: shown('Content-Encoding') };
  for (const [name, expected] of isPage || kind === 'missing' ? host.headers : [])
    if (!isSameHeader(expected, headers[name.toLowerCase()] ?? ''))
      yield { code: 'VERIFY_POLICY', path, expected: `${name}: ${expected}`, got: shown(name) };
  if (isPage && hidingTag !== '' && !NOINDEX_PAGE.test(body.toString('utf8')))
    yield { code: 'VERIFY_NOINDEX', path, expected: shown('X-Robots-Tag', ''), got: shown('X-Robots-Tag', hidingTag) };
}
