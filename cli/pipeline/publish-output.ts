// The end of a build: state files beside the site, then one commit. Before it nothing of the last site has changed.

import type { PageCache } from '../cache/page-cache.ts';
import { errorMessage, type Problem } from '../errors.ts';
import type { RoutePlan } from '../plan/route-plan.ts';
import type { SiteModel } from '../plan/site-model.ts';
import type { CommitCounts, OutputSession } from '../publish/output-session.ts';
import type { BuildOptions } from './build-options.ts';
import { type BuildReport, countPages, createBaseline, listMissing, REPORT_VERSION } from './build-report.ts';
import type { CreatedOutputs } from './create-outputs.ts';
import type { MadeImages } from './make-images.ts';
import type { RenderedSite } from './render-site.ts';
import type { StageClock } from './stage-clock.ts';
import { type BuildStamp, writeBuildState } from './unchanged-site.ts';

/** What the last stage takes. */
export interface PublishInput {
  readonly model: SiteModel;
  readonly plan: RoutePlan;
  readonly rendered: RenderedSite;
  readonly cache: PageCache;
  readonly images: MadeImages;
  readonly outputs: CreatedOutputs;
  readonly problems: readonly Problem[];
  /** Of what this build is made. */
  readonly stamp: BuildStamp;
  readonly session: OutputSession;
  readonly stages: StageClock;
  readonly options: BuildOptions;
}

/** Commits the site with its manifest, routes, redirects and report; a dry run only counts. */
export async function publishOutput(input: PublishInput): Promise<BuildReport> {
  const { model, session, options, outputs } = input;
  const scope = { locales: options.locales };
  const report = createReport(input, session.preview(scope));
  options.report({ kind: 'problems', problems: report.problems });
  if (options.isDryRun) return report;
  if (options.locales === 'all') for (const { path, content } of outputs.stateFiles) session.writeState(path, content);
  const { snapshotsKept } = model.site.build;
  const { outDir, cacheDir } = options;
  await writeBuildState(session, { report, stamp: input.stamp, outDir, cacheDir, snapshotsKept });
  await session.commit(scope);
  updateCache(input);
  return report;
}

/** Whatever goes wrong here fails no build: the site is published. */
function updateCache({ model, rendered, cache, options }: PublishInput): void {
  try {
    cache.publish({
      locales: options.locales === 'all' ? model.site.locales : options.locales,
      rows: rendered.rows,
      fragments: rendered.fragmentFacts,
    });
  } catch (cause) {
    const why = errorMessage(cause).replace(/\.$/, '');
    const text = `The site is published, and its cache could not be written: ${why}. The next build renders more pages.`;
    options.report({ kind: 'log', level: 'warning', text });
  }
}

function createReport(
  { model, plan, rendered, images, outputs, problems, stages, options }: PublishInput,
  output: CommitCounts,
): BuildReport {
  const { snapshot, site } = model;
  return {
    version: REPORT_VERSION,
    status: options.isDryRun ? 'dry-run' : 'published',
    isSample: snapshot.service.isSample,
    origin: site.origin,
    locales: options.locales === 'all' ? site.locales : options.locales,
    clock: snapshot.clock,
    snapshot: { file: snapshot.file, digest: snapshot.digest },
    pages: countPages(plan),
    missing: listMissing(plan.problems),
    problems,
    output,
    sizes: {
      pages: rendered.pages,
      reused: rendered.reused,
      pageBytes: rendered.bytes,
      assets: outputs.assetCount,
      assetBytes: outputs.assetBytes,
      imagesMade: images.made,
      imagesReused: images.reused,
    },
    stages: stages.times(),
    baseline: createBaseline(snapshot, plan),
  };
}
