// What all hosts share: their input, the headers of every response, what a host does not support, and patterns for segment
// rules on hosts that cannot match a segment at any depth.

import type { SiteConfig } from '../../../config/define-site.ts';
import { LOCALES, type Locale, localeRow } from '../../../config/locales.ts';
import { basePathOf } from '../../../config/site-address.ts';
import { encodePath } from '../../paths/site-path.ts';
import { sourceKey } from '../../plan/redirects/find-redirect.ts';
import type { ExactRedirect, RedirectRules, SegmentRule } from '../../plan/redirects/redirect-rules.ts';
import { contentTypeOf, HASHED_CACHE_CONTROL, PAGE_CACHE_CONTROL } from '../../publish/response-headers.ts';

/**
 * Sources and targets of redirects include the site's folder, because hosts compare whole paths. Prefixes of segment rules do
 * not.
 */
export interface HostInput {
  readonly rules: RedirectRules;
  readonly site: SiteConfig;
  /** For the header, from `createContentSecurityPolicy`. */
  readonly contentSecurityPolicy: string;
}

/** Path of the folder with hashed file names. */
export const hashedPathOf = ({ origin }: SiteConfig): string => `${basePathOf(origin)}/assets/`;

/** Files for the host, and what it does not support. */
export interface HostMap {
  readonly files: readonly { readonly name: string; readonly content: string }[];
  readonly losses: readonly HostLoss[];
}

/** What a host does not support, or cannot hold because the rules exceed its limits (`overflow`). */
export interface HostLoss {
  readonly kind: 'unsupported' | 'overflow';
  readonly what: string;
  readonly fix: string;
  /** Sources of the affected rules; never empty. */
  readonly affected: readonly string[];
}

/** Without this header, browsers cache permanent redirects much longer. */
export const REDIRECT_CACHE_CONTROL = 'public, max-age=3600';
/** How many segments may precede the segment of a rule on hosts without regular expressions. */
const SEGMENT_DEPTHS = [1, 2, 3, 4] as const;

/**
 * Browser features denied to pages and embeds. Embedded posts and videos need autoplay, encrypted-media, fullscreen,
 * picture-in-picture, clipboard-write, web-share and storage-access, so these are not listed. Only names that Chromium knows:
 * it logs an error for others.
 */
const DENIED_FEATURES = (
  'accelerometer camera clipboard-read display-capture gamepad geolocation gyroscope hid identity-credentials-get ' +
  'idle-detection local-fonts magnetometer microphone midi otp-credentials payment publickey-credentials-create ' +
  'publickey-credentials-get screen-wake-lock serial usb window-management xr-spatial-tracking'
).split(' ');

/** Content types by extension. */
export const typesOf = (extensions: readonly string[]) =>
  extensions.map((extension) => [extension, contentTypeOf(`a.${extension}`)] as const);

/** Those that the lists of web servers lack. */
export const MORE_TYPES = typesOf(['csv', 'epub', 'ics', 'mjs', 'vcf', 'wav', 'webmanifest']);

/** Types that web servers should compress besides HTML. */
export const COMPRESSED_TYPES: readonly string[] = (
  'application/atom+xml application/javascript application/json application/manifest+json application/xml ' +
  'image/svg+xml text/calendar text/css text/csv text/javascript text/plain text/xml'
).split(' ');

/** Headers of every response. */
export function createSecurityHeaders({
  contentSecurityPolicy,
  site,
}: HostInput): readonly (readonly [name: string, value: string])[] {
  // The preview mode of Google Tag Manager talks to the site in another window, which this policy would prevent.
  const isOpenerNeeded = site.integrations.gtmId !== null;
  const { hstsSeconds } = site.build;
  return [
    ['Content-Security-Policy', contentSecurityPolicy],
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ['Permissions-Policy', DENIED_FEATURES.map((name) => `${name}=()`).join(', ')],
    ...(hstsSeconds === null ? [] : [['Strict-Transport-Security', `max-age=${hstsSeconds}`] as const]),
    ...(isOpenerNeeded ? [] : [['Cross-Origin-Opener-Policy', 'same-origin'] as const]),
  ];
}

/**
 * `_headers` of Netlify and Cloudflare. Only hashed files need a cache rule: both hosts send {@link PAGE_CACHE_CONTROL} by
 * default, and both would join the values of a header set by two matching blocks.
 */
export function renderHeadersFile(input: HostInput): string {
  const lines = createSecurityHeaders(input).map(([name, value]) => `  ${name}: ${value}`);
  return [
    `${basePathOf(input.site.origin)}/*`,
    ...lines,
    `${hashedPathOf(input.site)}*`,
    `  Cache-Control: ${HASHED_CACHE_CONTROL}`,
    '',
  ].join('\n');
}

/** A loss as hosts describe it: possible, if it affects anything. */
export interface PossibleLoss extends Pick<HostLoss, 'what' | 'fix'> {
  /** By default `unsupported`. */
  readonly kind?: HostLoss['kind'];
  readonly affected: readonly (string | ExactRedirect | SegmentRule)[];
}

