// The stages of a build, in order. The later ones are in make-site.ts.

import type { SiteConfig } from '../../config/define-site.ts';
import { parseSeverities } from '../check/severities.ts';
import { limitLargeHeap } from '../engine.ts';
import { SiteError } from '../errors.ts';
import { findCodeKey } from '../files/code-key.ts';
import { PROJECT } from '../files/project.ts';
import { loadPublicFiles } from '../outputs/public-files.ts';
import { openOutput } from '../publish/open-output.ts';
import { explainFullCache } from '../publish/output-errors.ts';
import type { BuildOptions, RunningBuild } from './build-options.ts';
import type { BuildReport } from './build-report.ts';
import { guardSample, SAMPLE_SNAPSHOT } from './guard-sample.ts';
import type { MakeSiteInput, ProvidePages } from './make-site.ts';
import { StageClock } from './stage-clock.ts';
import { republishContent } from './unchanged-site.ts';
import { withDatabase } from './with-database.ts';

/**
 * Builds the site into the out folder. The out folder changes only when all stages have succeeded.
 * @throws SiteError with its exit code. The last site stays as it was.
 */
export async function buildSite(site: SiteConfig, options: BuildOptions): Promise<BuildReport> {
  const build = () =>
    publishSite(site, options, async ({ prepared, session, stages, ...input }) => {
      const { renderSite } = await import('./render-site.ts');
      return stages.run('render', () => renderSite({ ...prepared, ...input, sink: session }));
    });
  try {
    return await build();
  } catch (cause) {
    if (!(cause instanceof SiteError) || cause.code !== 'IMAGES_UNMADE') throw cause;
    // They were measured well. The image cache knows now that they cannot be made, so their pages are rendered without them.
    const text = 'Some images could not be made: the site is built again with the files themselves, or without them.';
    options.report({ kind: 'log', level: 'info', text });
    return await build();
  }
}

/**
 * Prepares a site, calls `providePages` to put its pages into staging, and publishes everything. With `mayKeep`, the last site stays
 * if nothing has changed.
 */
export async function publishSite(
  site: SiteConfig,
  given: BuildOptions,
  providePages: ProvidePages,
  { mayKeep = true }: { readonly mayKeep?: boolean } = {},
): Promise<BuildReport> {
  limitLargeHeap();
  const { snapshotsKept, assetReleasesKept } = site.build;
  const stages = new StageClock(given);
  // Throws on unknown codes before anything else runs.
  parseSeverities(site.checks);
  const open = () => openOutput({ ...given, assetReleasesKept });
  let session = await open();
  let isBegun = false;
  try {
    const known = { codeKey: findCodeKey(), publicFiles: loadPublicFiles(site, PROJECT) };
    return await withDatabase({ ...given, snapshotsKept }, async (database) => {
      // Damage can be met when pages are staged already.
      if (isBegun) {
        session.discard();
        session = await open();
      }
      isBegun = true;
      return publishStages(site, { ...given, ...known, database }, { stages, session, providePages, mayKeep });
    });
  } catch (cause) {
    throw explainFullCache(cause);
  } finally {
    session.discard();
  }
}

interface Publishing extends Pick<MakeSiteInput, 'stages' | 'session' | 'providePages'> {
  readonly mayKeep: boolean;
}

async function publishStages(
  site: SiteConfig,
  options: RunningBuild,
  { stages, session, providePages, mayKeep }: Publishing,
): Promise<BuildReport> {
  // Later stages import the messages.
  const { assertGoodWords } = await import('../words/check-words.ts');
  assertGoodWords();
  const { prepareSite } = await import('./plan-content.ts');
  const prepared = await prepareSite(site, options, stages);
  guardSample({ ...options, isSample: prepared.content.service.isSample, reason: SAMPLE_SNAPSHOT });
  const { report, key } = await republishContent({ site, options, session, stages, mayKeep }, prepared);
  if (report !== null) return report;
  // Most of the program, which an unchanged site does not need.
  const { makeSite } = await import('./make-site.ts');
  return await makeSite({ prepared, key, providePages, session, stages, options });
}
