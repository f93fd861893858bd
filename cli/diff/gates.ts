// Gates fail a comparison because of changes that are seldom intended, unless they are allowed with a reason. What `check` finds on one
// site alone, such as a page without a title, needs no gate.

import type { DiffGate, SiteConfig } from '../../config/define-site.ts';
import { isBlocked, parseRobotsTxt } from '../check/live/robots-txt.ts';
import type { Problem, ProblemPlace } from '../errors.ts';
import { pathOfHref } from '../paths/site-path.ts';
import { bySeverity } from '../report/describe-problems.ts';
import { plural } from '../text/printable-text.ts';
import { alternatesOf, factOf, type PageView } from './compare-pages.ts';

const FIXES: Readonly<Record<DiffGate, string>> = {
  DIFF_PAGE_GONE: 'Redirect it to the page that replaces it',
  DIFF_NOINDEX_ADDED: 'Remove noindex from the entry, the template or the headers of the host',
  DIFF_CANONICAL_CHANGED: 'Undo the change',
  DIFF_LANGUAGE_LINKS_CHANGED: 'Check how the versions are linked in the content service and config/',
  DIFF_ROBOTS_CLOSED: 'Check "robots" in site.config.ts',
};
const ALLOW = ', or allow it with a reason (diff.allow in site.config.ts, or --allow).';

/** A change that a gate checks for. Hits with the same cause become one finding; by default it is the path, null for the whole site. */
export interface GateHit extends Pick<Problem, 'where' | 'what'> {
  readonly code: DiffGate;
  readonly path: string | null;
  readonly cause?: string;
}

/** Hits with the same cause. If it is allowed, a notice, whose `fix` is the reason. */
export interface GateFinding extends Problem {
  readonly code: DiffGate;
  readonly pages: number;
  readonly paths: readonly string[];
  /** Why it is allowed; null if it is not. */
  readonly allowed: string | null;
}

type Allowed = SiteConfig['diff']['allow'];

const TO_HOME = 'was removed and redirects to the home page, which search engines take for an error.';
/** A few old pages may well be part of the home page now; a host that redirects everything lost them. */
const FEW_TO_HOME = 3;

/** The findings, failing ones first. */
export function judgeHits(hits: readonly GateHit[], allow: Allowed): readonly GateFinding[] {
  const isFew = hits.filter(({ cause }) => cause === TO_HOME).length <= FEW_TO_HOME;
  const judged = hits
    .filter(({ cause }) => cause !== TO_HOME || !isFew)
    .map((hit) => ({ ...hit, allowed: allow.find((rule) => isOfRule(hit, rule))?.reason ?? null }));
  const groups = Map.groupBy(judged, ({ code, path, cause = path, allowed }) => JSON.stringify([code, cause, allowed]));
  const findings = [...groups.values()].flatMap((all) =>
    all.slice(0, 1).map(({ code, path, where, what, allowed }): GateFinding => {
      const paths = all.flatMap((hit) => hit.path ?? []);
      const others = all.length === 1 ? '' : ` The same on ${plural(all.length - 1, 'more page')}.`;
      return {
        ...{ code, allowed, pages: paths.length, paths, what: `${what}${others}` },
        severity: allowed === null ? 'error' : 'notice',
        where: { ...where, ...(path !== null && { path }) },
        fix: allowed === null ? `${FIXES[code]}${ALLOW}` : `Allowed: ${allowed}`,
      };
    }),
  );
  return findings.sort(bySeverity);
}

function isOfRule({ code, path }: GateHit, rule: Allowed[number]): boolean {
  if (code !== rule.code || rule.path === undefined) return code === rule.code;
  return rule.path.endsWith('*') ? path?.startsWith(rule.path.slice(0, -1)) === true : path === rule.path;
}

/** Addresses of the sites, if they are known. */
export type Origins = Readonly<Record<'base' | 'head', string | null>>;

/** A page of the first site. */
interface GatePage {
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

const ERROR_PAGE = /\/(?:404|410|500)\.html$/;

/** The hits of a page. `lone` are the paths that only one of the sites has. */
export function* checkPage(page: GatePage, { base, head }: Origins, lone: ReadonlySet<string>): Generator<GateHit> {
  const { path, from, where, before, after, redirect } = page;
  const isChanged = after !== null && path === from;
  const wasListed = factOf(before, 'robots') === '' && !ERROR_PAGE.test(from);
  const gone = { code: 'DIFF_PAGE_GONE', path: from, where } as const;
  if (!isChanged && wasListed && redirect === null)
    yield { ...gone, what: `The page ${from} was removed without a redirect.` };
  if (!isChanged && wasListed && redirect === '/')
    yield { ...gone, what: `The page ${from} ${TO_HOME}`, cause: TO_HOME };
  if (after !== null && wasListed && factOf(after, 'robots') !== '')
    yield { code: 'DIFF_NOINDEX_ADDED', path, where, what: `${path} now has noindex.`, cause: 'noindex' };
  if (!isChanged) return;
  if (base !== null && head !== null && base !== head) {
    const what = `Canonical addresses changed from ${base} to ${head}.`;
    return yield { code: 'DIFF_CANONICAL_CHANGED', path, where, what, cause: 'origin' };
  }
  const [was, is] = [before, after].map((view) => factOf(view, 'canonical') || 'none');
  if (was !== is) {
    const what = `The canonical address of ${path} changed from ${was} to ${is}.`;
    yield { code: 'DIFF_CANONICAL_CHANGED', path, where, what };
  }
  const links = findLanguageLinks(path, before, after, lone);
  if (links !== '') {
    const what = `The language links of ${path} changed: ${links}.`;
    yield { code: 'DIFF_LANGUAGE_LINKS_CHANGED', path, where, what };
  }
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
  return changed.map((link) => `${old.has(link) ? 'without' : 'with'} ${link}`).join(', ');
}

/** The hits of two texts of `robots.txt`. */
export function checkRobots(before: string, after: string): readonly GateHit[] {
  if (!isClosed(after) || isClosed(before)) return [];
  return [{ code: 'DIFF_ROBOTS_CLOSED', path: null, where: {}, what: 'robots.txt now closes the whole site.' }];
}

/** Whether a robots.txt closes a page for search engines that it does not name. */
function isClosed(robots: string): boolean {
  const parsed = parseRobotsTxt(robots);
  return ['*', 'Googlebot', 'Bingbot'].some((crawler) => isBlocked(parsed, '/sitegen-diff/', crawler));
}
