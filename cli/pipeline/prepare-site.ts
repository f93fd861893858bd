// The first stages of a build or a part: content, plan, code. Writes only to the caches.

import type { SiteConfig } from '../../config/define-site.ts';
import { bundleCode } from '../code/bundle-code.ts';
import type { CodeBundles } from '../code/code-bundles.ts';
import type { ContentSnapshot } from '../content/snapshot/content-snapshot.ts';
import { type Problem, SiteError } from '../errors.ts';
import type { RoutePlan } from '../plan/route-plan.ts';
import type { SiteModel } from '../plan/site-model.ts';
import type { RunningBuild } from './build-options.ts';
import { guardAgainstShrinking } from './guard-against-shrinking.ts';
import { planContent } from './plan-content.ts';
import type { StageClock } from './stage-clock.ts';

/** A site that is ready to render. */
export interface PreparedSite {
  readonly content: ContentSnapshot;
  readonly model: SiteModel;
  readonly plan: RoutePlan;
  readonly bundles: CodeBundles;
  /** Warnings and notices of the plan. */
  readonly planned: readonly Problem[];
  /** Warnings and notices of the shrink guard. */
  readonly guard: readonly Problem[];
}

/** Runs the stages. @throws SiteError with the problems of the site. */
export async function prepareSite(site: SiteConfig, options: RunningBuild, stages: StageClock): Promise<PreparedSite> {
  // esbuild runs in its own process while the content is fetched.
  const bundling = bundleCode(options);
  bundling.catch(() => {});
  const { content, plan, planned } = await planContent(site, options, stages);
  // First, because an empty response of the service also breaks redirects and pages, and this error names the cause.
  const guard = await guardAgainstShrinking(content, plan, options);
  assertNoErrors(planned, options);
  const bundles = await stages.run('bundle', () => bundling);
  return { content, model: plan.model, plan, bundles, planned, guard };
}

/** @throws SiteError SITE_INVALID (exit 1) with every error, and with --strict every warning. */
export function assertNoErrors(problems: readonly Problem[], { isStrict }: { readonly isStrict: boolean }): void {
  const stopping = problems.filter(({ severity }) => severity === 'error' || (isStrict && severity === 'warning'));
  if (stopping.length === 0) return;
  const codes = new Set(stopping.map(({ code }) => code));
  const [only] = codes;
  throw new SiteError({
    code: codes.size === 1 && only !== undefined ? only : 'SITE_INVALID',
    exitCode: 1,
    message: `${stopping.length} ${stopping.length === 1 ? 'problem' : 'problems'}, nothing was written.`,
    problems: stopping,
  });
}
