// Skips all stages if nothing has changed since the last build: content, code, messages, configuration, local images, public
// files and the files in the out folder.

import { join } from 'node:path';
import type { SiteConfig } from '../../config/define-site.ts';
import type { ContentSnapshot } from '../content/snapshot/content-snapshot.ts';
import { markBuilt } from '../content/snapshot/versions.ts';
import type { Problem } from '../errors.ts';
import { countStoredPages } from '../facts/page-store.ts';
import { sha256, shortHash } from '../files/content-hash.ts';
import { readJsonFields } from '../files/read-json-fields.ts';
import { listLocalFiles } from '../images/local-images.ts';
import { findShownPeriod } from '../plan/visible-times.ts';
import type { OutputSession } from '../publish/output-session.ts';
import { capProblems } from '../report/clean-problem.ts';
import type { BuildOptions, RunningBuild } from './build-options.ts';
import { type BuildReport, type BuildStamp, REPORT_VERSION } from './build-report.ts';
import { markRealSite } from './guard-sample.ts';
import type { PreparedSite } from './plan-content.ts';
import type { StageClock } from './stage-clock.ts';

type ShownContent = Pick<ContentSnapshot, 'digest' | 'clock' | 'service'>;

/** The key of a build: everything that its site depends on but the clock. */
function findStampKey(site: SiteConfig, options: RunningBuild, { digest, service }: ShownContent): string {
  const files = service.isSample ? listLocalFiles(options.sampleAssetsDir) : [];
  const localImages = files.map(({ path, sha256: hash }) => [path, hash]);
  const { isStrict, locales, codeKey, publicFiles } = options;
  const ownFiles = publicFiles?.files.map(({ path, sha256: hash }) => [path, hash]);
  const rest = [codeKey, site, locales, isStrict, localImages, ownFiles, publicFiles?.problems];
  return sha256(JSON.stringify([digest, service, rest]));
}

/** `found`: the problems of planning and later stages, as the report lists them. */
export function createStamp(
  key: string,
  { model: { site, snapshot } }: Pick<PreparedSite, 'model'>,
  { codeKey: code = '' }: RunningBuild,
  found: readonly Problem[],
): BuildStamp {
  return {
    key,
    code,
    ...findShownPeriod(snapshot, site.timeZone),
    foundLater: found.length,
    foundKey: keyOfFound(found),
  };
}

const keyOfFound = (problems: readonly Problem[]): string => shortHash(JSON.stringify(problems));

interface UnchangedInput {
  readonly site: SiteConfig;
  readonly options: RunningBuild;
  readonly session: OutputSession;
  readonly stages: StageClock;
  readonly mayKeep: boolean;
}

/** Publishes the content again. The report is null if the site has changed or may not be kept; `key` is for the stamp of its build. */
export async function republishContent(
  input: UnchangedInput,
  prepared: PreparedSite,
): Promise<{ readonly report: BuildReport | null; readonly key: string }> {
  const { content } = prepared;
  const { clock } = content;
  const key = findStampKey(input.site, input.options, content);
  const last = input.mayKeep ? loadLastReport(input.options) : null;
  const isSame = last?.stamp.key === key && last.stamp.from <= clock && clock < last.stamp.until;
  if (last === null || !isSame) return { report: null, key };
  const known = [...content.problems, ...prepared.guard];
  return { report: await republish(input, last, { snapshot: content, known }), key };
}

/** The report of the last build; null if there is none, or if this build must not reuse it. */
function loadLastReport({ cacheDir, isForced, isDryRun, locales }: BuildOptions): BuildReport | null {
  if (isForced || isDryRun || locales !== 'all') return null;
  const report = readJsonFields<BuildReport>(join(cacheDir, 'report.json'));
  const { version, status, stamp, problems, omitted } = report;
  // A report that omits problems would lose them here.
  const isComplete = stamp !== undefined && Array.isArray(problems) && omitted?.length === 0;
  return version === REPORT_VERSION && status === 'written' && isComplete ? (report as BuildReport) : null;
}

/** Updates only the state files. Null if the out folder, the last report or the cache was changed since the last build. */
async function republish(
  { options, session, stages }: UnchangedInput,
  last: BuildReport,
  now: {
    readonly snapshot: ShownContent & { readonly version: number };
    /** Problems of the content. */
    readonly known: readonly Problem[];
  },
): Promise<BuildReport | null> {
  const found = last.problems.slice(last.problems.length - last.stamp.foundLater);
  // The report was edited.
  if (keyOfFound(found) !== last.stamp.foundKey) return null;
  if (countStoredPages(options.cacheDir) !== last.sizes.pages || !session.keepLast()) return null;
  return await stages.run('write', async () => {
    const { snapshot, known } = now;
    const report: BuildReport = {
      ...last,
      clock: snapshot.clock,
      snapshot: { version: snapshot.version, digest: snapshot.digest },
      ...capProblems([...known, ...found]),
      output: session.preview(options),
      sizes: {
        ...last.sizes,
        reused: last.sizes.pages,
        imagesMade: 0,
        imagesReused: last.sizes.imagesMade + last.sizes.imagesReused,
      },
      stages: stages.times,
    };
    options.report({ kind: 'problems', problems: [...known, ...found] });
    await publishState(session, report, options);
    return report;
  });
}

/** Publishes a site with its report, marks a real site, and notes which content the out folder shows. */
export async function publishState(session: OutputSession, report: BuildReport, options: RunningBuild): Promise<void> {
  const { outDir, cacheDir, locales, database } = options;
  if (!report.isSample) markRealSite(outDir, cacheDir, report.origin);
  session.writeState('report.json', `${JSON.stringify(report, null, 2)}\n`);
  await session.commit({ locales });
  markBuilt(database, options, report.snapshot.version);
}