/** Leaves out the losses that affect nothing. */
export function createHostMap(files: HostMap['files'], possible: readonly PossibleLoss[]): HostMap {
  const losses = possible.map(
    ({ kind = 'unsupported', what, fix, affected }): HostLoss => ({ kind, what, fix, affected: affected.map(nameOf) }),
  );
  return { files, losses: losses.filter(({ affected }) => affected.length > 0) };
}

function nameOf(affected: PossibleLoss['affected'][number]): string {
  if (typeof affected === 'string') return affected;
  return 'from' in affected ? affected.from : `${affected.prefix}/…/${affected.segment}/`;
}

/** Many proxies and browsers refuse headers of 8 KB and more. */
const MAX_TARGET_BYTES = 8000;

/** Separates rules with targets that are too long for a host. */
export function splitLongTargets(
  host: string,
  rules: readonly ExactRedirect[],
  isTooLong: (rule: ExactRedirect) => boolean = ({ to }) => Buffer.byteLength(to) > MAX_TARGET_BYTES,
  limit: string = `targets to ${MAX_TARGET_BYTES.toLocaleString('en')} bytes, as proxies and browsers do`,
): { readonly fitting: readonly ExactRedirect[]; readonly loss: PossibleLoss } {
  const { fitting = [], affected = [] } = Object.groupBy(rules, (rule) => (isTooLong(rule) ? 'affected' : 'fitting'));
  const what = `${host} limits ${limit}, so these sources are left out of its map.`;
  return { fitting, loss: { what, fix: 'Shorten the target.', affected } };
}

/** Splits a target at its fragment, because the request's query goes in between. */
export function splitFragment(to: string): { readonly base: string; readonly fragment: string } {
  const start = to.indexOf('#');
  return start === -1 ? { base: to, fragment: '' } : { base: to.slice(0, start), fragment: to.slice(start) };
}

/** A quoted word in the configuration of nginx and Apache. */
export function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/** The decoded source paths of a rule: with trailing slash, then without. */
export function slashFormsOf({ from }: ExactRedirect): readonly string[] {
  const key = sourceKey(from);
  return key === '/' ? [key] : [`${key}/`, key];
}

/** Path of the 404 page of a locale; null for the root page, which all locales share. */
export function errorPageOf({ origin }: SiteConfig, locale: Locale | null): string {
  return `${basePathOf(origin)}${locale === null ? '' : localeRow(locale).prefix}/404.html`;
}

/** Prefixed locales of the site, with the path of their 404 page. */
export function errorPagesOf(site: SiteConfig): readonly { readonly prefix: string; readonly page: string }[] {
  return site.locales.flatMap((locale) => {
    const { prefix } = localeRow(locale);
    return prefix === '' ? [] : [{ prefix: `${basePathOf(site.origin)}${prefix}`, page: errorPageOf(site, locale) }];
  });
}

/** For hosts with a single error document. */
export function errorPageLoss(host: string, site: SiteConfig): PossibleLoss {
  return {
    what: `${host} has a single error document, so the root 404 page is shown for every locale; these pages are not used.`,
    fix: 'Nothing to do: the script of the root 404 page shows the texts of the path’s locale, and without scripts it links to the home page of every locale.',
    affected: errorPagesOf(site).map(({ page }) => page),
  };
}

/** For hosts that match segment rules with {@link createSegmentPatterns}. */
export function segmentDepthLoss(host: string, { rules }: HostInput): PossibleLoss {
  return {
    what: `${host} cannot match a segment at any depth. Its map covers up to four segments before it.`,
    fix: 'Nothing to do: the 404 page follows the rule for deeper paths.',
    affected: rules.segments,
  };
}

/** Prefixes of all locales, for regular expressions: `es|pt|ua|kz`. */
export const PREFIX_ALTERNATIVES = LOCALES.flatMap(({ prefix }) => (prefix === '' ? [] : [prefix.slice(1)])).join('|');

export function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/**
 * A regular expression (PCRE) that matches decoded paths with the rule's segment below another one, at any depth. A path matches
 * the rules of its own locale only.
 */
export function segmentExpression(rule: SegmentRule, { origin }: SiteConfig): string {
  const start = rule.prefix === '' ? `(?!/(?:${PREFIX_ALTERNATIVES})(?:/|$))` : rule.prefix;
  return `^${escapeRegExp(basePathOf(origin))}${start}${segmentTail(rule)}`;
}

/** What follows the prefix. Without lookahead, because RE2 has none. */
export function segmentTail({ segment }: SegmentRule): string {
  return `/[^/]+/(?:[^/]+/)*${escapeRegExp(segment)}(?:/|$)`;
}

/** A pattern for paths that a segment rule matches, or (`rule` is null) must not match. */
export interface SegmentPattern {
  /** `/es/:a/ambassadors-program`; the path may continue. */
  readonly pattern: string;
  readonly rule: SegmentRule | null;
  /** Prefix of the locale that the path belongs to. */
  readonly prefix: string;
}

const PLACEHOLDERS = ['a', 'b', 'c', 'd'];

/**
 * Segment rules as patterns with up to four placeholders, in the order in which a host must try them: rules of prefixed
 * locales, then guards that keep the rules without prefix from matching below a prefix, then these rules.
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
  const { prefix, segment } = rule;
  return SEGMENT_DEPTHS.map((depth) => ({ pattern: patternOf(prefix, depth, segment), rule, prefix }));
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
