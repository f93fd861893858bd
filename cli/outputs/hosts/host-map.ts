// What the host maps have in common: their input, the headers that every answer carries, what a host may lose,
// and the lines for segment rules on hosts whose patterns cannot match 'at any depth'.

import type { SiteConfig } from '../../../config/define-site.ts';
import { LOCALES, type Locale, localeRow } from '../../../config/locales.ts';
import { basePathOf } from '../../../config/site-address.ts';
import { encodePath } from '../../paths/site-path.ts';
import { sourceKey } from '../../plan/redirects/find-redirect.ts';
import type { ExactRedirect, RedirectRules, SegmentRule } from '../../plan/redirects/redirect-rules.ts';
import { contentTypeOf, HASHED_CACHE_CONTROL, PAGE_CACHE_CONTROL } from '../../publish/response-headers.ts';

/**
 * What a host's files are made of. Sources and targets of redirects have the folder of the site, because hosts compare whole paths;
 * the prefixes of segment rules do not have it.
 */
export interface HostInput {
  readonly rules: RedirectRules;
  readonly site: SiteConfig;
  readonly headers: {
    /** The policy for the header, of `createContentSecurityPolicy`. */
    readonly contentSecurityPolicy: string;
    /** Path of the folder whose file names carry a hash: `/assets/`. */
    readonly hashedPath: string;
  };
}

/** Files to hand to the host, and what it cannot do of the rules. */
export interface HostMap {
  readonly files: readonly { readonly name: string; readonly content: string }[];
  readonly losses: readonly HostLoss[];
}

/** Something that a host does not do of the rules: by its nature, or because they are more than its limit. */
export interface HostLoss {
  readonly kind: 'nature' | 'overflow';
  readonly what: string;
  readonly fix: string;
  /** Sources of the rules concerned; never empty. */
  readonly concerned: readonly string[];
}

/** Redirects may be cached, but not for as long as browsers would by themselves. */
export const REDIRECT_CACHE_CONTROL = 'public, max-age=3600';
/** How many segments may precede a segment rule's segment on hosts without regular expressions. */
const SEGMENT_DEPTHS = [1, 2, 3, 4] as const;

/**
 * What pages and their embeds may not ask a browser for. What embedded posts and videos need is left out: autoplay,
 * encrypted-media, fullscreen, picture-in-picture, clipboard-write, web-share, storage-access. Chromium logs an error for
 * each name that it does not know.
 */
const DENIED_FEATURES = [
  'accelerometer',
  'camera',
  'clipboard-read',
  'display-capture',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'otp-credentials',
  'payment',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'window-management',
  'xr-spatial-tracking',
];

/** Types by extension that the lists of web servers lack. */
export const MORE_TYPES: readonly (readonly [extension: string, type: string])[] = [
  'csv',
  'ics',
  'mjs',
  'webmanifest',
].map((extension) => [extension, contentTypeOf(`a.${extension}`)]);

/** Headers of every response. HSTS belongs to the server that ends TLS. */
export function createSecurityHeaders({
  headers,
  site,
}: HostInput): readonly (readonly [name: string, value: string])[] {
  // The tag manager's preview mode opens the site in a window that it talks to, which this policy would cut off.
  const isOpenerNeeded = site.integrations.gtmId !== null;
  return [
    ['Content-Security-Policy', headers.contentSecurityPolicy],
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ['Permissions-Policy', DENIED_FEATURES.map((name) => `${name}=()`).join(', ')],
    ...(isOpenerNeeded ? [] : [['Cross-Origin-Opener-Policy', 'same-origin'] as const]),
  ];
}

/**
 * `_headers` of Netlify and Cloudflare. Both join the values of a header that two matching blocks set, and both send
 * pages with {@link PAGE_CACHE_CONTROL} by themselves, so the cache rule is for hashed files alone.
 */
export function renderHeadersFile(input: HostInput): string {
  const lines = createSecurityHeaders(input).map(([name, value]) => `  ${name}: ${value}`);
  return [
    `${basePathOf(input.site.origin)}/*`,
    ...lines,
    `${input.headers.hashedPath}*`,
    `  Cache-Control: ${HASHED_CACHE_CONTROL}`,
    '',
  ].join('\n');
}

/** What a host loses by its nature; null where nothing is concerned. */
export function findLoss(
  concerned: readonly string[],
  texts: { readonly what: string; readonly fix: string },
): HostLoss | null {
  return concerned.length === 0 ? null : { kind: 'nature', ...texts, concerned };
}

/** The rules that are beyond a host's limit; null where there are none. */
export function findOverflow(
  concerned: readonly string[],
  texts: { readonly what: string; readonly fix: string },
): HostLoss | null {
  return concerned.length === 0 ? null : { kind: 'overflow', ...texts, concerned };
}

/** Bytes of a target that every proxy and browser takes: many refuse headers of 8 KB and more. */
const MAX_TARGET_BYTES = 8000;

/** The rules whose target a host takes, and the loss of the others. */
export function splitLongTargets(
  host: string,
  rules: readonly ExactRedirect[],
  isTooLong: (rule: ExactRedirect) => boolean = ({ to }) => Buffer.byteLength(to) > MAX_TARGET_BYTES,
  limit: string = `targets of ${MAX_TARGET_BYTES.toLocaleString('en')} bytes at most, as proxies and browsers do`,
): { readonly fitting: readonly ExactRedirect[]; readonly losses: readonly HostLoss[] } {
  const long = rules.filter(isTooLong);
  const loss = findLoss(
    long.map(({ from }) => from),
    { what: `${host} takes ${limit}; these sources are left out of its map.`, fix: 'Shorten the target.' },
  );
  return { fitting: rules.filter((rule) => !long.includes(rule)), losses: loss === null ? [] : [loss] };
}

