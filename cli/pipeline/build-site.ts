// The story of a build. Each line is a stage: it takes what an earlier line made and returns something new.

import type { SiteConfig } from '../../config/define-site.ts';
import { parseSeverities } from '../check/severities.ts';
import { pruneSnapshots, type SnapshotShelf } from '../content/snapshot/published-snapshots.ts';
import { errorMessage } from '../errors.ts';
import { findCodeKey } from '../files/code-key.ts';
import { openOutput } from '../publish/open-output.ts';
import { explainFullCache } from '../publish/output-errors.ts';
import type { Report } from '../report/report-event.ts';
import type { BuildOptions } from './build-options.ts';
import type { BuildReport } from './build-report.ts';
import { guardSample, SAMPLE_SNAPSHOT } from './guard-sample.ts';
import type { BringPages } from './make-site.ts';
import { createStageClock } from './stage-clock.ts';
import { republishContent, republishSnapshot } from './unchanged-site.ts';

/**
 * Builds the site into the out folder. Until the last line nothing outside staging has changed.
 * @throws SiteError with its exit code; the last good site stays.
 */
export async function buildSite(site: SiteConfig, asked: BuildOptions): Promise<BuildReport> {
  return await publishSite(site, asked, async ({ prepared, imageCache, cache, session, stages, options }) => {
    const { renderSite } = await import('./render-site.ts');
    return stages.run('render', () =>
      renderSite({
        ...prepared,
        imageCache,
        sink: session,
        cache,
        options,
      }),
    );
  });
}

/** Prepares a site, gets its pages into staging, and publishes all of it. */
export async function publishSite(site: SiteConfig, asked: BuildOptions, bringPages: BringPages): Promise<BuildReport> {
  const stages = createStageClock(asked);
  parseSeverities(site.checks);
  const session = await openOutput({ ...asked, assetReleasesKept: site.build.assetReleasesKept });
  try {
    const options = { ...asked, codeKey: findCodeKey() };
    const unchanged = await republishSnapshot({ site, options, session, stages });
    if (unchanged !== null) return unchanged;
    // The stages after this import the words.
    const { assertGoodWords } = await import('../words/check-words.ts');
    assertGoodWords();
    const { prepareSite } = await import('./prepare-site.ts');
    const prepared = await prepareSite(site, options, stages);
    guardSample({ ...options, isSample: prepared.content.service.isSample, reason: SAMPLE_SNAPSHOT });
    const again = await republishContent({ site, options, session, stages }, prepared);
    if (again.report !== null) return again.report;
    // Most of the program: loaded by builds that have something to make.
    const { makeSite } = await import('./make-site.ts');
    return await makeSite({ prepared, stamps: again.stamps, bringPages, session, stages, options });
  } catch (cause) {
    throw explainFullCache(cause);
  } finally {
    session.discard();
    await clearSnapshots({ cacheDir: asked.cacheDir, snapshotsKept: site.build.snapshotsKept }, asked.report);
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
