// Refuses a build that lost a large part of its content, so that an incomplete response of the service never empties the site.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Baseline, findShrinkage, listVanished, loadBaseline } from '../content/shrink-guard.ts';
import type { ContentSnapshot } from '../content/snapshot/content-snapshot.ts';
import { type Problem, SiteError } from '../errors.ts';
import type { RoutePlan } from '../plan/route-plan.ts';
import type { BuildOptions, RunningBuild } from './build-options.ts';
import { confirmVanished } from './confirm-vanished.ts';

/**
 * Compares with the last build, or with `--baseline` (decisions, "When content cannot be fetched"). Returns problems for the report.
 * @throws SiteError CONTENT_SHRUNK (exit 3) unless --allow-shrink.
 */
export async function guardAgainstShrinking(
  content: ContentSnapshot,
  plan: RoutePlan,
  options: RunningBuild,
): Promise<readonly Problem[]> {
  const previous = await loadPrevious(options);
  const { isSample } = content.service;
  if (previous === null || previous.isSample !== isSample) return isSample ? [] : [noBaseline()];
  const current = createBaseline(content, plan);
  const vanished = options.allowShrink ? [] : listVanished(previous, current);
  const confirmed = await confirmVanished(vanished, { content, plan, options });
  const problems = findShrinkage(previous, current, confirmed).map((problem) => explainEmpty(problem, content));
  if (problems.every(({ severity }) => severity === 'warning')) return problems;
  if (options.allowShrink) return problems.map((problem) => ({ ...problem, severity: 'notice' as const }));
  throw new SiteError({
    code: 'CONTENT_SHRUNK',
    exitCode: 3,
    message: problems.some((problem) => isFallback(problem, content))
      ? 'Content that could not be read would be missing from the site (--on-fetch-error empty). Nothing was written. If this is intended, add --allow-shrink.'
      : 'The content shrank sharply since the last build. Nothing was written.',
    problems: problems.filter(({ severity }) => severity === 'error'),
  });
}

/** The numbers of entries per collection and site, and the registered pages. */
export function createBaseline(snapshot: ContentSnapshot, plan: RoutePlan): Baseline {
  return {
    isSample: snapshot.service.isSample,
    collections: snapshot.collections.map(({ collection, site, rows }) => ({ collection, site, count: rows.length })),
    pages: plan.routes.filter(({ kind }) => kind === 'page').map(({ name }) => name),
  };
}

/** If a list is empty because it could not be read (--on-fetch-error empty), names the failed request. */
function explainEmpty(problem: Problem, content: ContentSnapshot): Problem {
  if (!isFallback(problem, content)) return problem;
  const { collection, site } = problem.where;
  const failure = content.problems.find(
    ({ code, where }) => code === 'CONTENT_EMPTY' && where.collection === collection && where.site === site,
  );
  return {
    ...problem,
    where: failure?.where ?? problem.where,
    what: `${problem.what} ${failure?.what ?? 'It could not be read.'}`,
    fix: 'Build again when the content service answers. To build the site without this list, build with --allow-shrink too.',
  };
}

function isFallback({ where }: Problem, { collections }: ContentSnapshot): boolean {
  return collections.some(
    ({ collection, site, source }) => source === 'empty' && collection === where.collection && site === where.site,
  );
}

const FIX_LAST_REPORT =
  'Restore the cache folder of the last build, or delete the file: then the next build has nothing to compare its content with.';

function loadPrevious({ baseline, cacheDir }: BuildOptions): Promise<Baseline> | null {
  if (baseline !== null) return loadBaseline(baseline);
  const lastReport = join(cacheDir, 'report.json');
  return existsSync(lastReport) ? loadBaseline(lastReport, FIX_LAST_REPORT) : null;
}

function noBaseline(): Problem {
  return {
    code: 'NO_BASELINE',
    severity: 'warning',
    where: {},
    what: 'No baseline: shrink guard off. There is no report of an earlier build to compare the content with.',
    fix: 'For the first build there is nothing to do. Otherwise restore the cache folder of the last build, or name its report.json with --baseline.',
  };
}
