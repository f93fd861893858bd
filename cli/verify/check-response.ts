// Whether a response is what visitors should get.

import { sha256 } from '../files/content-hash.ts';
import type { ReleaseObject } from '../release/release-record.ts';
import { printableText } from '../text/printable-text.ts';
import { cacheHeadersOf, isSameCacheControl, isSameHeader, isSameType } from './compare-headers.ts';
import type { HostClient, HostResponse, NoResponse } from './host-client.ts';
import type { Check, FileCheck, GoneCheck, MissingCheck, RedirectCheck } from './plan-checks.ts';
import { hasRedirectMap, type PromisedSite } from './promised-site.ts';

export type FindingCode =
  | 'VERIFY_NO_ANSWER'
  | 'VERIFY_MOVED'
  | 'VERIFY_OTHER_SITE'
  | 'VERIFY_STATUS'
  | 'VERIFY_INDEX'
  | 'VERIFY_CUT_OFF'
  | 'VERIFY_STALE'
  | 'VERIFY_BYTES'
  | 'VERIFY_TYPE'
  | 'VERIFY_CACHE'
  | 'VERIFY_POLICY'
  | 'VERIFY_REDIRECT'
  | 'VERIFY_QUERY'
  | 'VERIFY_NOT_FOUND_STATUS'
  | 'VERIFY_NOT_FOUND_PAGE'
  | 'VERIFY_GONE';

/** One thing that is wrong with a response. */
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

/** The findings of a response; none if it is right. */
export async function checkResponse(
  check: Check,
  response: HostResponse | NoResponse,
  context: VerifyContext,
): Promise<readonly Finding[]> {
  if ('failure' in response)
    return [finding('VERIFY_NO_ANSWER', check, { expected: 'a response', got: response.failure })];
  switch (check.kind) {
    case 'file':
      return checkFile(check, response, context);
    case 'redirect':
      return checkRedirect(check, response, context);
    case 'missing':
      return checkMissing(check, response, context);
    case 'gone':
      return checkGone(check, response, context);
  }
}

function finding(
  code: FindingCode,
  { path }: Check,
  { expected, got, cause = got }: { readonly expected: string; readonly got: string; readonly cause?: string },
): Finding {
  return { code, path, expected, got, cause };
}

async function checkFile(
  check: FileCheck,
  response: HostResponse,
  context: VerifyContext,
): Promise<readonly Finding[]> {
  const { object, redirectsTo } = check;
  const { status, body, broken } = response;
  const location = locationOf(response, check, context);
  if (location !== null) {
    if (redirectsTo !== null && isSameUrl(location, redirectsTo, context)) return [];
    const isMoved =
      location.origin !== new URL(context.client.urlOf('/')).origin &&
      location.pathname === new URL(context.client.urlOf(check.path)).pathname;
    const got = describeRedirect(status, location);
    return isMoved
      ? [finding('VERIFY_MOVED', check, { expected: '200', got, cause: location.origin })]
      : [finding('VERIFY_STATUS', check, { expected: '200', got, cause: String(status) })];
  }
  if (status !== 200) return [finding('VERIFY_STATUS', check, { expected: '200', got: String(status) })];
  if (broken !== null) return [finding('VERIFY_CUT_OFF', check, { expected: `${object.bytes} bytes`, got: broken })];
  if (sha256(body) !== object.sha256) return [await explainOtherBytes(check, body, context)];
  return [...checkHeaders(check, response, context)];
}

/** Causes that files share even if different values were expected. */
export const NO_CHARSET = 'no charset';
export const MISSING = 'missing';

function* checkHeaders(check: FileCheck, { headers }: HostResponse, { site }: VerifyContext): Generator<Finding> {
  const { contentType, key } = check.object;
  const type = headers['content-type'] ?? '';
  if (!isSameType(contentType, type))
    yield finding('VERIFY_TYPE', check, {
      expected: contentType,
      got: shown(type),
      cause: isSameType(contentType, `${type}; charset=utf-8`) ? NO_CHARSET : `${contentType} ${type}`,
    });
  const cacheControl = headers['cache-control'] ?? '';
  const accepted = cacheHeadersOf(check.object, site.host);
  if (!accepted.some((expected) => isSameCacheControl(expected, cacheControl)))
    yield finding('VERIFY_CACHE', check, {
      expected: accepted.join(', or '),
      got: shown(cacheControl),
      cause: cacheControl === '' ? MISSING : `${accepted} ${cacheControl}`,
    });
  if (!key.endsWith('.html')) return;
  for (const [name, expected] of site.host.headers) {
    const value = headers[name.toLowerCase()] ?? '';
    if (!isSameHeader(expected, value))
      yield finding('VERIFY_POLICY', check, {
        expected: `${name}: ${expected}`,
        got: value === '' ? `no ${name}` : `${name}: ${shown(value)}`,
        cause: value === '' ? MISSING : `${name} ${value}`,
      });
  }
}

function shown(header: string): string {
  return header === '' ? 'none' : printableText(header, 300);
}

