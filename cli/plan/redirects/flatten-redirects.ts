// Follows every redirect to its final target, which is not redirected. The final status is permanent only if every hop is permanent.

import type { Problem } from '../../errors.ts';
import { type SitePath, toSitePath } from '../../files/brands.ts';
import { appendQuery, replaceHash } from './find-redirect.ts';
import { type RedirectHop, type RedirectTarget, targetHref } from './parse-redirect.ts';
import { type ExactRedirect, entriesOf, type RedirectStatus } from './redirect-rules.ts';

/** The final target of a source. `to` is '' for 410. */
export type FinalRedirect = Pick<ExactRedirect, 'to' | 'status'>;

/** All hops. `findHop` and `hasRoute` take decoded paths. */
export interface HopGraph {
  readonly hops: readonly RedirectHop[];
  readonly findHop: (path: SitePath) => RedirectHop | null;
  readonly hasRoute: (path: SitePath) => boolean;
  /** The page may exist, but its list could not be read. */
  readonly isUnread: (path: SitePath) => boolean;
}

/** Finds the final target of each hop. Hops without one (a loop, a missing page) are reported as errors. */
export function flattenRedirects(graph: HopGraph): {
  readonly finalByHop: ReadonlyMap<RedirectHop, FinalRedirect>;
  readonly problems: readonly Problem[];
} {
  const finalByHop = new Map<RedirectHop, FinalRedirect>();
  const seen = new Set<RedirectHop>();
  const problems: Problem[] = [];
  for (const hop of graph.hops) {
    if (seen.has(hop)) continue;
    const { trail, next } = followUntilSeen(hop, graph, seen);
    const last = trail.at(-1) ?? hop;
    if (next !== null && trail.includes(next)) {
      problems.push(loopProblem(trail.slice(trail.indexOf(next))));
      continue;
    }
    let final = next === null ? endOf(last, graph) : finalByHop.get(next);
    if (next === null && final === undefined) problems.push(missingTarget(last, graph));
    // From the last hop backwards.
    for (const each of trail.toReversed()) {
      if (final === undefined) break;
      if (each !== last || next !== null) final = joinHop(each, final);
      finalByHop.set(each, final);
    }
    problems.push(...findChains(trail, next, finalByHop));
  }
  return { finalByHop, problems };
}

/** The hops from `start` up to one that leads to no hop, or to a hop that was seen before. */
function followUntilSeen(start: RedirectHop, graph: HopGraph, seen: Set<RedirectHop>) {
  const trail: RedirectHop[] = [];
  let next: RedirectHop | null = start;
  while (next !== null && !seen.has(next)) {
    seen.add(next);
    trail.push(next);
    next = next.target.kind === 'internal' ? graph.findHop(next.target.path) : null;
  }
  return { trail, next };
}

/** The final target of the last hop of a trail; undefined if it does not exist. */
function endOf({ target, status }: RedirectHop, graph: HopGraph): FinalRedirect | undefined {
  if (target.kind === 'gone') return { to: '', status: 410 };
  if (target.kind === 'external') return { to: target.href, status };
  const path = routeForm(target.path, graph.hasRoute);
  return path === null ? undefined : { to: targetHref({ ...target, path }), status };
}

/** The path of a route, from a path with or without trailing slash; null if there is no route. */
export function routeForm(path: SitePath, hasRoute: (path: SitePath) => boolean): SitePath | null {
  const other = toSitePath(path.endsWith('/') ? path.slice(0, -1) : `${path}/`);
  return [path, other].find((spelling) => spelling !== '' && hasRoute(spelling)) ?? null;
}

/** Joins a hop with its final target: adds its query, and its fragment unless the target has one. */
function joinHop({ target, status }: RedirectHop, final: FinalRedirect): FinalRedirect {
  if (final.status === 410) return final;
  const { search, hash } = target.kind === 'internal' ? target : { search: '', hash: '' };
  const to = appendQuery(final.to, search);
  return {
    to: to.includes('#') ? to : replaceHash(to, hash),
    status: final.status in TEMPORARY ? status : (TEMPORARY[status] ?? status),
  };
}

/** Reports each hop that leads to another one. Only the redirect maps have its final target. */
function findChains(
  trail: readonly RedirectHop[],
  end: RedirectHop | null,
  finalByHop: ReadonlyMap<RedirectHop, FinalRedirect>,
): readonly Problem[] {
  return trail.flatMap((hop, index): readonly Problem[] => {
    const next = trail[index + 1] ?? end;
    if (next === null || hop.source.kind !== 'content' || !finalByHop.has(hop)) return [];
    const what = `The redirect from "${hop.from}" leads to the redirect from "${next.from}". The build writes its final target.`;
    const fix = 'Nothing to do. Optionally enter the final address in the entry.';
    const where = hop.where.field === 'from' ? { ...hop.where, field: 'to' } : hop.where;
    return [{ code: 'REDIRECT_CHAIN', severity: 'notice', where, what, fix }];
  });
}

/** Of each permanent status the temporary one with the same effect on the request method. */
const TEMPORARY: Readonly<Partial<Record<RedirectStatus, RedirectStatus>>> = { 301: 302, 308: 307 };

function loopProblem(members: readonly RedirectHop[]): Problem {
  const sources: readonly string[] = members.map(({ from }) => from);
  const start = sources.indexOf([...sources].sort()[0] ?? '');
  const ordered = [...sources.slice(start), ...sources.slice(0, start)];
  return {
    code: 'REDIRECT_LOOP',
    severity: 'error',
    where: members[start]?.where ?? {},
    what: `These redirects lead back to their start: ${[...ordered, ordered[0]].join(' → ')}.`,
    fix: 'Remove one of them or point it to a page, publish, and build again.',
    entries: entriesOf(...members.map(({ source }) => source)),
  };
}

function missingTarget({ where: place, target, source }: RedirectHop, { isUnread }: HopGraph): Problem {
  const code = 'REDIRECT_TARGET_MISSING';
  const where = place.field === 'from' ? { ...place, field: 'to' } : place;
  const what = `The target "${writtenTarget(target)}" is not a page of this site`;
  if (target.kind === 'internal' && isUnread(target.path)) {
    const fix = 'Nothing to do in the entry. Build again when the content service answers.';
    return { code, severity: 'warning', where, what: `${what}, because its list could not be read.`, fix };
  }
  return {
    code,
    severity: 'error',
    where,
    what: `${what}.`,
    fix: 'Point it to a page that exists or to an address that starts with "https://", publish, and build again.',
    entries: entriesOf(source),
  };
}

/** The target as an editor would write it, not encoded. */
function writtenTarget(target: RedirectTarget): string {
  return target.kind === 'internal' ? `${target.path}${target.search}${target.hash}` : targetHref(target);
}
