// Gates fail a comparison because of changes that are seldom intended, unless they are allowed with a reason.

import type { DiffGate, SiteConfig } from '../../config/define-site.ts';
import { isAllowed, parseRobotsTxt } from '../check/live/robots-txt.ts';
import type { Problem, ProblemPlace } from '../errors.ts';
import { pathOfHref } from '../paths/site-path.ts';
import { plural } from '../text/printable-text.ts';
import type { SiteSide } from './folder-side.ts';
import { alternatesOf, factOf, type PageView } from './page-view.ts';
import { findNextRule, type SideRedirects } from './site-files.ts';

const GATES: Readonly<Record<DiffGate, { readonly why: string; readonly fix: string }>> = {
  DIFF_PAGE_GONE: {
    why: 'Search engines list the page and other sites link to it. Without a redirect to its replacement, it is lost.',
    fix: 'Add a redirect to the page that replaces it',
  },
  DIFF_NOINDEX_ADDED: {
    why: 'Search engines drop a page with noindex within days.',
    fix: 'Remove noindex from the entry or the template',
  },
  DIFF_CANONICAL_CHANGED: {
    why: 'Search engines transfer the ranking of a page to its canonical address.',
    fix: 'Undo the change',
  },
  DIFF_LANGUAGE_LINKS_CHANGED: {
    why: 'Search engines use these links to show readers the page in their language. They must agree on all versions of a page.',
    fix: 'Check how the versions are linked in the content service and config/',
  },
  DIFF_TITLE_LOST: { why: 'The title is what search results show.', fix: 'Give the page a title' },
  DIFF_HEADING_LOST: {
    why: 'The main heading tells readers, screen readers and search engines what the page is about.',
    fix: 'Give the page a main heading',
  },
  DIFF_REDIRECT_CHAIN: {
    why: 'Each redirect costs visitors a request, and search engines follow only a few.',
    fix: 'Redirect directly to the final address',
  },
  DIFF_ROBOTS_CLOSED: {
    why: 'Search engines stop reading the site, and drop its pages within weeks.',
    fix: 'Check "robots" in site.config.ts',
  },
  DIFF_MANY_CHANGED: {
    why: 'The code is the same, so one change of content, settings or time affects most of the site.',
    fix: 'Check that the changes that pages have in common are intended',
  },
};
const ALLOW = ', or allow it with a reason (diff.allow in site.config.ts, or --allow).';

/** A change that a gate checks for. */
export interface GateHit {
  readonly code: DiffGate;
  /** Null for the whole site. */
  readonly path: string | null;
  readonly where?: ProblemPlace;
  readonly what: string;
  /** Hits with the same cause become one finding. Default: the path. */
  readonly cause?: string;
}

/** Hits with the same cause. If it is allowed, a notice, whose `fix` is the reason. */
export interface GateFinding extends Problem {
  readonly code: DiffGate;
  readonly why: string;
  readonly pages: number;
  /** Paths of the first pages. */
  readonly paths: readonly string[];
  /** Why it is allowed; null if it is not. */
  readonly allowed: string | null;
}

const MAX_PATHS = 20;

/** The findings, failing ones first. Only the gates in `fail` are on; null means all. */
export function judgeHits(
  hits: readonly GateHit[],
  { fail, allow }: Pick<SiteConfig['diff'], 'fail' | 'allow'>,
): readonly GateFinding[] {
  const isMany = hits.filter(({ cause }) => cause === TO_HOME).length > FEW_TO_HOME;
  const judged = hits
    .filter(({ code, cause }) => fail?.includes(code) !== false && (cause !== TO_HOME || isMany))
    .map((hit) => {
      const rule = allow.find(({ code, path }) => code === hit.code && (path === undefined || isBelow(hit.path, path)));
      return { ...hit, allowed: rule?.reason ?? null };
    });
  const groups = Map.groupBy(judged, ({ code, path, cause = path, allowed }) => JSON.stringify([code, cause, allowed]));
  const findings = [...groups.values()].flatMap(([first, ...others]): readonly GateFinding[] => {
    if (first === undefined) return [];
    const { code, path, where, what, allowed } = first;
    const paths = [first, ...others].flatMap((hit) => hit.path ?? []);
    const { why, fix } = GATES[code];
    return [
      {
        ...{
          code,
          severity: allowed === null ? 'error' : 'notice',
          where: { ...where, ...(path !== null && { path }) },
        },
        what: `${what}${others.length === 0 ? '' : ` The same on ${plural(others.length, 'more page')}.`}`,
        why,
        fix: allowed === null ? `${fix}${ALLOW}` : `Allowed: ${allowed}`,
        ...{ pages: paths.length, paths: paths.slice(0, MAX_PATHS), allowed },
      },
    ];
  });
  return findings.sort((a, b) => Number(a.allowed !== null) - Number(b.allowed !== null));
}

function isBelow(path: string | null, pattern: string): boolean {
  if (path === null) return false;
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
}

/** A page of the first site. */
export interface GatePage {
  readonly status: 'removed' | 'moved' | 'changed' | 'added';
  readonly path: string;
  /** Its path in the first site. */
  readonly from: string;
  /** If it was removed or moved, where its old path redirects. */
  readonly redirect: string | null;
  readonly where: ProblemPlace;
  readonly before: PageView;
  /** Null if it is gone. */
  readonly after: PageView | null;
}