/** Every rule of one path, the root first. */
export function sourcesOf({ root, exact }: RedirectRules): readonly ExactRedirect[] {
  return [...(root === null ? [] : [root]), ...exact];
}

/** The decoded paths that a rule answers: with and without trailing slash, in this order. */
export function slashFormsOf({ from }: ExactRedirect): readonly string[] {
  const key = sourceKey(from);
  return key === '/' ? [key] : [`${key}/`, key];
}

/** The path of the 404 page of a locale; null stands for the root page, which all locales share. */
export function errorPageOf({ origin }: SiteConfig, locale: Locale | null): string {
  return `${basePathOf(origin)}${locale === null ? '' : localeRow(locale).prefix}/404.html`;
}

/** The paths of the site's locales that have a prefix, with the 404 page that answers below them. */
export function errorPagesOf(site: SiteConfig): readonly { readonly prefix: string; readonly page: string }[] {
  return site.locales.flatMap((locale) => {
    const { prefix } = localeRow(locale);
    return prefix === '' ? [] : [{ prefix: `${basePathOf(site.origin)}${prefix}`, page: errorPageOf(site, locale) }];
  });
}

/** What a host with one error document loses; null where the site has no locale with a prefix. */
export function findErrorPageLoss(host: string, site: SiteConfig): HostLoss | null {
  return findLoss(
    errorPagesOf(site).map(({ page }) => page),
    {
      what: `${host} has one error document, so the root 404 page answers for every locale; these pages are not served beneath their prefix.`,
      fix: 'Nothing to do: the script of the root 404 page shows the texts of the path’s locale, and without script it offers the main page of every locale.',
    },
  );
}

/** How reports name a segment rule. */
export function segmentName({ prefix, segment }: SegmentRule): string {
  return `${prefix}/…/${segment}/`;
}

/** The prefixes of all locales, for regular expressions: `es|pt|ua|kz`. */
export const PREFIX_ALTERNATIVES = LOCALES.flatMap(({ prefix }) => (prefix === '' ? [] : [prefix.slice(1)])).join('|');

/** A text that matches itself. */
export function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/**
 * A regular expression (PCRE) of decoded paths with the rule's segment below another one, at any depth. The expressions of
 * different prefixes exclude each other, because a prefixed path belongs to its locale alone.
 */
export function segmentExpression(rule: SegmentRule, { origin }: SiteConfig): string {
  const start = rule.prefix === '' ? `(?!/(?:${PREFIX_ALTERNATIVES})(?:/|$))` : rule.prefix;
  return `^${escapeRegExp(basePathOf(origin))}${start}${segmentTail(rule)}`;
}

/** What follows the prefix; no lookahead, so that RE2 takes it too. */
export function segmentTail({ segment }: SegmentRule): string {
  return `/[^/]+/(?:[^/]+/)*${escapeRegExp(segment)}(?:/|$)`;
}

/** A line about a segment rule: where it leads, or null for paths that the rules of other prefixes must not take. */
export interface SegmentPattern {
  /** `/es/:a/ambassadors-program`, without what may follow. */
  readonly pattern: string;
  readonly rule: SegmentRule | null;
  /** Prefix of the locale that the path belongs to. */
  readonly prefix: string;
}

const PLACEHOLDERS = ['a', 'b', 'c', 'd'];

/**
 * Segment rules as patterns of up to four placeholders, in the order in which a host must try them: prefixed locales,
 * then the paths of prefixed locales that are no source (a prefix is no segment), then the rule without prefix.
 */
export function createSegmentPatterns({ rules, site }: HostInput): readonly SegmentPattern[] {
  const base = basePathOf(site.origin);
  const prefixed = rules.segments.filter(({ prefix }) => prefix !== '');
  const plain = rules.segments.filter(({ prefix }) => prefix === '');
  return [
    ...prefixed.flatMap(patternsOf),
    ...plain.flatMap((rule) => guardsOf(rule, prefixed)),
    ...plain.flatMap(patternsOf),
  ].map((line) => ({ ...line, pattern: `${base}${line.pattern}` }));
}

function patternsOf(rule: SegmentRule): readonly SegmentPattern[] {
  return SEGMENT_DEPTHS.map((depth) => ({
    pattern: patternOf(rule.prefix, depth, rule.segment),
    rule,
    prefix: rule.prefix,
  }));
}

function guardsOf({ segment }: SegmentRule, prefixed: readonly SegmentRule[]): readonly SegmentPattern[] {
  return LOCALES.filter(({ prefix }) => prefix !== '').flatMap(({ prefix }) => {
    const hasRule = prefixed.some((rule) => rule.prefix === prefix && rule.segment === segment);
    const depths = hasRule ? [0] : [0, ...SEGMENT_DEPTHS];
    return depths.map((depth) => ({ pattern: patternOf(prefix, depth, segment), rule: null, prefix }));
  });
}

function patternOf(prefix: string, depth: number, segment: string): string {
  const before = PLACEHOLDERS.slice(0, depth).map((name) => `/:${name}`);
  return `${prefix}${before.join('')}/${encodePath(segment)}`;
}
