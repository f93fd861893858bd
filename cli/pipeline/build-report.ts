// The report of a build: `.sitegen/report.json`, the result of `--json`, and the summary on the terminal.

import { join } from 'node:path';
import type { Baseline } from '../content/shrink-guard.ts';
import type { Problem } from '../errors.ts';
import type { Digest } from '../files/brands.ts';
import type { RoutePlan } from '../plan/route-plan.ts';
import type { CommitCounts } from '../publish/wanted-files.ts';
import type { OmittedProblems } from '../report/clean-problem.ts';
import { cleanProblem } from '../report/clean-problem.ts';
import { formatBytes, formatDuration } from '../report/report.ts';
import { plural, printableText } from '../text/printable-text.ts';
import type { BuildOptions } from './build-options.ts';
import type { CreatedOutputs } from './create-outputs.ts';
import { createBaseline } from './guard-against-shrinking.ts';
import type { MadeImages } from './make-images.ts';
import type { PreparedSite } from './plan-content.ts';
import type { RenderedSite } from './render-site.ts';
import type { StageTime } from './stage-clock.ts';

/** Version of the format of report.json. */
export const REPORT_VERSION = 3;

/** The contents of `.sitegen/report.json`. */
export interface BuildReport {
  readonly version: typeof REPORT_VERSION;
  readonly status: 'written' | 'dry-run';
  /** Whether the embedded sample content was built. */
  readonly isSample: boolean;
  readonly origin: string;
  readonly locales: readonly string[];
  /** ISO 8601: the time for which the site was built. */
  readonly clock: string;
  /** ISO 8601: when the same content gives a different site. */
  readonly nextBuildAt: string;
  /** The content: its version in the database, and its SHA-256. */
  readonly snapshot: { readonly version: number; readonly digest: Digest };
  /** Pages of the whole plan per locale and page of the registry. */
  readonly pages: readonly { readonly locale: string; readonly page: string; readonly count: number }[];
  readonly missing: readonly { readonly path: string; readonly site: string; readonly entry: string }[];
  /** At most 10,000. Those of planning and later stages come last. */
  readonly problems: readonly Problem[];
  /** How many more there are. */
  readonly omitted: readonly OmittedProblems[];
  readonly output: CommitCounts;
  readonly sizes: {
    readonly pages: number;
    readonly reused: number;
    readonly pageBytes: number;
    readonly assets: number;
    readonly assetBytes: number;
    /** Number of image files that this build made, and that were cached. */
    readonly imagesMade: number;
    readonly imagesReused: number;
  };
  /** The file lacks the last stage, `write`, because it is written in it. */
  readonly stages: readonly StageTime[];
  /** For the shrink guard of the next build. */
  readonly baseline: Baseline;
  readonly stamp: BuildStamp;
}

/** Everything that the site depends on. With an equal stamp, the next build has nothing to do. */
export interface BuildStamp {
  /** Key of content, code and settings. */
  readonly key: string;
  /** Key of code, messages and tables alone. */
  readonly code: string;
  /** ISO 8601. From then until `until` (exclusive), the same content gives the same site. */
  readonly from: string;
  readonly until: string;
  /** What changes at `until`. */
  readonly because: string;
  /** Number of problems that planning and later stages found. They are the last ones of the report. */
  readonly foundLater: number;
  /** Hash of them, so that an edited report is not reused. */
  readonly foundKey: string;
}

/** The results of the stages. */
export interface MadeSite {
  readonly rendered: RenderedSite;
  readonly images: MadeImages;
  readonly outputs: CreatedOutputs;
}

interface ReportInput extends Pick<BuildReport, 'problems' | 'omitted' | 'stamp' | 'output' | 'stages'> {
  readonly prepared: PreparedSite;
  readonly options: BuildOptions;
}

/** Creates the report of a build. */
export function createReport(
  { rendered, images, outputs }: MadeSite,
  { prepared, options, ...given }: ReportInput,
): BuildReport {
  const { model, plan } = prepared;
  const { snapshot, site } = model;
  return {
    version: REPORT_VERSION,
    status: options.isDryRun ? 'dry-run' : 'written',
    isSample: snapshot.service.isSample,
    origin: site.origin,
    locales: options.locales === 'all' ? site.locales : options.locales,
    clock: snapshot.clock,
    nextBuildAt: given.stamp.until,
    snapshot: { version: snapshot.version, digest: snapshot.digest },
    pages: countPages(plan),
    missing: listMissing(plan.problems),
    sizes: {
      pages: rendered.rows.length,
      reused: rendered.reused,
      pageBytes: rendered.rows.reduce((sum, { bytes }) => sum + bytes, 0),
      assets: outputs.assetCount,
      assetBytes: outputs.assetBytes,
      imagesMade: images.made,
      imagesReused: images.reused,
    },
    baseline: createBaseline(snapshot, plan),
    ...given,
  };
}

function countPages(plan: RoutePlan): BuildReport['pages'] {
  const groups = Map.groupBy(plan.routes, ({ locale, page }) => `${locale} ${page}`);
  return [...groups.values()].flatMap((routes) =>
    routes.slice(0, 1).map(({ locale, page }) => ({ locale, page, count: routes.length })),
  );
}

