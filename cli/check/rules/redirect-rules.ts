// Rules for the redirects that a build writes: no loops, chains or missing targets, no hidden pages, no sources that differ only
// in case, no target that the visitor can choose. The build checks the redirects of the content when it plans them.

import type { SiteConfig } from '../../../config/define-site.ts';
import { hostOriginOf, withoutBase } from '../../../config/site-address.ts';
import type { Problem, ProblemPlace } from '../../errors.ts';
import type { SitePath } from '../../files/brands.ts';
import { renderHosts } from '../../outputs/hosts/render-hosts.ts';
import { caselessPath } from '../../paths/out-path.ts';
import { pathOfHref } from '../../paths/site-path.ts';
import { findRedirect, matchesSegment, sourceKey } from '../../plan/redirects/find-redirect.ts';
import type { ExactRedirect, RedirectRules, SegmentRule } from '../../plan/redirects/redirect-rules.ts';
import type { SiteIndex } from '../check-input.ts';
import type { Fault } from '../findings.ts';
import type { RuleCode } from './rules.ts';
import type { CheckedSite } from './site-rules.ts';

/** Targets that start with a placeholder of a host, or with two slashes, let visitors choose the host. */
const OPEN_TARGET = /^(?:\/\/|\/?(?::\w|\*|\$[\d{]|\{))/;

type AnyRule = ExactRedirect | SegmentRule;

export function* findRedirectFaults({ input: { redirects: rules }, site }: CheckedSite): Iterable<Fault> {
  const all: readonly AnyRule[] = [...(rules.root === null ? [] : [rules.root]), ...rules.exact, ...rules.segments];
  const sources = new Set<string>();
  const firstByFold = new Map<string, ExactRedirect>();
  for (const rule of all) {
    yield* findTargetFaults(rule, rules, site);
    if (rule.kind === 'segment') continue;
    const key = sourceKey(rule.from);
    const twin = firstByFold.get(caselessPath(key));
    if (sources.has(key)) yield fault('REDIRECT_CONFLICT', rule, `The source "${rule.from}" is listed twice.`);
    else if (twin !== undefined)
      yield fault('REDIRECT_CASE_CONFLICT', rule, `The sources "${twin.from}" and "${rule.from}" differ only in case.`);
    sources.add(key);
    if (twin === undefined) firstByFold.set(caselessPath(key), rule);
    if (site.numberOf(rule.from) !== undefined)
      yield fault('REDIRECT_REPLACES_PAGE', rule, `The redirect from ${rule.from} hides the page there.`);
  }
}

function* findTargetFaults(rule: AnyRule, rules: RedirectRules, site: SiteIndex): Iterable<Fault> {
  const { to, status } = rule;
  if (status === 410) return;
  if (OPEN_TARGET.test(to)) {
    yield fault('REDIRECT_PATTERN_OPEN', rule, `The target "${to}" starts with a part of the requested address.`);
    return;
  }
  const host = hostOriginOf(site.origin);
  const url = URL.parse(to, host);
  const isPath = to.startsWith('/') && !to.startsWith('//');
  const pathname = url?.origin !== host ? null : isPath ? url.pathname : withoutBase(url.pathname, site.origin);
  const path = pathname === null ? null : pathOfHref(pathname);
  if (path === null) {
    if (url === null || !/^https?:$/.test(url.protocol))
      yield fault('REDIRECT_TARGET_INVALID', rule, `The target "${to}" is neither a site path nor an http(s) address.`);
    return;
  }
  if (isSource(rule, path)) {
    yield fault('REDIRECT_LOOP', rule, `The redirect leads back to its start: ${nameOf(rule)} → ${path}.`);
    return;
  }
  const next = findRedirect(rules, path);
  if (next !== null) {
    const trail = followTrail(rules, path);
    if (trail === null) yield fault('REDIRECT_LOOP', rule, `The redirect of ${nameOf(rule)} ends in a loop.`);
    else
      yield fault(
        'REDIRECT_CHAIN_EMITTED',
        rule,
        `The redirect takes ${trail.length} more hops: ${[nameOf(rule), path, ...trail].join(' → ')}.`,
      );
  } else if (site.numberOf(path) === undefined && !site.hasFile(path))
    yield fault('REDIRECT_TARGET_MISSING', rule, `The target "${to}" is not a page of this site.`);
}

function isSource(rule: AnyRule, path: SitePath): boolean {
  return rule.kind === 'segment' ? matchesSegment(rule, path) : sourceKey(rule.from) === sourceKey(path);
}

const MAX_HOPS = 20;

/** The redirects of a path, hop by hop; null if they do not end. */
function followTrail(rules: RedirectRules, start: SitePath): readonly string[] | null {
  const trail: string[] = [];
  let path: SitePath | null = start;
  while (path !== null && trail.length < MAX_HOPS) {
    const found = findRedirect(rules, path);
    if (found === null || found.status === 410) return trail;
    trail.push(found.to);
    path = found.to.startsWith('/') ? pathOfHref(found.to.replace(/[?#].*$/s, '')) : null;
  }
  return path === null ? trail : null;
}

function nameOf(rule: AnyRule): string {
  return rule.kind === 'segment' ? `${rule.prefix}/…/${rule.segment}/…` : rule.from;
}

function fault(code: RuleCode, rule: AnyRule, what: string): Fault {
  const where = placeOf(rule);
  return { code, where, what, path: where.path ?? null, target: nameOf(rule) };
}

function placeOf(rule: AnyRule): ProblemPlace {
  const { source } = rule;
  const path = rule.kind === 'exact' ? { path: rule.from } : {};
  switch (source.kind) {
    case 'content':
      return {
        collection: 'redirects',
        entry: source.entryId,
        site: source.site,
        ...(source.editUrl === null ? {} : { editUrl: source.editUrl }),
        ...path,
      };
    case 'segment':
      return { file: 'config/redirects.ts', field: source.segment };
    case 'root':
      return { file: 'site.config.ts', field: 'build.rootRedirect', ...path };
  }
}

/** Problems of the site's own host, as in a build. */
export function findHostLosses(rules: RedirectRules, site: SiteConfig): readonly Problem[] {
  if (site.build.host === null) return [];
  return renderHosts({ rules, site, contentSecurityPolicy: '' }).problems;
}
