// Gates fail a comparison because of changes that are seldom intended, unless they are allowed with a reason. What `check` finds on one
// site alone, such as a page without a title, needs no gate.

import type { DiffGate, SiteConfig } from '../../config/define-site.ts';
import { isAllowed, parseRobotsTxt } from '../check/live/robots-txt.ts';
import type { Problem, ProblemPlace } from '../errors.ts';
import { pathOfHref } from '../paths/site-path.ts';
import { plural } from '../text/printable-text.ts';
import { alternatesOf, factOf, type PageView } from './page-view.ts';

const FIXES: Readonly<Record<DiffGate, string>> = {
  DIFF_PAGE_GONE: 'Redirect it to the page that replaces it',
  DIFF_NOINDEX_ADDED: 'Remove noindex from the entry, the template or the headers of the host',
  DIFF_CANONICAL_CHANGED: 'Undo the change',
  DIFF_LANGUAGE_LINKS_CHANGED: 'Check how the versions are linked in the content service and config/',
  DIFF_ROBOTS_CLOSED: 'Check "robots" in site.config.ts',
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
  readonly pages: number;
  /** Paths of the first pages. */
  readonly paths: readonly string[];
  /** Why it is allowed; null if it is not. */
  readonly allowed: string | null;
}

type Allowed = SiteConfig['diff']['allow'];

const MAX_PATHS = 20;
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
  return [...groups.values()]
    .flatMap(([first, ...others]): readonly GateFinding[] => {
      if (first === undefined) return [];
      const { code, path, where, what, allowed } = first;
      const paths = [first, ...others].flatMap((hit) => hit.path ?? []);
      return [
        {
          ...{ code, severity: allowed === null ? 'error' : 'notice', allowed },
          where: { ...where, ...(path !== null && { path }) },
          what: `${what}${others.length === 0 ? '' : ` The same on ${plural(others.length, 'more page')}.`}`,
          fix: allowed === null ? `${FIXES[code]}${ALLOW}` : `Allowed: ${allowed}`,
          ...{ pages: paths.length, paths: paths.slice(0, MAX_PATHS) },
        },
      ];
    })
    .sort((a, b) => Number(a.allowed !== null) - Number(b.allowed !== null));
}

function isOfRule({ code, path }: GateHit, rule: Allowed[number]): boolean {
  if (code !== rule.code || rule.path === undefined) return code === rule.code;
  return rule.path.endsWith('*') ? path?.startsWith(rule.path.slice(0, -1)) === true : path === rule.path;
}

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

/** What pages share. */
interface GateContext {
  readonly origins: { readonly base: string | null; readonly head: string | null };
  /** Paths that only one of the sites has. */
  readonly lone: ReadonlySet<string>;
}

const ERROR_PAGE = /\/(?:404|410|500)\.html$/;

/** The hits of a page. */
export function* checkPage(page: GatePage, { origins, lone }: GateContext): Generator<GateHit> {
  const { path, from, where, before, after, redirect } = page;
  const isChanged = after !== null && path === from;
  const wasListed = factOf(before, 'robots') === '' && !ERROR_PAGE.test(from);
  if (!isChanged && wasListed && (redirect === null || redirect === '/')) {
    const gone = { code: 'DIFF_PAGE_GONE', path: from, where } as const;
    yield redirect === null
      ? { ...gone, what: `The page ${from} was removed without a redirect.` }
      : { ...gone, what: `The page ${from} ${TO_HOME}`, cause: TO_HOME };
  }
  const isListed = after === null || factOf(after, 'robots') === '';
  if (wasListed && !isListed)
    yield { code: 'DIFF_NOINDEX_ADDED', path, where, what: `${path} now has noindex.`, cause: 'noindex' };
  if (!isChanged) return;
  const { base, head } = origins;
  const canonical = { code: 'DIFF_CANONICAL_CHANGED', path, where } as const;
  if (base !== null && head !== null && base !== head)
    return yield { ...canonical, what: `Canonical addresses changed from ${base} to ${head}.`, cause: 'origin' };
  const [was, is] = [before, after].map((view) => factOf(view, 'canonical') || 'none');
  if (was !== is) yield { ...canonical, what: `The canonical address of ${path} changed from ${was} to ${is}.` };
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
  const links = changed.map((link) => `${old.has(link) ? 'without' : 'with'} ${link}`);
  return `${links.slice(0, 4).join(', ')}${links.length > 4 ? ', …' : ''}`;
}

/** The hits of two texts of `robots.txt`. */
export function checkRobots(before: string, after: string): readonly GateHit[] {
  if (!isClosed(after) || isClosed(before)) return [];
  return [{ code: 'DIFF_ROBOTS_CLOSED', path: null, what: 'robots.txt now closes the whole site.' }];
}

/** Whether a robots.txt closes a page for search engines that it does not name. */
function isClosed(robots: string): boolean {
  const { groups } = parseRobotsTxt(robots);
  return ['*', 'googlebot', 'bingbot'].some((crawler) => !isAllowed(groups.get(crawler), '/sitegen-diff/'));
}
