// Gates fail a comparison because of changes that are seldom intended, unless they are allowed with a reason.

import type { DiffGate, SiteConfig } from '../../config/define-site.ts';
import type { Problem, ProblemPlace } from '../errors.ts';

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
  DIFF_MANY_CHANGED: {
    why: 'The code is the same, so one change of content, settings or time affects most of the site.',
    fix: `Check that the changes that pages have in common are intended, ${ALLOW}.`,
  },
};

/** A change that a gate checks for. */
export interface GateHit {
  readonly code: DiffGate;
  /** Null for the whole site. */
  readonly path: string | null;
  readonly where: ProblemPlace;
  readonly what: string;
  /** Hits with the same cause become one finding. */
  readonly cause: string;
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

export interface GateList {
  readonly add: (hit: GateHit) => void;
  /** Failing ones first. */
  readonly list: () => readonly GateFinding[];
}

/** Collects hits. Only the gates in `fail` are on; null means all. */
export function createGateList({ fail, allow }: Pick<SiteConfig['diff'], 'fail' | 'allow'>): GateList {
  const found = new Map<string, { readonly hit: GateHit; readonly allowed: string | null; readonly paths: string[] }>();
  const findReason = ({ code, path }: GateHit) =>
    allow.find((row) => row.code === code && (row.path === undefined || isBelow(path, row.path)))?.reason ?? null;
  return {
    add: (hit) => {
      if (fail?.includes(hit.code) === false) return;
      const allowed = findReason(hit);
      const key = [hit.code, hit.cause, allowed ?? ''].join('\u0002');
      const known = found.get(key) ?? { hit, allowed, paths: [] };
      found.set(key, known);
      if (hit.path !== null) known.paths.push(hit.path);
    },
    list: () =>
      [...found.values()].map(createFinding).sort((a, b) => Number(a.allowed !== null) - Number(b.allowed !== null)),
  };
}

function isBelow(path: string | null, pattern: string): boolean {
  if (path === null) return false;
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
}

function createFinding({
  hit,
  allowed,
  paths,
}: {
  readonly hit: GateHit;
  readonly allowed: string | null;
  readonly paths: readonly string[];
}): GateFinding {
  const { code, where, what } = hit;
  const [path] = paths;
  return {
    code,
    severity: allowed === null ? 'error' : 'notice',
    where: path === undefined ? where : { ...where, path },
    what:
      paths.length > 1
        ? `${what} The same on ${paths.length - 1} more ${paths.length === 2 ? 'page' : 'pages'}.`
        : what,
    fix: GATES[code].fix,
    why: GATES[code].why,
    pages: paths.length,
    paths: paths.slice(0, MAX_PATHS),
    allowed,
  };
}
