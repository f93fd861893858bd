// The one model of the redirect rules: what a path is answered with. Hosts' maps, the preview, the client's map and
// the rewriting of links all mean this. An exact rule wins over a segment rule; the root is an exact rule of its own.

import { LOCALES, type Locale } from '../../../config/locales.ts';
import { pathOfHref } from '../../paths/site-path.ts';
import type { ExactRedirect, RedirectRules, RedirectStatus, SegmentRule } from './redirect-rules.ts';

/** What a redirected path is answered with. `to` is '' for 410. */
export interface FoundRedirect {
  readonly to: string;
  readonly status: RedirectStatus;
  readonly locale: Locale;
}

/**
 * The rule that answers a decoded site path, with or without its trailing slash; null where the path is no source
 * (decisions, section 4). The request's query is added to `to` with {@link appendQuery}.
 */
export function findRedirect(rules: RedirectRules, path: string): FoundRedirect | null {
  if (path === '/') return rules.root ?? findExact(rules.exact, '/');
  return (
    findExact(rules.exact, path.endsWith('/') ? path : `${path}/`) ??
    findExact(rules.exact, sourceKey(path)) ??
    rules.segments.find((rule) => matchesSegment(rule, path)) ??
    null
  );
}

/**
 * The href to print for a link inside the site: where its path is a redirect's source, the final target with the
 * link's own query after the target's and the link's own hash before it. Any other href, a path that is gone
 * included, is returned unchanged.
 */
export function findFinalHref(rules: RedirectRules, href: string): string {
  const [, pathname = '', query = '', hash = ''] = /^(\/(?!\/)[^?#]*)(\?[^#]*)?(#.*)?$/s.exec(href) ?? [];
  const path = pathname === '' ? null : pathOfHref(pathname);
  const found = path === null ? null : findRedirect(rules, path);
  if (found === null || found.status === 410) return href;
  return replaceHash(appendQuery(found.to, query), hash);
}

/** A target with the request's query (with or without '?') after its own and before its fragment. */
export function appendQuery(to: string, query: string): string {
  const added = query.replace(/^\?/, '');
  if (added === '') return to;
  const [base, hash] = splitHash(to);
  return `${base}${base.includes('?') ? '&' : '?'}${added}${hash}`;
}

/** A target with another fragment, or its own where none is given. */
export function replaceHash(to: string, hash: string): string {
  return hash === '' ? to : `${splitHash(to)[0]}${hash}`;
}

/** What two spellings of one source have in common: the path without its trailing slash. */
export function sourceKey(path: string): string {
  return path === '/' || !path.endsWith('/') ? path : path.slice(0, -1);
}

/**
 * Whether a decoded path has the rule's segment below another one. A locale's prefix is no segment and belongs to
 * that locale alone, so the rule without prefix leaves every prefixed path to the others.
 */
export function matchesSegment(rule: SegmentRule, path: string): boolean {
  if (!path.includes(rule.segment) || prefixOf(path) !== rule.prefix) return false;
  const segments = path.slice(rule.prefix.length).split('/').filter(Boolean);
  return segments.indexOf(rule.segment, 1) !== -1;
}

/** The locale prefix that a path starts with: '' or '/es'. */
export function prefixOf(path: string): string {
  const row = LOCALES.find(({ prefix }) => prefix !== '' && (path === prefix || path.startsWith(`${prefix}/`)));
  return row?.prefix ?? '';
}

/** Binary search: `exact` is sorted by `from` in code units, and a build asks once a link. */
function findExact(exact: readonly ExactRedirect[], from: string): ExactRedirect | null {
  let low = 0;
  let high = exact.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const rule = exact[middle];
    if (rule === undefined) return null;
    if (rule.from === from) return rule;
    if (rule.from < from) low = middle + 1;
    else high = middle - 1;
  }
  return null;
}

function splitHash(href: string): readonly [base: string, hash: string] {
  const start = href.indexOf('#');
  return start === -1 ? [href, ''] : [href.slice(0, start), href.slice(start)];
}
