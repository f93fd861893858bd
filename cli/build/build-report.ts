// What a build did, for `.sitegen/report.json`, for `--json`, and as a summary that people read.

import type { ContentSnapshot } from '../content/content-snapshot.ts';
import type { Baseline } from '../content/shrink-guard.ts';
import type { Problem } from '../errors.ts';
import { formatBytes, formatDuration } from '../report.ts';
import type { RoutePlan } from './route-plan.ts';

/** Version of the shape of report.json. */
export const REPORT_VERSION = 1;

/** How long a stage took. */
export interface StageTime {
  readonly stage: string;
  readonly milliseconds: number;
}

/** What was handed over. */
export interface OutputCounts {
  readonly written: number;
  readonly unchanged: number;
  readonly deleted: number;
  /** Assets that the site does without and that stay for visitors with an older page. */
  readonly kept: number;
}

/** The shape of `.sitegen/report.json`. */
export interface BuildReport {
  readonly version: typeof REPORT_VERSION;
  readonly status: 'published' | 'dry-run';
  /** True where the embedded sample content was built. */
  readonly isSample: boolean;
  readonly origin: string;
  readonly locales: readonly string[];
  /** ISO 8601: the moment as of which the site was built. */
  readonly clock: string;
  readonly snapshot: { readonly file: string; readonly digest: string };
  /** Pages of the whole plan per locale and page of the registry. */
  readonly pages: readonly { readonly locale: string; readonly page: string; readonly count: number }[];
  readonly missing: readonly { readonly path: string; readonly site: string; readonly entry: string }[];
  readonly problems: readonly Problem[];
  readonly output: OutputCounts;
  readonly sizes: {
    readonly pages: number;
    readonly reused: number;
    readonly pageBytes: number;
    readonly assets: number;
    readonly assetBytes: number;
    /** Widths and formats that this build made, and those that it found in the cache. */
    readonly imagesMade: number;
    readonly imagesReused: number;
  };
  /** The last one, `publish`, is in what the build returns; the file is a part of what it publishes. */
  readonly stages: readonly StageTime[];
  /** What the next build compares itself with. */
  readonly baseline: Baseline;
}

/** Counts of the plan per locale and page. */
export function countPages(plan: RoutePlan): BuildReport['pages'] {
  const counts = new Map<string, { locale: string; page: string; count: number }>();
  // Routes of a page follow each other.
  let row = { locale: '', page: '', count: 0 };
  for (const { locale, page } of plan.routes) {
    if (row.locale !== locale || row.page !== page) {
      const key = `${locale} ${page}`;
      row = counts.get(key) ?? { locale, page, count: 0 };
      counts.set(key, row);
    }
    row.count += 1;
  }
  return [...counts.values()];
}

/** Registered pages that the plan lacks, from its problems. */
export function listMissing(problems: readonly Problem[]): BuildReport['missing'] {
  return problems.flatMap(({ code, where }) =>
    code === 'PAGE_MISSING' ? [{ path: where.path ?? '', site: where.site ?? '', entry: where.entry ?? '' }] : [],
  );
}

/** The figures that the shrink guard compares: entries per collection and site, and the registered pages. */
export function createBaseline(snapshot: ContentSnapshot, plan: RoutePlan): Baseline {
  return {
    isSample: snapshot.service.isSample,
    collections: snapshot.collections.map(({ collection, site, rows }) => ({ collection, site, count: rows.length })),
    pages: plan.routes.filter(({ kind }) => kind === 'page').map(({ name }) => name),
  };
}

/** The summary of a build as lines for people. */
export function describeBuild(build: BuildReport, outDir: string): string {
  const locales = [...new Set(build.pages.map(({ locale }) => locale))];
  const rows = locales.map((locale) => {
    const pages = build.pages.filter((row) => row.locale === locale);
    const total = pages.reduce((sum, { count }) => sum + count, 0);
    const many = pages.filter(({ count }) => count > 1).map(({ page, count }) => `${count} ${page}`);
    return `  ${locale}  ${String(total).padStart(6)} pages${many.length === 0 ? '' : `  (${many.join(', ')})`}`;
  });
  const { written, unchanged, deleted, kept } = build.output;
  const warnings = build.problems.filter(({ severity }) => severity === 'warning').length;
  const notices = build.problems.filter(({ severity }) => severity === 'notice').length;
  const total = build.stages.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  return [
    ...rows,
    ...(build.missing.length === 0
      ? []
      : [`  missing  ${build.missing.map(({ path, entry }) => `${path} (entry "${entry}")`).join(', ')}`]),
    `  ${build.sizes.pages - build.sizes.reused} pages rendered, ${build.sizes.reused} taken over, ${formatBytes(build.sizes.pageBytes)}; ${build.sizes.assets} assets, ${formatBytes(build.sizes.assetBytes)}; ${build.sizes.imagesMade} images made, ${build.sizes.imagesReused} taken over`,
    `  ${build.stages.map(({ stage, milliseconds }) => `${stage} ${formatDuration(milliseconds)}`).join(' · ')}`,
    `  ${count(warnings, 'warning')}, ${count(notices, 'notice')}${build.status === 'dry-run' ? '' : ' (all in the report)'}`,
    build.status === 'dry-run'
      ? `Dry run in ${formatDuration(total)}: ${written} files would be written, ${deleted} deleted, ${unchanged} are unchanged. Nothing was published.`
      : `Published to ${outDir} in ${formatDuration(total)}: ${written} files written, ${deleted} deleted, ${unchanged} unchanged${kept === 0 ? '' : `, ${kept} of earlier releases kept`}.`,
    ...(build.isSample
      ? ['This is the embedded sample content, not a real site: set SITEGEN_ORIGIN and SITEGEN_CONTENT_URL for one.']
      : []),
  ].join('\n');
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
