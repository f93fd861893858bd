// The quickest build: where content, code, words, configuration and local images are those of the last published build,
// and the out folder holds what that build left, nothing is rendered, checked or made again.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SiteConfig } from '../../config/define-site.ts';
import { countCachedPages } from '../cache/page-cache.ts';
import type { ContentSnapshot } from '../content/snapshot/content-snapshot.ts';
import { createPublishedList } from '../content/snapshot/published-snapshots.ts';
import { loadSnapshotFile, parseClock } from '../content/snapshot/snapshot-file.ts';
import type { Problem } from '../errors.ts';
import { findCodeKey } from '../files/code-key.ts';
import { sha256 } from '../files/content-hash.ts';
import { imageCacheDirOf, openImageCache } from '../images/image-cache.ts';
import { loadLocalImages } from '../images/local-images.ts';
import { startOf } from '../plan/site-model.ts';
import type { OutputSession } from '../publish/output-session.ts';
import type { BuildOptions } from './build-options.ts';
import { type BuildReport, REPORT_VERSION } from './build-report.ts';
import { guardSample, markRealSite, SAMPLE_SNAPSHOT } from './guard-sample.ts';
import type { PreparedSite } from './prepare-site.ts';
import type { StageClock } from './stage-clock.ts';

/** Version of the shape of stamp.json. */
const STAMP_VERSION = 3;
const STAMP_FILE = 'stamp.json';

/** What the last published build was made of. */
export interface BuildStamp {
  readonly version: typeof STAMP_VERSION;
  /** Key of content, code and settings. */
  readonly key: string;
  /** ISO 8601. From this moment on, and before the next one, the same content gives the same site. */
  readonly from: string;
  readonly until: string;
  /** How many problems its report tells. */
  readonly problems: number;
  /** How many of these, the last ones, are of the plan and of all that came after it. */
  readonly foundLater: number;
}

type ShownContent = Pick<ContentSnapshot, 'digest' | 'clock' | 'service'>;

/** Makes and compares the stamps of one build. What does not depend on content is read once. */
export interface Stamps {
  /** `found` are the problems of the plan and of all that came after it. */
  readonly create: (prepared: PreparedSite, found: readonly Problem[]) => BuildStamp;
  /** Whether content gives the site of a stamp. */
  readonly isSame: (stamp: BuildStamp, content: ShownContent) => boolean;
}

/** Reads code and local images. */
async function createStamps(site: SiteConfig, options: BuildOptions, isSample: boolean): Promise<Stamps> {
  const images = await loadLocalImages(
    isSample ? options.sampleAssetsDir : null,
    openImageCache(imageCacheDirOf(site, options.cacheDir), options),
  );
  const localImages = [...images.values()].map(({ path, sha256: hash }) => [path, hash]);
  const { isStrict, locales, codeKey = findCodeKey(options) } = options;
  const rest = [codeKey, site, locales, isStrict, localImages];
  const keyOf = ({ digest, service }: ShownContent) => sha256(JSON.stringify([digest, service, rest]));
  return {
    create: ({ content, guard }, found) => ({
      version: STAMP_VERSION,
      key: keyOf(content),
      ...findPeriod(content),
      problems: content.problems.length + guard.length + found.length,
      foundLater: found.length,
    }),
    isSame: ({ key, from, until }, content) => from <= content.clock && content.clock < until && key === keyOf(content),
  };
}

/** The time around the clock in which the same entries show. Besides these the clock gives the year of the footer. */
function findPeriod({ clock, collections }: ContentSnapshot): Pick<BuildStamp, 'from' | 'until'> {
  const year = new Date(clock).getUTCFullYear();
  let [from, until] = [`${year}-01-01`, `${year + 1}-01-01`];
  for (const row of collections.flatMap(({ rows }) => rows)) {
    const start = startOf(row);
    if (start === null) continue;
    if (start <= clock && start > from) from = start;
    if (start > clock && start < until) until = start;
  }
  return { from, until };
}

/** What is known of a build before anything is rendered. */
interface UnchangedInput {
  readonly site: SiteConfig;
  readonly options: BuildOptions;
  readonly session: OutputSession;
  readonly stages: StageClock;
}

