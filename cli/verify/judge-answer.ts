// Whether an answer is what a visitor should get.

import { sha256 } from '../files/content-hash.ts';
import type { ReleaseObject } from '../release/release-record.ts';
import { printableText } from '../text/printable-text.ts';
import type { Answer, Asker, NoAnswer } from './ask-host.ts';
import { cacheHeadersOf, isSameCacheControl, isSameHeader, isSameType } from './compare-headers.ts';
import type { Check, FileCheck, GoneCheck, MissingCheck, RedirectCheck } from './plan-checks.ts';
import { hasRedirectMap, type PromisedSite } from './promised-site.ts';

/** What can be wrong. */
export type FaultCode =
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

/** One thing that a visitor gets wrong. */
export interface Fault {
  readonly code: FaultCode;
  /** Percent-encoded, with the query that was asked. */
  readonly path: string;
  readonly expected: string;
  readonly got: string;
  /** Equal for faults of one cause. */
  readonly cause: string;
}

/** What answers are compared with. */
export interface JudgeContext {
  readonly site: PromisedSite;
  readonly asker: Asker;
  /** Address that the site was built for. */
  readonly origin: string;
}

/** The faults of an answer; none where it is right. */
export async function judge(check: Check, answer: Answer | NoAnswer, context: JudgeContext): Promise<readonly Fault[]> {
  if ('failure' in answer) return [fault('VERIFY_NO_ANSWER', check, { expected: 'an answer', got: answer.failure })];
  switch (check.kind) {
    case 'file':
      return judgeFile(check, answer, context);
    case 'redirect':
      return judgeRedirect(check, answer, context);
    case 'missing':
      return judgeMissing(check, answer, context);
    case 'gone':
      return judgeGone(check, answer, context);
  }
}

function fault(
  code: FaultCode,
  { path }: Check,
  { expected, got, cause = got }: { readonly expected: string; readonly got: string; readonly cause?: string },
): Fault {
  return { code, path, expected, got, cause };
}

async function judgeFile(check: FileCheck, answer: Answer, context: JudgeContext): Promise<readonly Fault[]> {
  const { object, redirectsTo } = check;
  const { status, body, broken } = answer;
  const location = locationOf(answer, check, context);
  if (location !== null) {
    if (redirectsTo !== null && isSameUrl(location, redirectsTo, context)) return [];
    const isMoved =
      location.origin !== new URL(context.asker.urlOf('/')).origin &&
      location.pathname === new URL(context.asker.urlOf(check.path)).pathname;
    return isMoved
      ? [
          fault('VERIFY_MOVED', check, {
            expected: '200',
            got: describeAnswer(status, location),
            cause: location.origin,
          }),
        ]
      : [
          fault('VERIFY_STATUS', check, {
            expected: '200',
            got: describeAnswer(status, location),
            cause: String(status),
          }),
        ];
  }
  if (status !== 200) return [fault('VERIFY_STATUS', check, { expected: '200', got: String(status) })];
  if (broken !== null) return [fault('VERIFY_CUT_OFF', check, { expected: `${object.bytes} bytes`, got: broken })];
  if (sha256(body) !== object.sha256) return [await judgeBytes(check, body, context)];
  return [...judgeHeaders(check, answer, context)];
}

/** Causes that many files have in common, whatever was expected of each. */
export const NO_CHARSET = 'no charset';
export const MISSING = 'missing';

function* judgeHeaders(check: FileCheck, { headers }: Answer, { site }: JudgeContext): Generator<Fault> {
  const { contentType, key } = check.object;
  const type = headers['content-type'] ?? '';
  if (!isSameType(contentType, type))
    yield fault('VERIFY_TYPE', check, {
      expected: contentType,
      got: shown(type),
      cause: isSameType(contentType, `${type}; charset=utf-8`) ? NO_CHARSET : `${contentType} ${type}`,
    });
  const cache = headers['cache-control'] ?? '';
  const caches = cacheHeadersOf(check.object, site.host);
  if (!caches.some((expected) => isSameCacheControl(expected, cache)))
    yield fault('VERIFY_CACHE', check, {
      expected: caches.join(', or '),
      got: shown(cache),
      cause: cache === '' ? MISSING : `${caches} ${cache}`,
    });
  if (!key.endsWith('.html')) return;
  for (const [name, expected] of site.host.headers) {
    const value = headers[name.toLowerCase()] ?? '';
    if (!isSameHeader(expected, value))
      yield fault('VERIFY_POLICY', check, {
        expected: `${name}: ${expected}`,
        got: value === '' ? `no ${name}` : `${name}: ${shown(value)}`,
        cause: value === '' ? MISSING : `${name} ${value}`,
      });
  }
}

function shown(header: string): string {
  return header === '' ? 'none' : printableText(header, 300);
}

