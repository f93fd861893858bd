// Parses a redirect entry into a hop. Its source is a decoded path of this site; its target is a path of this site, an http(s) URL, or
// none (410).

import { domainToUnicode } from 'node:url';
import { DEFAULT_REDIRECT_STATUS } from '../../../config/constants.ts';
import type { SiteConfig } from '../../../config/define-site.ts';
import { LOCALES, type Locale, localeRow } from '../../../config/locales.ts';
import { withoutBase } from '../../../config/site-address.ts';
import type { Entry } from '../../../content/collections.ts';
import { type Problem, placeOfEntry, type Severity } from '../../errors.ts';
import { type SitePath, toSitePath } from '../../files/brands.ts';
import { encodePath, pathOfHref, pathOfUrl } from '../../paths/site-path.ts';
import { findServerMeaning } from '../../paths/slug.ts';
import type { SiteModel } from '../site-model.ts';
import { readVisible } from '../site-model.ts';
import { prefixOf } from './find-redirect.ts';
import { REDIRECT_STATUSES, type RedirectSource, type RedirectStatus } from './redirect-rules.ts';

/** A redirect entry and the locale of its site. */
export interface RedirectEntry {
  readonly locale: Locale;
  readonly entry: Entry<'redirects'>;
}

/** Reads the visible redirects of all sites, in the order of locales and of the service. */
export function loadRedirectEntries(model: SiteModel): readonly RedirectEntry[] {
  return model.locales.flatMap(({ row }) =>
    readVisible(model, 'redirects', row.site).map((entry): RedirectEntry => ({ locale: row.locale, entry })),
  );
}

/** The target of a hop. `path` is decoded; `search` and `hash` are '' or start with '?' and '#'. */
export type RedirectTarget =
  | { readonly kind: 'internal'; readonly path: SitePath; readonly search: string; readonly hash: string }
  | { readonly kind: 'external'; readonly href: string }
  | { readonly kind: 'gone' };

/** A redirect from a source to a target, and its place for problems. */
export interface RedirectHop {
  /** The decoded source; for a segment rule a readable pattern. */
  readonly from: SitePath;
  readonly target: RedirectTarget;
  readonly status: RedirectStatus;
  readonly locale: Locale;
  readonly source: RedirectSource;
  readonly where: Problem['where'];
}

/** A hop, or null with at least one error. */
export interface ParsedRedirect {
  readonly hop: RedirectHop | null;
  readonly problems: readonly Problem[];
}

/** Creates a problem of one entry; `what` and `fix` are sentences. */
type EntryProblem = (code: string, field: string, texts: { readonly what: string; readonly fix: string }) => Problem;

/** Parses an entry (decisions, "Redirects"). Whether the target exists is checked later. */
export function parseRedirect({ locale, entry }: RedirectEntry, site: SiteConfig): ParsedRedirect {
  const errorOf = problemsOf(locale, entry, 'error');
  const source = parseSource(entry.from, errorOf);
  const status = parseStatus(entry.type, errorOf);
  const { prefix } = localeRow(locale);
  const isRelative = typeof source === 'string' && prefix !== '' && !source.startsWith(`${prefix}/`);
  const target =
    status === 410 ? { kind: 'gone' as const } : parseEntryTarget(entry.to, site, isRelative ? prefix : '', errorOf);
  if (typeof source !== 'string' || typeof status !== 'number' || !('kind' in target)) {
    return { hop: null, problems: [source, status, target].filter(isProblem) };
  }
  const from = isRelative ? toSitePath(`${prefix}${source}`) : source;
  return {
    hop: {
      from,
      target,
      status,
      locale: localeOf(from, site) ?? locale,
      source: { kind: 'content', site: localeRow(locale).site, entryId: entry.id, editUrl: entry.edit_url },
      where: placeOf(locale, entry, 'from'),
    },
    problems: [
      ...(isRelative ? [prefixMissing(problemsOf(locale, entry, 'warning'), source, from)] : []),
      ...(PATTERN.test(from) ? [patternUnread(problemsOf(locale, entry, 'warning'), from)] : []),
    ],
  };
}