/** The bytes may be those of an older release, incomplete, another file's, or something else. */
async function explainOtherBytes(check: FileCheck, body: Buffer, { site }: VerifyContext): Promise<Finding> {
  const { object } = check;
  const hash = sha256(body);
  const expected = `${describeBytes(object.bytes, object.sha256)} of ${site.name}`;
  const old = site.older.find(({ objectByKey }) => objectByKey.get(object.key)?.sha256 === hash);
  if (old !== undefined)
    return finding('VERIFY_STALE', check, { expected, got: `those of ${old.name}`, cause: old.name });
  if (body.length < object.bytes && (await isStartOf(body, object, site)))
    return finding('VERIFY_CUT_OFF', check, {
      expected,
      got: `the first ${body.length} bytes of them`,
      cause: 'start',
    });
  const other = site.objects.find(({ sha256: own }) => own === hash);
  const got = other === undefined ? describeBytes(body.length, hash) : `the bytes of ${other.key}`;
  return finding('VERIFY_BYTES', check, { expected, got, cause: other?.key ?? 'other' });
}

function describeBytes(length: number, hash: string): string {
  return `the ${length} bytes (sha256 ${hash.slice(0, 12)})`;
}

/** Unknown for hashed assets, because releases do not keep their bytes. */
async function isStartOf(body: Buffer, object: ReleaseObject, { read }: PromisedSite): Promise<boolean> {
  if (body.length === 0) return true;
  if (object.kept === null && object.stage === 'asset') return false;
  const whole = await read(object).catch(() => null);
  return whole?.subarray(0, body.length).equals(body) === true;
}

function checkRedirect(check: RedirectCheck, response: HostResponse, context: VerifyContext): readonly Finding[] {
  const { status } = response;
  const location = locationOf(response, check, context);
  const { isLost } = check;
  if (check.status === 410) {
    if (status === 410 || (isLost && status === 404)) return [];
    return [finding('VERIFY_REDIRECT', check, { expected: '410', got: describeRedirect(status, location) })];
  }
  const expected = `${check.status} to ${check.to}`;
  const got = describeRedirect(status, location);
  if (location === null) {
    const hasMap = hasRedirectMap(context.site.host);
    if (isLost && hasMap && status === 404) return [];
    return [finding('VERIFY_REDIRECT', check, { expected, got, cause: String(status) })];
  }
  if (isSameUrl(location, check.to, context) || (isLost && isSameUrl(location, check.plainTo, context)))
    return status === check.status || isLost
      ? []
      : [finding('VERIFY_REDIRECT', check, { expected, got, cause: `${check.status} ${status}` })];
  return isSameUrl(location, check.plainTo, context)
    ? [finding('VERIFY_QUERY', check, { expected, got, cause: 'query' })]
    : [finding('VERIFY_REDIRECT', check, { expected, got, cause: 'target' })];
}

function describeRedirect(status: number, location: URL | null): string {
  return location === null ? String(status) : `${status} to ${printableText(location.href, 300)}`;
}

function locationOf({ status, headers }: HostResponse, { path }: Check, { client }: VerifyContext): URL | null {
  const location = headers.location ?? '';
  if (status < 300 || status > 399 || location === '') return null;
  return URL.parse(location, client.urlOf(path));
}

/** A host may redirect to its own address or to the origin that the site was built for. */
function isSameUrl(location: URL, to: string, { client, origin }: VerifyContext): boolean {
  const isPath = to.startsWith('/');
  return [client.urlOf(to), `${origin}${to}`].some((url) => URL.parse(isPath ? url : to)?.href === location.href);
}

function checkMissing(check: MissingCheck, response: HostResponse, { site }: VerifyContext): readonly Finding[] {
  const { status, body } = response;
  if (status !== 404)
    return [finding('VERIFY_NOT_FOUND_STATUS', check, { expected: '404', got: describeStatus(response) })];
  const [best] = check.pages;
  const hash = sha256(body);
  if (best === undefined || check.pages.some((page) => page.sha256 === hash)) return [];
  const expected = `404 with ${best.key} of ${site.name}`;
  const old = site.older.find(({ objectByKey }) =>
    check.pages.some(({ key }) => objectByKey.get(key)?.sha256 === hash),
  );
  if (old !== undefined)
    return [finding('VERIFY_STALE', check, { expected, got: `404 with the page of ${old.name}`, cause: old.name })];
  const other = site.objects.find((object) => object.sha256 === hash);
  const got = other === undefined ? `404 with another page (${body.length} bytes)` : `404 with ${other.key}`;
  return [finding('VERIFY_NOT_FOUND_PAGE', check, { expected, got, cause: other?.key ?? 'other' })];
}

function describeStatus({ status, headers }: HostResponse): string {
  return headers.location === undefined ? String(status) : `${status} to ${printableText(headers.location, 300)}`;
}

/** A redirect is as good as a 404. Any page but the deleted one means that the host has no proper 404. */
function checkGone(check: GoneCheck, response: HostResponse, { site }: VerifyContext): readonly Finding[] {
  const { status, body } = response;
  if (status === 404 || status === 410 || (status >= 300 && status <= 399)) return [];
  const hash = sha256(body);
  const old = site.older.find(({ objectByKey }) => objectByKey.get(check.key)?.sha256 === hash);
  const expected = '404: this page was deleted';
  return old === undefined
    ? [finding('VERIFY_NOT_FOUND_STATUS', check, { expected: '404', got: String(status) })]
    : [finding('VERIFY_GONE', check, { expected, got: `200 with the page of ${old.name}`, cause: 'gone' })];
}
