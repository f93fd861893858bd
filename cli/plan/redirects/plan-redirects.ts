// Creates the redirect rules of a site from content entries, `config/redirects.ts` and the root redirect. Sources are unique, every
// target exists, and no target is redirected again.

import { ROOT_REDIRECT_STATUS } from '../../../config/constants.ts';
import type { SiteConfig } from '../../../config/define-site.ts';
import { LOCALES, type Locale, localeRow } from '../../../config/locales.ts';
import { SEGMENT_REDIRECTS } from '../../../config/redirects.ts';
import type { Problem } from '../../errors.ts';
import { type SitePath, toSitePath } from '../../files/brands.ts';
import { caselessPath } from '../../paths/out-path.ts';
import { ROOT_PATH } from '../../paths/site-path.ts';
import { matchesSegment, sourceKey } from './find-redirect.ts';
import { flattenRedirects, routeForm } from './flatten-redirects.ts';
import { parseRedirect, parseTarget, type RedirectEntry, type RedirectHop, targetHref } from './parse-redirect.ts';
import { type ExactRedirect, entriesOf, type RedirectRules, type SegmentRule } from './redirect-rules.ts';

/**
 * Input of the rules. `hasRoute` is true for every decoded path of a page or feed, `isUnread` for that of a page which may exist, but
 * whose list could not be read.
 */
export interface RedirectsInput {
  readonly isUnread?: (path: SitePath) => boolean;
  readonly site: SiteConfig;
  readonly entries: readonly RedirectEntry[];
  readonly hasRoute: (path: SitePath) => boolean;
  /** Site path of a page of config/pages.ts in a locale; null if it has no route. */
  readonly pagePathOf: (page: string, locale: Locale) => SitePath | null;
}

/** Plans the rules (decisions, "Redirects"). Faulty redirects are reported as problems; never throws. */
export function planRedirects(input: RedirectsInput): {
  readonly rules: RedirectRules;
  readonly problems: readonly Problem[];
} {
  const parsed = [parseRoot(input.site), ...input.entries.map((entry) => parseRedirect(entry, input.site))];
  const unique = keepFirst(parsed.flatMap(({ hop }) => (hop === null ? [] : [inRouteForm(hop, input.hasRoute)])));
  const segments = createSegmentHops(input);
  const { finalByHop, problems } = flattenRedirects({
    hops: [...unique.hops, ...segments.map(({ hop }) => hop)],
    findHop: (path) =>
      unique.hopByKey.get(sourceKey(path)) ?? segments.find(({ rule }) => matchesSegment(rule, path))?.hop ?? null,
    hasRoute: input.hasRoute,
    isUnread: input.isUnread ?? (() => false),
  });
  const settled = unique.hops.flatMap((hop): readonly ExactRedirect[] => {
    const { from, locale, source } = hop;
    const final = finalByHop.get(hop);
    return final === undefined ? [] : [{ from, ...final, locale, source }];
  });
  return {
    rules: {
      segments: segments.flatMap(({ rule, hop }) => (finalByHop.has(hop) ? { ...rule, ...finalByHop.get(hop) } : [])),
      exact: settled.toSorted((a, b) => (a.from < b.from ? -1 : 1)),
    },
    problems: [
      ...parsed.flatMap((redirect) => redirect.problems),
      ...unique.problems,
      ...findCaseConflicts(unique.hops),
      ...problems,
      ...unique.hops
        .filter(({ from, source }) => source.kind === 'content' && input.hasRoute(from))
        .map(describeReplacedPage),
    ],
  };
}

function parseRoot(site: SiteConfig): ReturnType<typeof parseRedirect> {
  const written = site.build.rootRedirect;
  if (written === null) return { hop: null, problems: [] };
  const where = { file: 'site.config.ts', field: 'build.rootRedirect' };
  const target = parseTarget(written, site);
  if (target === null) {
    const what = `The root redirect's target "${written}" is neither a site path nor an absolute http(s) URL.`;
    const fix = 'Write a whole site path such as "/es/" or an address that starts with "https://".';
    return { hop: null, problems: [{ code: 'REDIRECT_TARGET_INVALID', severity: 'error', where, what, fix }] };
  }
  const locale = site.locales.find((candidate) => localeRow(candidate).prefix === '') ?? site.locales[0] ?? 'en';
  return {
    hop: { from: ROOT_PATH, target, status: ROOT_REDIRECT_STATUS, locale, source: { kind: 'root' }, where },
    problems: [],
  };
}