/** The build of a snapshot whose content was published last, told by the snapshot's file alone; else null. */
export async function republishSnapshot(input: UnchangedInput): Promise<BuildReport | null> {
  const { options } = input;
  if (options.snapshotFile === null || options.baseline !== null) return null;
  const last = loadStamp(options);
  if (last === null) return null;
  const record = await loadSnapshotFile(options.snapshotFile);
  guardSample({ ...options, isSample: record.service.isSample, reason: SAMPLE_SNAPSHOT });
  const content = { ...record, clock: options.clock === null ? record.clock : parseClock(options.clock) };
  const stamps = await createStamps(input.site, options, record.service.isSample);
  if (!stamps.isSame(last, content)) return null;
  const snapshot = { ...content, file: options.snapshotFile };
  return await republish(input, { snapshot, stamp: last, known: record.problems });
}

/** The build of content that shows what was published last; else null. `stamp` is for whatever is published instead. */
export async function republishContent(
  input: UnchangedInput,
  prepared: PreparedSite,
): Promise<{ readonly report: BuildReport | null; readonly stamps: Stamps }> {
  const { content } = prepared;
  const stamps = await createStamps(input.site, input.options, content.service.isSample);
  const last = loadStamp(input.options);
  if (last === null || !stamps.isSame(last, content)) return { report: null, stamps };
  const known = [...content.problems, ...prepared.guard];
  return { report: await republish(input, { snapshot: content, stamp: last, known }), stamps };
}

/** The stamp of the last build; null where this build must not trust one. */
function loadStamp({ cacheDir, isForced, isDryRun, locales }: BuildOptions): BuildStamp | null {
  const file = join(cacheDir, STAMP_FILE);
  if (isForced || isDryRun || locales !== 'all' || !existsSync(file)) return null;
  try {
    const stamp: BuildStamp = JSON.parse(readFileSync(file, 'utf8'));
    return stamp.version === STAMP_VERSION ? stamp : null;
  } catch {
    return null; // Damaged by whatever hand: an ordinary build mends it.
  }
}

/** Publishes nothing but what tells of this build. Null where the out folder, the last report or records are not as they were left. */
async function republish(
  { site, options, session, stages }: UnchangedInput,
  now: {
    readonly snapshot: ShownContent & { readonly file: string };
    readonly stamp: BuildStamp;
    /** Problems of the content. */
    readonly known: readonly Problem[];
  },
): Promise<BuildReport | null> {
  const last = loadReport(options.cacheDir, now.stamp);
  if (last === null || countCachedPages(options.cacheDir) !== last.sizes.pages || !session.keepLast()) return null;
  return await stages.run('publish', async () => {
    const scope = { locales: options.locales };
    const { snapshot, known, stamp } = now;
    const problems = [...known, ...last.problems.slice(last.problems.length - stamp.foundLater)];
    const report: BuildReport = {
      ...last,
      clock: snapshot.clock,
      snapshot: { file: snapshot.file, digest: snapshot.digest },
      problems,
      output: session.preview(scope),
      sizes: {
        ...last.sizes,
        reused: last.sizes.pages,
        imagesMade: 0,
        imagesReused: last.sizes.imagesMade + last.sizes.imagesReused,
      },
      stages: stages.times(),
    };
    options.report({ kind: 'problems', problems });
    await writeBuildState(session, {
      report,
      stamp: { ...stamp, problems: problems.length },
      snapshotsKept: site.build.snapshotsKept,
      outDir: options.outDir,
      cacheDir: options.cacheDir,
    });
    await session.commit(scope);
    return report;
  });
}

/** What every publication leaves in the cache folder. */
export async function writeBuildState(
  session: OutputSession,
  build: {
    readonly report: BuildReport;
    readonly stamp: BuildStamp;
    readonly outDir: string;
    readonly cacheDir: string;
    readonly snapshotsKept: number;
  },
): Promise<void> {
  const { report, stamp, outDir, cacheDir, snapshotsKept } = build;
  if (!report.isSample) markRealSite(outDir, cacheDir, report.origin);
  session.writeState('report.json', `${JSON.stringify(report, null, 2)}\n`);
  session.writeState(STAMP_FILE, `${JSON.stringify(stamp)}\n`);
  const published = await createPublishedList(report.snapshot.file, { cacheDir, snapshotsKept });
  session.writeState(published.path, published.content);
}

/** The report of the last build; null where it does not tell what its stamp says. */
function loadReport(cacheDir: string, { problems }: BuildStamp): BuildReport | null {
  try {
    const report: BuildReport = JSON.parse(readFileSync(join(cacheDir, 'report.json'), 'utf8'));
    const isWhole = report.version === REPORT_VERSION && report.problems.length === problems;
    return isWhole && report.status === 'published' ? report : null;
  } catch {
    return null; // As with the stamp.
  }
}
