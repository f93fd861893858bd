// Loads the content and plans the routes. Only planning finds entries with the same path, and redirects without a target. With
// --on-entry-error keep, such entries are replaced by their versions of the last build, and the site is planned again.

import type { SiteConfig } from '../../config/define-site.ts';
import { applySeverities, parseSeverities } from '../check/severities.ts';
import { bundleCode } from '../code/bundle-code.ts';
import type { CodeBundles } from '../code/code-bundles.ts';
import { type ContentOptions, keepInSnapshot, loadContent } from '../content/load-content.ts';
import type { ContentSnapshot } from '../content/snapshot/content-snapshot.ts';
import { type Problem, SiteError } from '../errors.ts';
import { planRoutes } from '../plan/plan-routes.ts';
import { loadRedirectEntries } from '../plan/redirects/parse-redirect.ts';
import type { RoutePlan } from '../plan/route-plan.ts';
import { createSiteModel, type SiteModel } from '../plan/site-model.ts';
import { findSocialProblems } from '../plan/social-links.ts';
import { findPastEvents } from '../plan/visible-times.ts';
import { plural } from '../text/printable-text.ts';
import type { RunningBuild } from './build-options.ts';
import { guardAgainstShrinking } from './guard-against-shrinking.ts';
import type { StageClock } from './stage-clock.ts';

/** The content and its plan. */
export interface PlannedContent {
  readonly content: ContentSnapshot;
  readonly plan: RoutePlan;
  /** Problems of the plan, with the severities of the site. */
  readonly planned: readonly Problem[];
}

/** An earlier version of an entry can collide with other entries, so several attempts may be needed. */
const MAX_PLANS = 4;

/** Loads the content and plans the site. Errors of the plan are in `planned`. @throws as {@link loadContent}. */
export async function planContent(
  site: SiteConfig,
  options: ContentOptions,
  stages: Pick<StageClock, 'run'>,
): Promise<PlannedContent> {
  let content = await stages.run('content', () => loadContent(site, options));
  return stages.run('plan', async () => {
    let planned = planSite(site, content);
    for (let plans = 1; plans < MAX_PLANS; plans += 1) {
      const bad = findBadEntries(planned.planned);
      const mayKeep = options.onEntryError === 'keep' && options.snapshotFile === null && bad.length > 0;
      const kept = mayKeep ? keepInSnapshot(content, bad, options) : null;
      if (kept === null) break;
      content = kept;
      planned = planSite(site, content);
    }
    return options.onEntryError === 'keep' ? leaveOutRedirects(planned) : planned;
  });
}

/** The page that a redirect leads to can be unpublished while the redirect stays as it was, so no version of it helps. */
function leaveOutRedirects({ planned, ...site }: PlannedContent): PlannedContent {
  const toWarning = (problem: Problem): Problem =>
    problem.code === 'REDIRECT_TARGET_MISSING' && problem.severity === 'error'
      ? { ...problem, severity: 'warning', what: `${problem.what} The redirect is left out.` }
      : problem;
  return { ...site, planned: planned.map(toWarning) };
}

function planSite(site: SiteConfig, content: ContentSnapshot): PlannedContent {
  const visible = createSiteModel(site, content);
  const plan = planRoutes(visible, { redirectEntries: loadRedirectEntries(visible) });
  const problems = [
    ...groupMissingPages(plan.problems),
    ...findInsecureService(site, content),
    ...findPastEvents(content, site.timeZone),
    ...findSocialProblems(visible),
  ];
  return { content, plan, planned: applySeverities(problems, parseSeverities(site.checks)) };
}

/** Reports all missing pages of a site as one warning, because a new site lacks many. A missing home page stays an error. */
function groupMissingPages(problems: readonly Problem[]): readonly Problem[] {
  const { missing = [], others = [] } = Object.groupBy(problems, ({ code, severity }) =>
    code === 'PAGE_MISSING' && severity === 'warning' ? 'missing' : 'others',
  );
  const bySite = Map.groupBy(missing, ({ where }) => where.site);
  return [...bySite.values().map(mergePages), ...others];
}

function mergePages(pages: readonly Problem[]): Problem {
  const [first, ...others] = pages;
  if (first === undefined) throw new Error('A group of pages is never empty.');
  if (others.length === 0) return first;
  const { path: _, entry: __, ...where } = first.where;
  const names = pages.map(({ where: { path, entry } }) => `${path} ("${entry}")`).join(', ');
  return {
    ...first,
    where,
    what: `${pages.length} pages need published entries, which do not exist: ${names}.`,
    fix: `Publish these entries in the collection pages of site ${where.site}. If this site shall not have the pages, ask its developers to leave them out (onlyIn in config/pages.ts).`,
  };
}

const LOOPBACK = /^(?:localhost|127\.[\d.]+|\[::1\])$/;

/** Over http, others can change the content and the images of the service on the way. */
function findInsecureService({ origin, content }: SiteConfig, { service, files }: ContentSnapshot): readonly Problem[] {
  const url = new URL(service.url);
  if (service.isSample || !origin.startsWith('https:') || url.protocol !== 'http:' || LOOPBACK.test(url.hostname))
    return [];
  return [
    {
      code: 'CONTENT_SERVICE_INSECURE',
      severity: 'warning',
      where: { url: service.url },
      what:
        files === null || content.files === 'linked'
          ? `The site is served over https, but its pages load images from ${url.origin}, which is not.`
          : `The site is served over https, but its content comes from ${url.origin}, which is not: others can change it on the way.`,
      fix: 'Set SITEGEN_CONTENT_URL to the https address of the content service.',
    },
  ];
}

function findBadEntries(problems: readonly Problem[]) {
  return problems.flatMap((problem) =>
    problem.severity === 'error' ? (problem.entries ?? []).map((ref) => ({ ...ref, problem })) : [],
  );
}

/** A site that is ready to render. */
export interface PreparedSite extends PlannedContent {
  readonly model: SiteModel;
  readonly bundles: CodeBundles;
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
    message: `${plural(stopping.length, 'problem')}, nothing was written.`,
    problems: stopping,
  });
}
