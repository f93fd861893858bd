// A build that lost a large part of its content is refused: an emptied answer of the service must never empty the site.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ContentSnapshot } from '../content/content-snapshot.ts';
import { findShrinkage, loadBaseline } from '../content/shrink-guard.ts';
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
  const lastReport = join(options.cacheDir, 'report.json');
  const source = options.baseline ?? (existsSync(lastReport) ? lastReport : null);
  if (source === null) return content.service.isSample ? [] : [noBaseline()];
  const problems = findShrinkage(await loadBaseline(source), createBaseline(content, plan));
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

function noBaseline(): Problem {
  return {
    code: 'NO_BASELINE',
    severity: 'warning',
    where: {},
    what: 'No baseline: shrink guard off. There is no report of an earlier build to compare the content with.',
    fix: 'Restore the cache folder of the last build, or name its report.json with --baseline.',
  };
}