/** The rules of `config/redirects.ts` for each locale with the target page. Those of prefixed locales come first. */
function createSegmentHops({ site, pagePathOf }: RedirectsInput) {
  const rows = LOCALES.filter(({ locale }) => site.locales.includes(locale));
  const prefixedFirst = [...rows.filter(({ prefix }) => prefix !== ''), ...rows.filter(({ prefix }) => prefix === '')];
  return SEGMENT_REDIRECTS.flatMap(({ segment, page, status }) =>
    prefixedFirst.flatMap(({ locale, prefix }) => {
      const path = pagePathOf(page, locale);
      if (path === null) return [];
      const source = { kind: 'segment', segment } as const;
      const rule: SegmentRule = { prefix, segment, to: path, status, locale, source };
      const hop: RedirectHop = {
        from: toSitePath(`${prefix}/…/${segment}/…`),
        target: { kind: 'internal', path, search: '', hash: '' },
        status,
        locale,
        source,
        where: { file: 'config/redirects.ts', field: segment },
      };
      return [{ rule, hop }];
    }),
  );
}

function inRouteForm(hop: RedirectHop, hasRoute: (path: SitePath) => boolean): RedirectHop {
  const from = routeForm(hop.from, hasRoute);
  return from === null || from === hop.from ? hop : { ...hop, from };
}

/** Keeps the first hop of each source and reports the others: as errors if their targets differ. */
function keepFirst(hops: readonly RedirectHop[]) {
  const hopByKey = new Map<string, RedirectHop>();
  const problems: Problem[] = [];
  for (const hop of hops) {
    const key = sourceKey(hop.from);
    const kept = hopByKey.get(key);
    if (kept === undefined) hopByKey.set(key, hop);
    else problems.push(describeDuplicate(hop, kept));
  }
  return { hops: [...hopByKey.values()], hopByKey, problems };
}

function describeDuplicate(hop: RedirectHop, kept: RedirectHop): Problem {
  const isSame = targetHref(hop.target) === targetHref(kept.target);
  const first = `${targetHref(kept.target) || 'nowhere'} (${kept.status})`;
  const second = `${targetHref(hop.target) || 'nowhere'} (${hop.status})`;
  return {
    code: isSame ? 'REDIRECT_DUPLICATE' : 'REDIRECT_CONFLICT',
    severity: isSame ? 'notice' : 'error',
    where: hop.where,
    what: `The source "${hop.from}" is listed twice: it leads to ${first} and to ${second}.${isSame ? ' The first one was used.' : ''}`,
    fix: 'Keep one of the two.',
    entries: entriesOf(hop.source, kept.source),
  };
}

/** Reports sources that are equal on hosts that ignore case. */
function findCaseConflicts(hops: readonly RedirectHop[]): readonly Problem[] {
  const firstByKey = new Map<string, RedirectHop>();
  return hops.flatMap((hop): readonly Problem[] => {
    const first = firstByKey.getOrInsert(caselessPath(sourceKey(hop.from)), hop);
    if (first === hop) return [];
    const what = `The sources "${first.from}" and "${hop.from}" differ only in case, which some hosts ignore.`;
    const entries = entriesOf(hop.source, first.source);
    const { where } = hop;
    return [{ code: 'REDIRECT_CASE_CONFLICT', severity: 'error', where, what, fix: 'Keep one of the two.', entries }];
  });
}

function describeReplacedPage({ from, where }: Pick<RedirectHop, 'from' | 'where'>): Problem {
  return {
    code: 'REDIRECT_REPLACES_PAGE',
    severity: 'warning',
    where: { ...where, path: from },
    what: `The page ${from} was not written, because a redirect has the same path.`,
    fix: 'Remove the redirect to show the page, or unpublish the page.',
  };
}
