// Gates fail a comparison because of changes that are seldom intended, unless they are allowed with a reason.

import type { DiffGate, SiteConfig } from '../../config/define-site.ts';
import type { Problem, ProblemPlace } from '../errors.ts';
import type { SiteSide } from './folder-side.ts';
import type { PageView } from './page-view.ts';
import { findNextRule, isClosed, type SideRedirects } from './site-files.ts';

interface Gate {
  readonly why: string;
  readonly fix: string;
}

const ALLOW = 'or allow it with a reason (diff.allow in site.config.ts, or --allow)';

const GATES: Readonly<Record<DiffGate, Gate>> = {
  DIFF_PAGE_GONE: {
    why: 'Search engines list the page and other sites link to it. Without a redirect, visitors get an error.',
    fix: `Add a redirect to the page that replaces it, ${ALLOW}.`,
  },
  DIFF_NOINDEX_ADDED: {
    why: 'Search engines drop a page with noindex within days.',
    fix: `Remove noindex from the entry or the template, ${ALLOW}.`,
  },
  DIFF_CANONICAL_CHANGED: {
    why: 'Search engines transfer the ranking of a page to its canonical address.',
    fix: `Undo the change, ${ALLOW}.`,
  },
  DIFF_LANGUAGE_LINKS_CHANGED: {
    why: 'Search engines use these links to show readers the page in their language. They must agree on all versions of a page.',
    fix: `Check how the versions are linked in the content service and config/, ${ALLOW}.`,
  },
  DIFF_TITLE_LOST: { why: 'The title is what search results show.', fix: `Give the page a title, ${ALLOW}.` },
  DIFF_HEADING_LOST: {
    why: 'The main heading tells readers, screen readers and search engines what the page is about.',
    fix: `Give the page a main heading, ${ALLOW}.`,
  },
  DIFF_REDIRECT_CHAIN: {
    why: 'Each redirect costs visitors a request, and search engines follow only a few.',
    fix: `Redirect directly to the final address, ${ALLOW}.`,
  },
  DIFF_ROBOTS_CLOSED: {
    why: 'Search engines stop reading the site, and drop its pages within weeks.',
    fix: `Check "robots" in site.config.ts, ${ALLOW}.`,
  },
  DIFF_MANY_CHANGED: {
    why: 'The code is the same, so one change of content, settings or time affects most of the site.',
    fix: `Check that the changes that pages have in common are intended, ${ALLOW}.`,
  },
};

/** A change that a gate checks for. */
interface GateHit {
  readonly code: DiffGate;
  /** Null for the whole site. */
  readonly path: string | null;
  readonly where?: ProblemPlace;
  readonly what: string;
  /** Hits with the same cause become one finding. Default: the path. */
  readonly cause?: string;
}

/** Hits with the same cause. */
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

/** Collects hits. Only the gates in `fail` are on; null means all. */
export class GateList {
  readonly #settings: Pick<SiteConfig['diff'], 'fail' | 'allow'>;
  readonly #found = new Map<
    string,
    { readonly hit: GateHit; readonly allowed: string | null; readonly paths: string[] }
  >();

  constructor(settings: Pick<SiteConfig['diff'], 'fail' | 'allow'>) {
    this.#settings = settings;
  }

  add(hit: GateHit): void {
    const { code, path, cause = path } = hit;
    const { fail, allow } = this.#settings;
    if (fail?.includes(code) === false) return;
    const rule = allow.find((row) => row.code === code && (row.path === undefined || isBelow(path, row.path)));
    const allowed = rule?.reason ?? null;
    const key = [code, cause, allowed].join('\u0002');
    const known = this.#found.get(key) ?? { hit, allowed, paths: [] };
    this.#found.set(key, known);
    if (path !== null) known.paths.push(path);
  }

