// The story of a build. Each line is a stage: it takes what an earlier line made and returns something new.

import type { SiteConfig } from '../../config/define-site.ts';
import { createCheckRoute } from '../check/check-input.ts';
import { checkSite } from '../check/check-site.ts';
import { contentPlacesOf } from '../check/find-owners.ts';
import { applySeverities, parseSeverities } from '../check/severities.ts';
import { readSitemapUrls } from '../check/sitemap-rules.ts';
import { pruneSnapshots, type SnapshotShelf } from '../content/published-snapshots.ts';
import { errorMessage, SiteError, systemErrorCode } from '../errors.ts';
import { type ImageCache, imageCacheDirOf, openImageCache } from '../images/image-cache.ts';
import { makeImages } from '../images/make-images.ts';
import { type OutputSession, openOutput } from '../output/output-session.ts';
import type { Report } from '../report-event.ts';
import { assertNoErrors } from './assert-no-errors.ts';
import type { BuildOptions } from './build-options.ts';
import type { BuildReport } from './build-report.ts';
import { createOutputs } from './create-outputs.ts';
import { type PreparedSite, prepareSite } from './prepare-site.ts';
import { publishOutput } from './publish-output.ts';
import { type RenderedSite, renderSite } from './render-site.ts';
import { createStageClock, type StageClock } from './stage-clock.ts';
import { republishContent, republishSnapshot } from './unchanged-site.ts';

/**
 * Builds the site into the out folder. Until the last line nothing outside staging has changed.
 * @throws SiteError with its exit code; the last good site stays.
 */
export async function buildSite(site: SiteConfig, options: BuildOptions): Promise<BuildReport> {
  return await publishSite(site, options, async ({ prepared, imageCache, session, stages }) =>
    stages.run('render', () =>
      renderSite({
        ...prepared,
        imageCache,
        sink: session,
        recordsDir: options.cacheDir,
        mayReuse: !options.isForced,
        options,
      }),
    ),
  );
}

/** What a site's pages come from: rendering, or parts that other machines rendered. */
export type BringPages = (site: {
  readonly prepared: PreparedSite;
  readonly imageCache: ImageCache;
  readonly session: OutputSession;
  readonly stages: StageClock;
}) => Promise<RenderedSite>;

/** Prepares a site, brings its pages into staging, and publishes it whole. */
export async function publishSite(
  site: SiteConfig,
  options: BuildOptions,
  bringPages: BringPages,
): Promise<BuildReport> {
  const stages = createStageClock(options);
  const severities = parseSeverities(site.checks);
  const session = await openOutput({ ...options, assetReleasesKept: site.build.assetReleasesKept });
  try {
    const unchanged = await republishSnapshot({ site, options, session, stages });
    if (unchanged !== null) return unchanged;
    const prepared = await prepareSite(site, options, stages);
    const again = await republishContent({ site, options, session, stages }, prepared);
    if (again.report !== null) return again.report;
    const { content, model, plan, bundles, planned, guard } = prepared;
    const imageCache = openImageCache(imageCacheDirOf(site, options.cacheDir));
    const rendered = await bringPages({ prepared, imageCache, session, stages });
    const images = await stages.run('images', () =>
      makeImages({
        orders: rendered.imageOrders,
        faults: rendered.imageFaults,
        model,
        cache: imageCache,
        mayForget: options.locales === 'all',
        signal: options.signal,
      }),
    );
    const outputs = await stages.run('outputs', () =>
      createOutputs({ model, plan, bundles, rendered, images, session, options }),
    );
    const { findings } = await stages.run('check', () =>
      checkSite(
        {
          origin: site.origin,
          routes: plan.routes.map(createCheckRoute),
          recordFiles: rendered.recordFiles,
          fragmentFacts: rendered.fragmentFacts,
          hasFile: (path) => outputs.filePaths.has(path),
          stylesheets: outputs.stylesheets,
          sitemapUrls: readSitemapUrls(outputs.sitemaps),
          redirects: plan.redirects,
          severities,
        },
        { content: contentPlacesOf(model.snapshot), scope: 'all', onExternal: null },
      ),
    );
    const found = [
      ...planned,
      ...rendered.problems,
      ...images.problems,
      ...applySeverities(outputs.problems, severities),
      ...findings,
    ];
    const problems = [...content.problems, ...guard, ...found];
    assertNoErrors(problems, options);
    const report = await stages.run('publish', () =>
      publishOutput({
        model,
        plan,
        rendered,
        images,
        outputs,
        problems,
        stamp: again.stamps.create(prepared, found),
        session,
        stages,
        options,
      }),
    );
    return { ...report, stages: stages.times() };
  } catch (cause) {
    throw explainFullDisk(cause);
  } finally {
    session.discard();
    await clearSnapshots({ cacheDir: options.cacheDir, snapshotsKept: site.build.snapshotsKept }, options.report);
  }
}

/** Old snapshots go, those of refused builds and dry runs too. The build is over by then: what goes wrong here stops nothing. */
async function clearSnapshots(shelf: SnapshotShelf, report: Report): Promise<void> {
  try {
    await pruneSnapshots(shelf);
  } catch (cause) {
    const text = `Old snapshots in ${shelf.cacheDir} could not be deleted: ${errorMessage(cause)}.`;
    report({ kind: 'log', level: 'warning', text });
  }
}

/** The door out explains its own full disk; snapshots, bundles and records lie in the cache folder. */
function explainFullDisk(cause: unknown): unknown {
  const isFull = ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(systemErrorCode(cause) ?? '');
  if (cause instanceof SiteError || !isFull) return cause;
  return new SiteError(
    {
      code: 'CACHE_DISK_FULL',
      exitCode: 2,
      message:
        'The disk of the cache folder is full, nothing was published. Make room, or choose another folder with --cache-dir.',
    },
    { cause },
  );
}