/** Other bytes than those of the object: an older release's, a part of them, another file's, or something else. */
async function judgeBytes(check: FileCheck, body: Buffer, { site }: JudgeContext): Promise<Fault> {
  const { object } = check;
  const hash = sha256(body);
  const expected = `${describeBytes(object.bytes, object.sha256)} of ${site.name}`;
  const old = site.older.find(({ objectByKey }) => objectByKey.get(object.key)?.sha256 === hash);
  if (old !== undefined)
    return fault('VERIFY_STALE', check, { expected, got: `those of ${old.name}`, cause: old.name });
  if (body.length < object.bytes && (await isStartOf(body, object, site)))
    return fault('VERIFY_CUT_OFF', check, { expected, got: `the first ${body.length} bytes of them`, cause: 'start' });
  const other = site.objects.find(({ sha256: own }) => own === hash);
  const got = other === undefined ? describeBytes(body.length, hash) : `the bytes of ${other.key}`;
  return fault('VERIFY_BYTES', check, { expected, got, cause: other?.key ?? 'other' });
}

function describeBytes(length: number, hash: string): string {
  return `the ${length} bytes (sha256 ${hash.slice(0, 12)})`;
}

/** Hashed assets are not kept, so their start is not known. */
async function isStartOf(body: Buffer, object: ReleaseObject, { read }: PromisedSite): Promise<boolean> {
  if (body.length === 0) return true;
  if (object.kept === null && object.stage === 'asset') return false;
  const whole = await read(object).catch(() => null);
  return whole?.subarray(0, body.length).equals(body) === true;
}

function judgeRedirect(check: RedirectCheck, answer: Answer, context: JudgeContext): readonly Fault[] {
  const { status } = answer;
  const location = locationOf(answer, check, context);
  const { isLost } = check;
  if (check.status === 410) {
    if (status === 410 || (isLost && status === 404)) return [];
    return [fault('VERIFY_REDIRECT', check, { expected: '410', got: describeAnswer(status, location) })];
  }
  const expected = `${check.status} to ${check.to}`;
  const got = describeAnswer(status, location);
  if (location === null) {
    const hasMap = hasRedirectMap(context.site.host);
    if (isLost && hasMap && status === 404) return [];
    return [fault('VERIFY_REDIRECT', check, { expected, got, cause: String(status) })];
  }
  if (isSameUrl(location, check.to, context) || (isLost && isSameUrl(location, check.plainTo, context)))
    return status === check.status || isLost
      ? []
      : [fault('VERIFY_REDIRECT', check, { expected, got, cause: `${check.status} ${status}` })];
  return isSameUrl(location, check.plainTo, context)
    ? [fault('VERIFY_QUERY', check, { expected, got, cause: 'query' })]
    : [fault('VERIFY_REDIRECT', check, { expected, got, cause: 'target' })];
}

function describeAnswer(status: number, location: URL | null): string {
  return location === null ? String(status) : `${status} to ${printableText(location.href, 300)}`;
}

function locationOf({ status, headers }: Answer, { path }: Check, { asker }: JudgeContext): URL | null {
  const location = headers.location ?? '';
  if (status < 300 || status > 399 || location === '') return null;
  return URL.parse(location, asker.urlOf(path));
}

/** A host may name itself, or the address that the site was built for. */
function isSameUrl(location: URL, to: string, { asker, origin }: JudgeContext): boolean {
  const isPath = to.startsWith('/');
  return [asker.urlOf(to), `${origin}${to}`].some((url) => URL.parse(isPath ? url : to)?.href === location.href);
}

function judgeMissing(check: MissingCheck, answer: Answer, { site }: JudgeContext): readonly Fault[] {
  const { status, body } = answer;
  if (status !== 404)
    return [fault('VERIFY_NOT_FOUND_STATUS', check, { expected: '404', got: describeStatus(answer) })];
  const [best] = check.pages;
  const hash = sha256(body);
  if (best === undefined || check.pages.some((page) => page.sha256 === hash)) return [];
  const expected = `404 with ${best.key} of ${site.name}`;
  const old = site.older.find(({ objectByKey }) =>
    check.pages.some(({ key }) => objectByKey.get(key)?.sha256 === hash),
  );
  if (old !== undefined)
    return [fault('VERIFY_STALE', check, { expected, got: `404 with that of ${old.name}`, cause: old.name })];
  const other = site.objects.find((object) => object.sha256 === hash);
  const got = other === undefined ? `404 with another page (${body.length} bytes)` : `404 with ${other.key}`;
  return [fault('VERIFY_NOT_FOUND_PAGE', check, { expected, got, cause: other?.key ?? 'other' })];
}

function describeStatus({ status, headers }: Answer): string {
  return headers.location === undefined ? String(status) : `${status} to ${printableText(headers.location, 300)}`;
}

/** A redirect is as good as 404; other pages than that of an older release say how missing paths are answered. */
function judgeGone(check: GoneCheck, answer: Answer, { site }: JudgeContext): readonly Fault[] {
  const { status, body } = answer;
  if (status === 404 || status === 410 || (status >= 300 && status <= 399)) return [];
  const hash = sha256(body);
  const old = site.older.find(({ objectByKey }) => objectByKey.get(check.key)?.sha256 === hash);
  const expected = '404: this page was deleted';
  return old === undefined
    ? [fault('VERIFY_NOT_FOUND_STATUS', check, { expected: '404', got: String(status) })]
    : [fault('VERIFY_GONE', check, { expected, got: `200 with the page of ${old.name}`, cause: 'gone' })];
}
