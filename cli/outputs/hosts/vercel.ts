// `vercel.json`: redirects and headers. Vercel reads it from the site's root, compares the address as it was sent, and
// takes the first redirect that matches, before files.

import { basePathOf } from '../../../config/site-address.ts';
import { encodePath } from '../../paths/site-path.ts';
import { matchesSegment, sourceKey } from '../../plan/redirects/find-redirect.ts';
import type { ExactRedirect, SegmentRule } from '../../plan/redirects/redirect-rules.ts';
import { HASHED_CACHE_CONTROL, PAGE_CACHE_CONTROL } from '../../publish/response-headers.ts';
import {
  createSecurityHeaders,
  escapeRegExp,
  findErrorPageLoss,
  findLoss,
  findOverflow,
  type HostInput,
  type HostLoss,
  type HostMap,
  PREFIX_ALTERNATIVES,
  segmentName,
  segmentTail,
  sourcesOf,
} from './host-map.ts';

const MAX_REDIRECTS = 2048;
/** Characters of a source or destination. */
const MAX_LENGTH = 4096;

/**
 * A slash for pages, last: `trailingSlash` would come first, so that bare sources took two hops. The first segment has a
 * character, so `//host` cannot get into the target.
 */
const createSlashRedirect = (base: string) => ({
  source: `${base}/:path((?!\\.well-known/|api/)(?:[^/]+/)*[^/.]+)`,
  destination: `${base}/:path/`,
  statusCode: 308,
});

/** Vercel's file and what it loses (web standards, section 8). */
export function renderVercel(input: HostInput): HostMap {
  const { segments } = input.rules;
  const sources = sourcesOf(input.rules);
  const written = sources.filter(isExpressible);
  const unwritten = sources.filter((rule) => !isExpressible(rule));
  const live = segments.filter(({ status }) => status !== 410);
  const base = basePathOf(input.site.origin);
  const patterns = [
    ...live.map((rule) => createSegmentRedirect(rule, unwritten, base)),
    createSlashRedirect(base),
    ...(base === '' ? [] : [{ source: base, destination: `${base}/`, statusCode: 308 }]),
  ];
  const room = MAX_REDIRECTS - patterns.length;
  const content = {
    $schema: 'https://openapi.vercel.sh/vercel.json',
    cleanUrls: false,
    redirects: [...written.slice(0, room).map(createRedirect), ...patterns],
    headers: createHeaders(input),
  };
  return {
    files: [{ name: 'vercel.json', content: `${JSON.stringify(content, null, 2)}\n` }],
    losses: [
      findOverflow(
        written.slice(room).map(({ from }) => from),
        {
          what: `Vercel takes ${MAX_REDIRECTS} redirects and the rules need ${written.length + patterns.length}; the last ones are not in its map.`,
          fix: 'Remove redirects that nobody needs any more, use bulk redirects, or choose another host in site.config.ts.',
        },
      ),
      ...findLosses(sources, segments),
      findErrorPageLoss('Vercel', input.site),
    ].filter((loss) => loss !== null),
  };
}

/** One entry for both slash forms. */
function createRedirect(rule: ExactRedirect) {
  const key = escapePathPattern(sourceKey(rule.from));
  const source = key === '/' ? key : `${key}{/}?`;
  return { source, destination: destinationOf(rule), statusCode: rule.status };
}

/** Characters that path-to-regexp gives a meaning. */
function escapePathPattern(path: string): string {
  return path.replace(/[():*+?{}\\]/g, '\\$&');
}

/** `$1` would be read as a part of the source. */
function destinationOf({ to }: { readonly to: string }): string {
  return to.replaceAll('$', '%24');
}

/**
 * One expression in a group without name, at any depth. What the rule must not take is in a lookahead: paths of
 * prefixed locales, and sources of its shape that could not be written.
 */
function createSegmentRedirect(rule: SegmentRule, unwritten: readonly ExactRedirect[], base: string) {
  const place = `${base}${rule.prefix}`;
  const foreign = rule.prefix === '' ? [`(?:${PREFIX_ALTERNATIVES})(?:/|$)`] : [];
  const others = unwritten
    .filter(({ from }) => matchesSegment(rule, from.slice(base.length)))
    .map(({ from }) => `${escapeRegExp(encodePath(sourceKey(from)).slice(place.length + 1))}/?$`);
  const not = [...foreign, ...others].map((expression) => `(?!${expression})`).join('');
  const tail = segmentTail({ ...rule, segment: encodePath(rule.segment) }).slice(1);
  return { source: `${place}/(${not}${tail}.*)`, destination: destinationOf(rule), statusCode: rule.status };
}

function createHeaders(input: HostInput) {
  const security = createSecurityHeaders(input).map(([key, value]) => ({ key, value }));
  const cache = (value: string) => [{ key: 'Cache-Control', value }];
  const base = basePathOf(input.site.origin);
  const hashed = input.headers.hashedPath.slice(base.length + 1);
  return [
    { source: `${base}/(.*)`, headers: security },
    { source: `${base}/((?!${hashed}).*)`, headers: cache(PAGE_CACHE_CONTROL) },
    { source: `${base}/${hashed}(.*)`, headers: cache(HASHED_CACHE_CONTROL) },
  ];
}

function isExpressible(rule: ExactRedirect): boolean {
  return rule.status !== 410 && !isEncoded(rule) && !isTooLong(rule);
}

/** Addresses are compared as sent, and what the sent form of such a source matches is not settled. */
function isEncoded({ from }: ExactRedirect): boolean {
  return encodePath(from) !== from;
}

function isTooLong(rule: ExactRedirect): boolean {
  const { source, destination } = createRedirect(rule);
  return source.length > MAX_LENGTH || destination.length > MAX_LENGTH;
}

function findLosses(sources: readonly ExactRedirect[], segments: readonly SegmentRule[]): readonly (HostLoss | null)[] {
  const concerned = (test: (rule: ExactRedirect) => boolean) => sources.filter(test).map(({ from }) => from);
  const live = (rule: ExactRedirect) => rule.status !== 410;
  const elsewhere = 'Use bulk redirects for these paths, or give the page an address in plain letters.';
  return [
    findLoss(
      [...concerned((rule) => !live(rule)), ...segments.filter(({ status }) => status === 410).map(segmentName)],
      {
        what: 'Vercel’s redirects cannot answer 410; these paths answer 404.',
        fix: 'Nothing to do unless 410 matters: a function can answer it.',
      },
    ),
    findLoss(
      concerned((rule) => live(rule) && isEncoded(rule)),
      {
        what: 'Vercel does not match sources dependably that hold characters beyond ASCII, spaces, quotes or braces, so they are left out of its map.',
        fix: elsewhere,
      },
    ),
    findLoss(
      concerned((rule) => live(rule) && !isEncoded(rule) && isTooLong(rule)),
      {
        what: 'Vercel takes sources and targets of 4,096 characters, so these sources are left out of its map.',
        fix: elsewhere,
      },
    ),
  ];
}
