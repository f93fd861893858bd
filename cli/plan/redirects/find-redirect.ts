// Finds the redirect of a path, by the same rules as hosts and the client: an exact rule wins over a segment rule.

import { redirectTarget } from '../../../client/redirect-target.ts';
import { LOCALES } from '../../../config/locales.ts';
import type { SitePath } from '../../files/brands.ts';
import { pathOfHref } from '../../paths/site-path.ts';
import type { ExactRedirect, RedirectRules, SegmentRule } from './redirect-rules.ts';

/** A redirect. `to` is '' for 410. */
export type FoundRedirect = Pick<ExactRedirect, 'to' | 'status' | 'locale'>;

/**
 * The redirect of a decoded site path, with or without trailing slash; null if it has none (decisions, "Redirects"). Add the
 * query of a request with {@link appendQuery}.
 */
export function findRedirect(rules: RedirectRules, path: SitePath): FoundRedirect | null {
  return (
    findExact(rules.exact, path.endsWith('/') ? path : `${path}/`) ??
    findExact(rules.exact, sourceKey(path)) ??
    rules.segments.find((rule) => matchesSegment(rule, path)) ??
    null
  );
}

/**
 * The href to print for an internal link. If its path is redirected, this is the final target with the query and hash of the link. Any
 * other href is returned unchanged, also one with status 410.
 */
export function findFinalHref(rules: RedirectRules, href: string): string {
  const [, pathname = '', query = '', hash = ''] = /^(\/(?!\/)[^?#]*)(\?[^#]*)?(#.*)?$/s.exec(href) ?? [];
  const path = pathname === '' ? null : pathOfHref(pathname);
  const found = path === null ? null : findRedirect(rules, path);
  if (found === null || found.status === 410) return href;
  return replaceHash(appendQuery(found.to, query), hash);
}

/** Adds the query of a request (with or without '?') to that of a target, whose own parameters win. */
export function appendQuery(to: string, query: string): string {
  return redirectTarget(to, { search: query, hash: '' });
}

/** Replaces the hash of a target, unless `hash` is ''. */
export function replaceHash(to: string, hash: string): string {
  return hash === '' ? to : `${to.replace(/#.*/s, '')}${hash}`;
}

/** Equal for a path with and without trailing slash. */
export function sourceKey(path: string): string {
  return path === '/' || !path.endsWith('/') ? path : path.slice(0, -1);
}

/**
 * Whether a decoded path has the segment of a rule after another segment. The prefix of a locale is not a segment, and the rule
 * without prefix does not match prefixed paths.
 */
export function matchesSegment(rule: SegmentRule, path: SitePath): boolean {
  if (!path.includes(rule.segment) || prefixOf(path) !== rule.prefix) return false;
  const segments = path.slice(rule.prefix.length).split('/').filter(Boolean);
  return segments.indexOf(rule.segment, 1) !== -1;
}

/** The locale prefix of a path: '' or '/es'. */
export function prefixOf(path: string): string {
  const row = LOCALES.find(({ prefix }) => prefix !== '' && (path === prefix || path.startsWith(`${prefix}/`)));
  return row?.prefix ?? '';
}

/** Rules by source, since a build looks for every link. */
const rulesBySource = new WeakMap<readonly ExactRedirect[], ReadonlyMap<string, ExactRedirect>>();

function findExact(exact: readonly ExactRedirect[], from: string): ExactRedirect | undefined {
  const index = () => new Map<string, ExactRedirect>(exact.map((rule) => [rule.from, rule]));
  return rulesBySource.getOrInsertComputed(exact, index).get(from);
}