  /** Failing ones first. */
  list(): readonly GateFinding[] {
    return [...this.#found.values()]
      .map(({ hit: { code, where, what }, allowed, paths }) => ({
        ...GATES[code],
        code,
        severity: allowed === null ? ('error' as const) : ('notice' as const),
        where: paths[0] === undefined ? { ...where } : { ...where, path: paths[0] },
        what:
          paths.length > 1
            ? `${what} The same on ${paths.length - 1} more ${paths.length === 2 ? 'page' : 'pages'}.`
            : what,
        pages: paths.length,
        paths: paths.slice(0, MAX_PATHS),
        allowed,
      }))
      .sort((a, b) => Number(a.allowed !== null) - Number(b.allowed !== null));
  }
}

function isBelow(path: string | null, pattern: string): boolean {
  if (path === null) return false;
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
}

/** A page of one or both sites. */
export interface GatePage {
  readonly path: string;
  readonly where: ProblemPlace;
  readonly before: PageView;
  /** Null if the page is gone, or moved away. */
  readonly after: PageView | null;
  /** Where its old path redirects. */
  readonly redirect: string | null;
}

/** Context shared by all pages. */
export interface GateContext {
  readonly origins: { readonly base: string | null; readonly head: string | null };
  /** Paths that only one of the sites has. */
  readonly lone: ReadonlySet<string>;
}

const ERROR_PAGE = /\/(?:404|410|500)\.html$/;

/** Adds the hits of a page that is gone or changed. `isMoved`: it has another address now. */
export function checkPage(gates: GateList, page: GatePage, context: GateContext, isMoved = false): void {
  const { path, where, before, after, redirect } = page;
  const add = (code: DiffGate, what: string, cause = path) => gates.add({ code, path, where, what, cause });
  if (after === null) {
    if (before.robots === '' && redirect === null && !ERROR_PAGE.test(path))
      add('DIFF_PAGE_GONE', `The page ${path} was removed without a redirect.`);
    return;
  }
  if (before.robots === '' && after.robots !== '') add('DIFF_NOINDEX_ADDED', `${path} now has noindex.`, 'noindex');
  if (before.title !== '' && after.title === '') add('DIFF_TITLE_LOST', `${path} no longer has a title.`, 'title');
  if (before.heading !== '' && after.heading === '')
    add('DIFF_HEADING_LOST', `${path} no longer has a main heading.`, 'heading');
  if (isMoved) return;
  const { base, head } = context.origins;
  if (base !== null && head !== null && base !== head) {
    add('DIFF_CANONICAL_CHANGED', `Canonical addresses changed from ${base} to ${head}.`, 'origin');
    return;
  }
  const [was, is] = [before.canonical || 'none', after.canonical || 'none'];
  if (was !== is) add('DIFF_CANONICAL_CHANGED', `The canonical address of ${path} changed from ${was} to ${is}.`);
  const links = findLanguageLinks(path, before, after, context.lone);
  if (links !== '') add('DIFF_LANGUAGE_LINKS_CHANGED', `The language links of ${path} changed: ${links}.`);
}

/** '' if they did not change, or only because of a page that is new, gone or moved. */
function findLanguageLinks(path: string, before: PageView, after: PageView, lone: ReadonlySet<string>): string {
  const [old, now] = [new Set(before.alternates), new Set(after.alternates)];
  const changed = [...old.symmetricDifference(now)];
  const targetOf = (link: string) => decodePath(link.slice(link.indexOf(' ') + 1));
  const others = changed.filter((link) => !lone.has(targetOf(link)));
  // A page with one language left has no links to itself either.
  const isAlone = others.length < changed.length && others.every((link) => targetOf(link) === path);
  if (others.length === 0 || isAlone) return '';
  const links = changed.map((link) => `${old.has(link) ? 'without' : 'with'} ${link}`);
  return `${links.slice(0, 4).join(', ')}${links.length > 4 ? ', …' : ''}`;
}

function decodePath(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}

/** Adds the hits of the whole site. */
export async function checkSite(
  gates: GateList,
  { base, head, settings }: { readonly base: SiteSide; readonly head: SiteSide; readonly settings: SiteConfig['diff'] },
  rules: { readonly base: SideRedirects; readonly head: SideRedirects },
  counts: { readonly changed: number; readonly unchanged: number },
): Promise<void> {
  const isRobotsClosed = async ({ read }: SiteSide) => isClosed(String((await read('robots.txt')) ?? ''));
  if ((await isRobotsClosed(head)) && !(await isRobotsClosed(base)))
    gates.add({ code: 'DIFF_ROBOTS_CLOSED', path: null, what: 'robots.txt now closes the whole site.' });
  for (const from of rules.head.keys()) {
    const next = findNextRule(rules.head, from);
    if (next === null || findNextRule(rules.base, from) === next) continue;
    const what = `${from} redirects to ${next}, which redirects to ${rules.head.get(next)?.to}.`;
    gates.add({ code: 'DIFF_REDIRECT_CHAIN', path: from, what });
  }
  const known = counts.changed + counts.unchanged;
  const percent = known === 0 ? 0 : (100 * counts.changed) / known;
  const hasSameCode = base.code !== null && base.code === head.code;
  if (!hasSameCode || percent <= settings.changedPercent) return;
  const what = `${counts.changed} of ${known} pages (${Math.round(percent)} %) changed without a change of code; the limit is ${settings.changedPercent} %.`;
  gates.add({ code: 'DIFF_MANY_CHANGED', path: null, what });
}
