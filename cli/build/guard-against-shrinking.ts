// A build that lost a large part of its content is refused: an emptied answer of the service must never empty the site.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ContentSnapshot } from '../content/content-snapshot.ts';
import { type Baseline, findShrinkage, loadBaseline } from '../content/shrink-guard.ts';
import { type Problem, SiteError } from '../errors.ts';
import type { BuildOptions } from './build-options.ts';
import { createBaseline } from './build-report.ts';
import type { RoutePlan } from './route-plan.ts';

/**
 * Compares with the last build, or with `--baseline` (decisions, section 5).
 * @returns notes for the report. @throws SiteError CONTENT_SHRUNK (exit 3) unless --allow-shrink.
 */
export async function guardAgainstShrinking(
  content: ContentSnapshot,
  plan: RoutePlan,
  options: BuildOptions,
): Promise<readonly Problem[]> {
  const previous = await loadPrevious(options);
  const { isSample } = content.service;
  if (previous === null || previous.isSample !== isSample) return isSample ? [] : [noBaseline()];
  const problems = findShrinkage(previous, createBaseline(content, plan));
  if (problems.length === 0) return [];
  if (options.allowShrink) return problems.map((problem) => ({ ...problem, severity: 'notice' as const }));
  throw new SiteError({
    code: 'CONTENT_SHRUNK',
    exitCode: 3,
    message:
      'The content is much less than in the last build, nothing was published. If that is meant, build with --allow-shrink.',
    problems,
  });
}

function loadPrevious({ baseline, cacheDir }: BuildOptions): Promise<Baseline> | null {
  if (baseline !== null) return loadBaseline(baseline);
  const lastReport = join(cacheDir, 'report.json');
  return existsSync(lastReport) ? loadBaseline(lastReport) : null;
}

function noBaseline(): Problem {
  return {
    code: 'NO_BASELINE',
    severity: 'warning',
    where: {},
    what: 'No baseline: shrink guard off. There is no report of an earlier build to compare the content with.',
    fix: 'Restore the cache folder of the last build, or name its report.json with --baseline.',
  };
}