/** Registered pages without an entry, from the problems of the plan. */
function listMissing(problems: readonly Problem[]): BuildReport['missing'] {
  return problems.flatMap(({ code, where }) =>
    code === 'PAGE_MISSING' ? [{ path: where.path ?? '', site: where.site ?? '', entry: where.entry ?? '' }] : [],
  );
}

/** Folders as given on the command line. */
type ShownFolders = Pick<BuildOptions, 'outDir' | 'cacheDir'>;

/** The summary of a build; `brief` has no tables. */
export function describeBuild(
  build: BuildReport,
  folders: ShownFolders,
): { readonly text: string; readonly brief: string } {
  const kept = describeKept(build);
  const outcome = describeOutcome(build, folders);
  return {
    text: [...kept, ...describeTables(build, folders), ...outcome].join('\n'),
    brief: [...kept, ...outcome].join('\n'),
  };
}

function describeTables(build: BuildReport, { cacheDir }: ShownFolders): readonly string[] {
  const { sizes } = build;
  const warnings = countProblems(build, ({ severity }) => severity === 'warning');
  const notices = countProblems(build, ({ severity }) => severity === 'notice');
  return [
    ...describeLocales(build),
    `  ${plural(sizes.pages - sizes.reused, 'page')} rendered, ${sizes.reused} reused, ${formatBytes(sizes.pageBytes)}; ${plural(sizes.assets, 'asset')}, ${formatBytes(sizes.assetBytes)}; ${plural(sizes.imagesMade, 'image')} made, ${sizes.imagesReused} reused`,
    `  ${build.stages.map(({ stage, milliseconds }) => `${stage} ${formatDuration(milliseconds)}`).join(' · ')}`,
    `  ${plural(warnings, 'warning')}, ${plural(notices, 'notice')}${shownWhere(build, cacheDir)}`,
    `  next change by date ${build.nextBuildAt}: ${printableText(build.stamp.because, 200)}`,
  ];
}

function describeLocales({ pages, locales }: BuildReport): readonly string[] {
  const written = pages.filter(({ locale }) => locales.includes(locale));
  return [...Map.groupBy(written, ({ locale }) => locale)].map(([locale, rows]) => {
    const total = rows.reduce((sum, row) => sum + row.count, 0);
    const many = rows.filter((row) => row.count > 1).map((row) => `${row.count} ${row.page}`);
    return `  ${locale}  ${String(total).padStart(6)} page${total === 1 ? '' : 's'}${many.length === 0 ? '' : `  (${many.join(', ')})`}`;
  });
}

function describeOutcome({ output, stages, status, isSample }: BuildReport, { outDir }: ShownFolders) {
  const { written, unchanged, deleted, kept } = output;
  const time = formatDuration(stages.reduce((sum, { milliseconds }) => sum + milliseconds, 0));
  return [
    status === 'dry-run'
      ? `Dry run in ${time}: ${plural(written, 'file')} would be written, ${deleted} deleted, ${unchanged} unchanged. Nothing was written.`
      : `Wrote ${outDir.replace(/\/?$/, '/')} in ${time}: ${plural(written, 'file')} written, ${deleted} deleted, ${unchanged} unchanged${kept === 0 ? '' : `, ${kept} of earlier releases kept`} (not live until you publish).`,
    ...(isSample ? ['This is the sample content. For a real site set SITEGEN_ORIGIN and SITEGEN_CONTENT_URL.'] : []),
  ];
}

/** Where to find all problems. */
function shownWhere({ problems, status }: BuildReport, cacheDir: string): string {
  if (problems.length === 0) return '';
  return status === 'dry-run' ? ' (--verbose shows all)' : `: ${join(cacheDir, 'report.json')}, or --verbose`;
}

const MAX_KEPT_SHOWN = 5;

/** The number of matching problems, also those that the report does not list. */
function countProblems(
  { problems, omitted }: Pick<BuildReport, 'problems' | 'omitted'>,
  isCounted: (problem: Pick<Problem, 'code' | 'severity'>) => boolean,
): number {
  const others = omitted.filter(isCounted).map(({ count: number }) => number);
  return others.reduce((sum, number) => sum + number, problems.filter(isCounted).length);
}

/** Invalid entries that show an earlier version. They come first, because the site differs from the content service there. */
function describeKept(build: BuildReport): readonly string[] {
  const isKept = ({ code }: Pick<Problem, 'code'>) => code === 'ENTRY_KEPT';
  const number = countProblems(build, isKept);
  if (number === 0) return [];
  const kept = build.problems.filter(isKept).slice(0, MAX_KEPT_SHOWN);
  const lines = kept.map(cleanProblem).map(({ where: { collection, entry, site, editUrl } }) => {
    const link = editUrl === undefined ? '' : `: fix it at ${editUrl}`;
    return `  ${collection} › "${entry}" (${site})${link}`;
  });
  const more = number > kept.length ? [`  and ${number - kept.length} more`] : [];
  const entries = number === 1 ? 'entry is' : 'entries are';
  return [`HELD BACK  ${number} ${entries} invalid: the site shows the version of the last build.`, ...lines, ...more];
}