/** Wildcards, placeholders, expressions and several paths. */
const PATTERN = /\*|\/:[a-z]|\{\w+\}|\.\+|\/\$\/?$|[\s,;→]\//i;

function patternUnread(warningOf: EntryProblem, from: string): Problem {
  return warningOf('REDIRECT_PATTERN_UNREAD', 'from', {
    what: `The source "${from}" looks like a pattern or several paths, but it is redirected only as it is written.`,
    fix: 'Add an entry for each old address, or ask the developers for a rule in config/redirects.ts.',
  });
}

/**
 * Parses a target: a site path gets its trailing slash, a URL of this site becomes a path. Null if it is neither a path nor an
 * http(s) URL, or has control characters.
 */
export function parseTarget(text: string, site: SiteConfig): RedirectTarget | null {
  const written = text.trim();
  const isPath = /^\/(?![/\\])/.test(written);
  if (!(isPath || /^https?:\/\//i.test(written)) || !written.isWellFormed() || hasControlCharacter(written))
    return null;
  const url = URL.parse(written, site.origin);
  if (url === null || !isHostName(url.hostname)) return null;
  if (url.username !== '' || url.password !== '') return null;
  const search = url.search.replaceAll("'", '%27');
  const isOfSite =
    isPath || (url.host === new URL(site.origin).host && withoutBase(url.pathname, site.origin) !== null);
  if (!isOfSite) return { kind: 'external', href: `${url.origin}${url.pathname}${search}${url.hash}` };
  const path = isPath ? pathOfHref(url.pathname) : pathOfUrl(url, site.origin);
  return path === null || path.startsWith('//') || hasControlCharacter(path)
    ? null
    : { kind: 'internal', path, search, hash: url.hash };
}

/** Whether a host name has no broken Punycode, which URL parsing accepts. */
function isHostName(hostname: string): boolean {
  if (!hostname.includes('xn--')) return true;
  const decoded = domainToUnicode(hostname);
  return decoded !== '' && !decoded.includes('xn--');
}

/** The `Location` of a target without the folder of the site; '' for 410. */
export function targetHref(target: RedirectTarget): string {
  if (target.kind === 'gone') return '';
  return target.kind === 'external' ? target.href : `${encodePath(target.path)}${target.search}${target.hash}`;
}

function parseSource(text: string, errorOf: EntryProblem): SitePath | Problem {
  const written = text.trim();
  const invalid = (what: string) =>
    errorOf('REDIRECT_SOURCE_INVALID', 'from', {
      what,
      fix: 'Write a whole site path such as "/old-page/", publish, and build again.',
    });
  if (/[?#]/.test(written))
    return invalid(`The source "${written}" has a query or fragment. Redirects match only paths.`);
  if (!written.startsWith('/'))
    return invalid(`The source "${written}" is not a site path: it does not start with "/".`);
  const path = pathOfHref(written);
  if (path === null) return invalid(`The source "${written}" has invalid percent-encoding or an encoded slash.`);
  if (hasControlCharacter(path) || path.includes('\\'))
    return invalid(`The source "${written}" has a backslash or control character.`);
  const segments = path.split('/').slice(1, path.endsWith('/') ? -1 : undefined);
  if (path !== '/' && segments.some((segment) => ['', '.', '..'].includes(segment))) {
    return invalid(`The source "${written}" has an empty segment, "." or "..". Browsers do not send such paths.`);
  }
  const meanings = segments.map(findServerMeaning).filter((meaning) => meaning !== null);
  if (meanings[0] !== undefined) return invalid(`The source "${written}" is reserved: ${meanings[0]}.`);
  if (/^\/assets(\/|$)/i.test(path))
    return invalid(`The source "${written}" is in the folder of the site's scripts, styles and images.`);
  return isGenerated(path) ? invalid(`The source "${written}" is a file that the site itself needs.`) : path;
}

/** Whether a build writes a file at the path that must not be redirected. */
function isGenerated(path: string): boolean {
  const inLocale = path.slice(prefixOf(path).length).toLowerCase().replace(/\/$/, '');
  return /^\/(404\.html|500\.html|robots\.txt|sitemap(-\d+)?\.xml|blog\/feed\.xml|(redirects|lists|search)\/.*\.json)$/.test(
    inLocale,
  );
}

function hasControlCharacter(text: string): boolean {
  return /\p{Cc}/u.test(text);
}

function parseStatus(key: string | null, errorOf: EntryProblem): RedirectStatus | Problem {
  if (key === null) return DEFAULT_REDIRECT_STATUS;
  // Imports bring the label: '301 Permanent'.
  const [code = key] = /^\d{3}(?=[\s.:]|$)/.exec(key) ?? [];
  return (
    REDIRECT_STATUSES.find((status) => String(status) === code) ??
    errorOf('REDIRECT_STATUS_UNKNOWN', 'type', {
      what: `The type "${key}" is not a redirect status.`,
      fix: `Choose one of ${REDIRECT_STATUSES.join(', ')}, or leave the field empty for ${DEFAULT_REDIRECT_STATUS}.`,
    })
  );
}

function parseEntryTarget(
  text: string | null,
  site: SiteConfig,
  prefix: string,
  errorOf: EntryProblem,
): RedirectTarget | Problem {
  const target = parseTarget(text ?? '', site);
  if (target === null) {
    return errorOf('REDIRECT_TARGET_INVALID', 'to', {
      what: `The target "${text ?? ''}" ${describeTargetFault((text ?? '').trim())}.`,
      fix: 'Write a whole site path such as "/new-page/" or an address that starts with "https://".',
    });
  }
  const isWhole = target.kind !== 'internal' || text?.trim().startsWith('/') !== true || prefixOf(target.path) !== '';
  return isWhole || prefix === '' ? target : { ...target, path: toSitePath(`${prefix}${target.path}`) };
}

/** What is wrong with a target, as the end of a sentence. */
function describeTargetFault(text: string): string {
  if (hasControlCharacter(text)) return 'has a tab, a line break or another control character';
  const url = URL.parse(text);
  return url !== null && !isHostName(url.hostname)
    ? `names the host "${url.hostname}", which is not a valid host name`
    : 'is neither a site path nor an absolute http(s) URL';
}

function prefixMissing(warningOf: EntryProblem, source: string, from: string): Problem {
  return warningOf('REDIRECT_PREFIX_MISSING', 'from', {
    what: `The source "${source}" has no locale prefix and would never match. It was read as "${from}", and its target in the same way.`,
    fix: `Write "${from}" and the whole path of the target.`,
  });
}

/** The locale of a path by its prefix; null if the site does not have it. */
function localeOf(path: string, site: SiteConfig): Locale | null {
  const prefix = prefixOf(path);
  const row = LOCALES.find((candidate) => candidate.prefix === prefix && site.locales.includes(candidate.locale));
  return row?.locale ?? null;
}

function problemsOf(locale: Locale, entry: Entry<'redirects'>, severity: Severity): EntryProblem {
  const entries = [{ collection: 'redirects', site: localeRow(locale).site, id: entry.id }];
  return (code, field, texts) => ({ code, severity, where: placeOf(locale, entry, field), ...texts, entries });
}

function placeOf(locale: Locale, entry: Entry<'redirects'>, field: string): Problem['where'] {
  const { title, id, edit_url: editUrl } = entry;
  return placeOfEntry({ collection: 'redirects', title: title ?? id, site: localeRow(locale).site, editUrl }, field);
}

function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'severity' in value;
}
