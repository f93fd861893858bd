// The first stages of every build, whole or in parts: content, plan, code. Nothing is rendered or written outside the caches.

import type { SiteConfig } from '../../config/define-site.ts';
import { bundleCode } from '../code/bundle-code.ts';
import type { CodeBundles } from '../code/code-bundles.ts';
import type { ContentSnapshot } from '../content/snapshot/content-snapshot.ts';
import { type Problem, SiteError } from '../errors.ts';
import type { RoutePlan } from '../plan/route-plan.ts';
import type { SiteModel } from '../plan/site-model.ts';
import type { BuildOptions } from './build-options.ts';
import { guardAgainstShrinking } from './guard-against-shrinking.ts';
import { planContent } from './plan-content.ts';
import type { StageClock } from './stage-clock.ts';

/** A site that is ready to be rendered. */
export interface PreparedSite {
  readonly content: ContentSnapshot;
  readonly model: SiteModel;
  readonly plan: RoutePlan;
  readonly bundles: CodeBundles;
  /** Notes of the plan; no errors, as in the next. */
  readonly planned: readonly Problem[];
  /** Notes of the shrink guard. */
  readonly guard: readonly Problem[];
}

/** Runs the stages. @throws SiteError of problems that the site's owner can fix. */
export async function prepareSite(site: SiteConfig, options: BuildOptions, stages: StageClock): Promise<PreparedSite> {
  // Bundling waits for processes of its own while content comes in.
  const bundling = bundleCode(options);
  bundling.catch(() => {});
  const { content, plan, planned } = await planContent(site, options, stages);
  // First: an empty response of the service breaks redirects and pages too, and its cause is the better message.
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
