// What is wrong with an answer.

import { printableText } from '../text/printable-text.ts';
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

const INSTALL_REDIRECTS = 'Install the redirects of the last build from .sitegen/hosts/ on the host';
const INSTALL_HEADERS = 'Install the headers of the last build from .sitegen/hosts/ on the host';

/** What is wrong and how to fix it: `{page is|pages are}` is counted, `{all}` is every different answer. */
export const TEXTS = {
  VERIFY_NO_ANSWER: [
    '{address|addresses} did not respond: {got}.',
    'Check the host and any CDN or proxy in front of it, then verify again.',
  ],
  VERIFY_MOVED: [
    'The host redirects everything to {cause}.',
    'Verify the address where visitors end up: sitegen verify {cause}',
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
    '{address still shows|addresses still show} {cause} instead of {site}.',
    'Wait longer (--wait), purge the cache (--changed-paths, publish.cloudfront), or make caches respect Cache-Control.',
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
    '{file has|files have} the content type {got} instead of {expected}.',
    'Set content types and charset on the host (nginx: mime.types and headers.conf from .sitegen/hosts/); for a bucket, publish again with --audit.',
  ],
  VERIFY_CACHE: [
    '{file has|files have} the cache header {got} instead of {expected}.',
    `Set build.host. ${INSTALL_HEADERS}. Make a CDN pass on the header of the origin.`,
  ],
  VERIFY_POLICY: [
    '{page has|pages have} other security headers than the build: {all}.',
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
    'Purge the cache (--changed-paths, publish.cloudfront), or delete the pages from the target if they are still there.',
  ],
} as const satisfies Readonly<Record<string, readonly [what: string, fix: string]>>;

export type FindingCode = keyof typeof TEXTS;
