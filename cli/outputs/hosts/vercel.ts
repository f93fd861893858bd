// `vercel.json`: redirects and headers. Vercel reads it from the site's root and compares addresses as sent. The first matching
// redirect wins, also over files.

import { basePathOf } from '../../../config/site-address.ts';
import { toSitePath } from '../../files/brands.ts';
import { encodePath } from '../../paths/site-path.ts';
import { matchesSegment, sourceKey } from '../../plan/redirects/find-redirect.ts';
import type { ExactRedirect, SegmentRule } from '../../plan/redirects/redirect-rules.ts';
import { HASHED_CACHE_CONTROL, PAGE_CACHE_CONTROL } from '../../publish/response-headers.ts';
import {
  createHostMap,
  createSecurityHeaders,
  errorPageLoss,
  escapeRegExp,
  type HostInput,
  type HostMap,
  hashedPathOf,
  type PossibleLoss,
  PREFIX_ALTERNATIVES,
  segmentTail,
} from './host-map.ts';

const MAX_REDIRECTS = 2048;
/** In characters, of a source or destination. */
const MAX_LENGTH = 4096;

/**
 * Adds the slash of pages. It comes last: `trailingSlash` would apply first, so that sources without slash took two hops. The
 * first segment cannot be empty, so `//host` cannot get into the target.
 */
const createSlashRedirect = (base: string) => ({
  source: `${base}/:path((?!\\.well-known/|api/)(?:[^/]+/)*[^/.]+)`,
  destination: `${base}/:path/`,
  statusCode: 308,
});

export function renderVercel(input: HostInput): HostMap {
  const { segments } = input.rules;
  const sources = input.rules.exact;
  const written = sources.filter(isExpressible);
  const unwritten = sources.filter((rule) => !isExpressible(rule));
  const live = segments.filter(({ status }) => status !== 410);
  const base = basePathOf(input.site.origin);
  const patterns = [
    ...live.map((rule) => createSegmentRedirect(rule, unwritten, base)),
    createSlashRedirect(base),
    ...(base === '' ? [] : [{ source: base, destination: `${base}/`, statusCode: 308 }]),
  ];
  const limit = MAX_REDIRECTS - patterns.length;
  const content = {
    $schema: 'https://openapi.vercel.sh/vercel.json',
    cleanUrls: false,
    redirects: [...written.slice(0, limit).map(createRedirect), ...patterns],
    headers: createHeaders(input),
  };
  return createHostMap(
    [{ name: 'vercel.json', content: `${JSON.stringify(content, null, 2)}\n` }],
    [
      {
        kind: 'overflow',
        what: `Vercel allows ${MAX_REDIRECTS} redirects, but the rules need ${written.length + patterns.length}; the last ones are not in its map.`,
        fix: 'Remove redirects that are no longer needed, use bulk redirects, or choose another host in site.config.ts.',
        affected: written.slice(limit),
      },
      ...lossesOf(unwritten, segments),
      errorPageLoss('Vercel', input.site),
    ],
  );
}

/** One entry for both slash forms. */
function createRedirect(rule: ExactRedirect) {
  // The special characters of path-to-regexp.
  const key = sourceKey(rule.from).replace(/[():*+?{}\\]/g, '\\$&');
  const source = key === '/' ? key : `${key}{/}?`;
  return { source, destination: destinationOf(rule), statusCode: rule.status };
}

/** `$1` would refer to a part of the source. */
function destinationOf({ to }: { readonly to: string }): string {
  return to.replaceAll('$', '%24');
}

/**
 * One expression in an unnamed group, at any depth. A lookahead excludes what the rule must not match: paths of prefixed
 * locales, and sources that could not be written but would match the rule.
 */
function createSegmentRedirect(rule: SegmentRule, unwritten: readonly ExactRedirect[], base: string) {
  const place = `${base}${rule.prefix}`;
  const foreign = rule.prefix === '' ? [`(?:${PREFIX_ALTERNATIVES})(?:/|$)`] : [];
  const others = unwritten
    .filter(({ from }) => matchesSegment(rule, toSitePath(from.slice(base.length))))
    .map(({ from }) => `${escapeRegExp(encodePath(sourceKey(from)).slice(place.length + 1))}/?$`);
  const not = [...foreign, ...others].map((expression) => `(?!${expression})`).join('');
  const tail = segmentTail({ ...rule, segment: encodePath(rule.segment) }).slice(1);
  return { source: `${place}/(${not}${tail}.*)`, destination: destinationOf(rule), statusCode: rule.status };
}

function createHeaders(input: HostInput) {
  const security = createSecurityHeaders(input).map(([key, value]) => ({ key, value }));
  const cache = (value: string) => [{ key: 'Cache-Control', value }];
  const base = basePathOf(input.site.origin);
  const hashed = hashedPathOf(input.site).slice(base.length + 1);
  return [
    { source: `${base}/(.*)`, headers: security },
    { source: `${base}/((?!${hashed}).*)`, headers: cache(PAGE_CACHE_CONTROL) },
    { source: `${base}/${hashed}(.*)`, headers: cache(HASHED_CACHE_CONTROL) },
  ];
}

function isExpressible(rule: ExactRedirect): boolean {
  return rule.status !== 410 && !isEncoded(rule) && !isTooLong(rule);
}

/** Addresses are compared as sent, and it is not documented how encoded sources match. */
function isEncoded({ from }: ExactRedirect): boolean {
  return encodePath(from) !== from;
}

function isTooLong(rule: ExactRedirect): boolean {
  const { source, destination } = createRedirect(rule);
  return source.length > MAX_LENGTH || destination.length > MAX_LENGTH;
}

function lossesOf(unwritten: readonly ExactRedirect[], segments: readonly SegmentRule[]): readonly PossibleLoss[] {
  const live = unwritten.filter(({ status }) => status !== 410);
  const fix = 'Use bulk redirects for these paths, or give the page an address in ASCII.';
  return [
    {
      what: 'Vercel’s redirects cannot answer 410, so these paths answer 404.',
      fix: 'Nothing to do unless 410 matters: a function can send it.',
      affected: [...unwritten, ...segments].filter(({ status }) => status === 410),
    },
    {
      what: 'Vercel does not reliably match sources with non-ASCII characters, spaces, quotes or braces, so they are left out of its map.',
      fix,
      affected: live.filter(isEncoded),
    },
    {
      what: 'Vercel limits sources and targets to 4,096 characters, so these sources are left out of its map.',
      fix,
      affected: live.filter((rule) => !isEncoded(rule)),
    },
  ];
}
