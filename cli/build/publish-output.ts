// The end of a build: state files beside the site, then one commit. Before it nothing of the last site has changed.

import { basename } from 'node:path';
import { routeEntryOf } from '../check/check-input.ts';
import { printChecks, type SiteChecks } from '../check/kept-checks.ts';
import type { Problem } from '../errors.ts';
import type { MadeImages } from '../images/make-images.ts';
import type { OutputSession } from '../output/output-session.ts';
import type { BuildOptions } from './build-options.ts';
import {
  type BuildReport,
  countPages,
  createBaseline,
  listMissing,
  type OutputCounts,
  REPORT_VERSION,
} from './build-report.ts';
import type { CreatedOutputs } from './create-outputs.ts';
import { promoteRecords } from './page-records.ts';
import type { RenderedSite } from './render-site.ts';
import type { PageRoute, RoutePlan } from './route-plan.ts';
import type { SiteModel } from './site-model.ts';
import { canonicalOf, outFileOf } from './site-path.ts';
import type { StageClock } from './stage-clock.ts';
import { type BuildStamp, writeBuildState } from './unchanged-site.ts';

/** What the last stage takes. */
export interface PublishInput {
  readonly model: SiteModel;
  readonly plan: RoutePlan;
  readonly rendered: RenderedSite;
  readonly images: MadeImages;
  readonly outputs: CreatedOutputs;
  readonly problems: readonly Problem[];
  /** What was found out about pages; null in a build of some locales. */
  readonly checks: SiteChecks | null;
  /** Of what this build is made. */
  readonly stamp: BuildStamp;
  readonly session: OutputSession;
  readonly stages: StageClock;
  readonly options: BuildOptions;
}

/** Version of the shape of routes.json. */
const ROUTES_VERSION = 1;

/** Commits the site with its manifest, routes, redirects and report; a dry run only counts. */
export async function publishOutput(input: PublishInput): Promise<BuildReport> {
  const { model, session, options, plan, outputs, checks } = input;
  const scope = { locales: options.locales };
  const report = createReport(input, session.preview(scope));
  for (const problem of report.problems) options.report({ kind: 'problem', problem });
  if (options.isDryRun) return report;
  if (options.locales === 'all') {
    session.writeState('routes.json', routesJson(model.site.origin, plan.routes));
    for (const { path, content } of outputs.stateFiles) session.writeState(path, content);
  }
  if (checks !== null) {
    const { path, content } = printChecks(
      checks,
      input.rendered.recordFiles.map((file) => basename(file)),
    );
    session.writeState(path, content);
  }
  const { snapshotsKept } = model.site.build;
  await writeBuildState(session, { report, stamp: input.stamp, cacheDir: options.cacheDir, snapshotsKept });
  await session.commit(scope);
  promoteRecords(options.cacheDir, options.locales === 'all' ? model.site.locales : options.locales);
  return report;
}

function createReport(
  { model, plan, rendered, images, outputs, problems, stages, options }: PublishInput,
  output: OutputCounts,
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
    missing: listMissing(problems),
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

/** `.sitegen/routes.json`: one route a line, and still one JSON document. */
function* routesJson(origin: string, routes: readonly PageRoute[]): Iterable<string> {
  yield `{"version":${ROUTES_VERSION},"routes":[\n`;
  for (const [index, route] of routes.entries()) {
    yield `${JSON.stringify(routeRow(origin, route))}${index === routes.length - 1 ? '' : ','}\n`;
  }
  yield ']}\n';
}

/** `entry` is the one whose page it is; null where words alone make the page. */
function routeRow(origin: string, route: PageRoute): object {
  const { name, path, locale, page, kind, template, languageTag, alternates, entry } = route;
  return {
    name,
    path,
    locale,
    page,
    kind,
    template,
    languageTag,
    outFile: outFileOf(path),
    canonical: canonicalOf(origin, route),
    alternates,
    noindex: !route.isIndexable,
    inSitemap: route.isInSitemap,
    entry: entry === null ? null : routeEntryOf(entry),
  };
}