/** What pages share. */
interface GateContext {
  readonly origins: { readonly base: string | null; readonly head: string | null };
  /** Paths that only one of the sites has. */
  readonly lone: ReadonlySet<string>;
}

const ERROR_PAGE = /\/(?:404|410|500)\.html$/;

const TO_HOME = 'was removed and redirects to the home page, which search engines take for an error.';
/** A few old pages may well be part of the home page now; a host that redirects everything lost them. */
const FEW_TO_HOME = 3;

/** The hits of a page. */
export function* checkPage(page: GatePage, { origins, lone }: GateContext): Generator<GateHit> {
  const { path, status, from, where, before, after, redirect } = page;
  const hit = (code: DiffGate, what: string, cause = path): GateHit => ({ code, path, where, what, cause });
  const wasListed = factOf(before, 'robots') === '';
  const isLost = status !== 'changed' && wasListed && !ERROR_PAGE.test(from);
  if (isLost && redirect === null)
    yield { ...hit('DIFF_PAGE_GONE', `The page ${from} was removed without a redirect.`, from), path: from };
  if (isLost && redirect === '/')
    yield { ...hit('DIFF_PAGE_GONE', `The page ${from} ${TO_HOME}`, TO_HOME), path: from };
  if (after === null) return;
  const hasLost = (kind: 'title' | 'h1') => factOf(before, kind) !== '' && factOf(after, kind) === '';
  if (wasListed && factOf(after, 'robots') !== '')
    yield hit('DIFF_NOINDEX_ADDED', `${path} now has noindex.`, 'noindex');
  if (hasLost('title')) yield hit('DIFF_TITLE_LOST', `${path} no longer has a title.`, 'title');
  if (hasLost('h1')) yield hit('DIFF_HEADING_LOST', `${path} no longer has a main heading.`, 'heading');
  if (status !== 'changed') return;
  const { base, head } = origins;
  if (base !== null && head !== null && base !== head) {
    yield hit('DIFF_CANONICAL_CHANGED', `Canonical addresses changed from ${base} to ${head}.`, 'origin');
    return;
  }
  const [was, is] = [before, after].map((view) => factOf(view, 'canonical') || 'none');
  if (was !== is) yield hit('DIFF_CANONICAL_CHANGED', `The canonical address of ${path} changed from ${was} to ${is}.`);
  const links = findLanguageLinks(path, before, after, lone);
  if (links !== '') yield hit('DIFF_LANGUAGE_LINKS_CHANGED', `The language links of ${path} changed: ${links}.`);
}

/** '' if they did not change, or only because of a page that is new, gone or moved. */
function findLanguageLinks(path: string, before: PageView, after: PageView, lone: ReadonlySet<string>): string {
  const [old, now] = [alternatesOf(before), alternatesOf(after)];
  const changed = [...old.symmetricDifference(now)];
  const targetOf = (link: string) => pathOfHref(link.slice(link.indexOf(' ') + 1)) ?? '';
  const others = changed.filter((link) => !lone.has(targetOf(link)));
  // A page with one language left has no links to itself either.
  const isAlone = others.length < changed.length && others.every((link) => targetOf(link) === path);
  if (others.length === 0 || isAlone) return '';
  const links = changed.map((link) => `${old.has(link) ? 'without' : 'with'} ${link}`);
  return `${links.slice(0, 4).join(', ')}${links.length > 4 ? ', …' : ''}`;
}

/** The hits of the whole site. */
export async function checkSite(
  { base, head, settings }: { readonly base: SiteSide; readonly head: SiteSide; readonly settings: SiteConfig['diff'] },
  rules: { readonly base: SideRedirects; readonly head: SideRedirects },
  { changed, unchanged }: { readonly changed: number; readonly unchanged: number },
): Promise<readonly GateHit[]> {
  const isRobotsClosed = async ({ read }: SiteSide) => isClosed(String((await read('robots.txt')) ?? ''));
  const hits: GateHit[] = [];
  if ((await isRobotsClosed(head)) && !(await isRobotsClosed(base)))
    hits.push({ code: 'DIFF_ROBOTS_CLOSED', path: null, what: 'robots.txt now closes the whole site.' });
  for (const from of rules.head.keys()) {
    const next = findNextRule(rules.head, from);
    if (next === null || findNextRule(rules.base, from) === next) continue;
    const what = `${from} redirects to ${next}, which redirects to ${rules.head.get(next)?.to}.`;
    hits.push({ code: 'DIFF_REDIRECT_CHAIN', path: from, what });
  }
  const known = changed + unchanged;
  const percent = known === 0 ? 0 : (100 * changed) / known;
  if (base.code === null || base.code !== head.code || percent <= settings.changedPercent) return hits;
  const what = `${changed} of ${known} pages (${Math.round(percent)} %) changed without a change of code; the limit is ${settings.changedPercent} %.`;
  return [...hits, { code: 'DIFF_MANY_CHANGED', path: null, what }];
}

/** Whether a robots.txt closes a page for search engines that it does not name. */
function isClosed(robots: string): boolean {
  const { groups } = parseRobotsTxt(robots);
  return ['*', 'googlebot', 'bingbot'].some((crawler) => !isAllowed(groups.get(crawler), '/sitegen-diff/'));
}
