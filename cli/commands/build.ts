// `sitegen build`: checks the flags, starts the sample service if no content service is set, builds, and reports. Large modules are
// imported on demand, so that the first line is printed at once.

import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SiteConfig } from '../../config/define-site.ts';
import type { Locale } from '../../config/locales.ts';
import manifest from '../../package.json' with { type: 'json' };
import { type ExitCode, type SiteError, usageError } from '../errors.ts';
import { PROJECT } from '../files/project.ts';
import type { BuildOptions } from '../pipeline/build-options.ts';
import type { Shard } from '../pipeline/part-file.ts';
import { formatBytes, type Reporter } from '../report/report.ts';
import type { SiteFlags } from '../settings/load-site.ts';

export type ServiceFlags = Pick<SiteFlags, 'origin' | 'contentUrl' | 'contentRpm' | 'sample'>;

export interface BuildFlags extends ServiceFlags {
  readonly locale: readonly string[];
  readonly outDir: string;
  readonly cacheDir: string;
  readonly requireContent?: boolean;
  readonly snapshot?: string;
  readonly clock?: string;
  readonly onFetchError: BuildOptions['onFetchError'];
  readonly onEntryError: NonNullable<BuildOptions['onEntryError']>;
  readonly allowShrink?: boolean;
  readonly baseline?: string;
  readonly force?: boolean;
  readonly full?: boolean;
  readonly adopt?: boolean;
  readonly workers?: number;
  readonly shard?: Shard;
  readonly partDir?: string;
  readonly strict?: boolean;
  readonly dryRun?: boolean;
  readonly fsync?: boolean;
}

/** What a command needs from the process. */
export interface CommandContext {
  readonly reporter: Reporter;
  readonly signal: AbortSignal;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

const SAMPLE_ASSETS = fileURLToPath(new URL('../../content/sample/assets/', import.meta.url));

/** Runs a build. Exit 0, or throws a SiteError with the exit code. */
export async function runBuild(flags: BuildFlags, context: CommandContext): Promise<ExitCode> {
  const { printResult } = context.reporter;
  const { shard } = flags;
  // Without this error, the whole site would be written.
  if (shard === undefined && flags.partDir !== undefined)
    throw usageError(
      'PART_DIR_WITHOUT_SHARD',
      'The flag --part-dir needs --shard i/n. Nothing was built. Add --shard, or use --out-dir for a whole site.',
    );
  if (shard !== undefined && flags.snapshot === undefined) throw shardWithoutSnapshot();
  const { site, options, use } = await openBuild('build', flags, context);
  if (shard !== undefined) {
    const { assertGoodWords } = await import('../words/check-words.ts');
    assertGoodWords();
    const { buildPart } = await import('../pipeline/build-part.ts');
    const partDir = flags.partDir ?? `part-${shard.index}-of-${shard.count}`;
    const { rows } = await use((service) =>
      buildPart(site, { ...options, service }, { shard, partDir: resolve(partDir) }),
    );
    const bytes = rows.reduce((sum, row) => sum + row.bytes, 0);
    const text = `Shard ${shard.index} of ${shard.count} is in ${partDir}: ${rows.length} pages, ${formatBytes(bytes)}. The out folder is unchanged.`;
    printResult({ text, data: { status: 'part', shard, partDir, pages: rows.length, bytes } });
    return 0;
  }
  const { buildSite } = await import('../pipeline/build-site.ts');
  const { describeBuild } = await import('../pipeline/build-report.ts');
  const build = await use((service) => buildSite(site, { ...options, service }));
  printResult({ ...describeBuild(build, flags), data: build });
  return 0;
}

function shardWithoutSnapshot(): SiteError {
  return usageError(
    'SHARD_NEEDS_SNAPSHOT',
    'All shards need the same snapshot. Nothing was built. Run "sitegen snapshot", then pass --snapshot FILE to each shard and to the merge.',
  );
}

/** Checks flags and variables, and reports what is built. `use` provides the content service while the build runs. */
export async function openBuild(command: string, flags: BuildFlags, context: CommandContext) {
  const { report } = context.reporter;
  report({ kind: 'start', command, text: `v${manifest.version}` });
  const { loadSite } = await import('../settings/load-site.ts');
  const { site, contentToken } = await loadSite(
    {
      ...flags,
      needsContent: flags.snapshot === undefined,
      requiresOrigin: flags.requireContent === true && flags.snapshot !== undefined,
    },
    context.environment,
  );
  const outDir =
    ['snapshot', 'translations'].includes(command) || flags.shard !== undefined ? null : resolve(flags.outDir);
  const { assertFoldersApart } = await import('../publish/output-places.ts');
  const { publicDirOf } = await import('../outputs/public-files.ts');
  if (outDir !== null) assertFoldersApart(outDir, resolve(flags.cacheDir), publicDirOf(site, PROJECT));
  const { guardSample } = await import('../pipeline/guard-sample.ts');
  guardSample({
    // Snapshots are checked when they are loaded.
    isSample: flags.snapshot === undefined && site.content.url === null,
    reason: flags.sample === true ? '--sample is used' : 'SITEGEN_CONTENT_URL is not set',
    requiresContent: flags.requireContent === true,
    cacheDir: resolve(flags.cacheDir),
    outDir,
  });
  const locales = parseLocales(flags.locale, site);
  report({ kind: 'log', level: 'info', text: describeSettings(site, locales, flags.snapshot ?? null) });
  const options = {
    sampleAssetsDir: SAMPLE_ASSETS,
    locales,
    outDir: resolve(flags.outDir),
    cacheDir: resolve(flags.cacheDir),
    snapshotFile: flags.snapshot === undefined ? null : resolve(flags.snapshot),
    clock: flags.clock ?? null,
    onFetchError: flags.onFetchError,
    onEntryError: flags.onEntryError,
    allowShrink: flags.allowShrink === true,
    baseline: flags.baseline ?? null,
    requiresContent: flags.requireContent === true,
    isForced: flags.force === true,
    isFull: flags.full === true,
    isAdopted: flags.adopt === true,
    workers: flags.workers ?? null,
    isStrict: flags.strict === true,
    isDryRun: flags.dryRun === true,
    isSynced: flags.fsync === true,
    report,
    signal: context.signal,
  } satisfies Omit<BuildOptions, 'service'>;
  const need = { token: contentToken, isNeeded: flags.snapshot === undefined };
  const use = <T>(run: (service: BuildOptions['service']) => Promise<T>) => withContentService(site, need, run);
  return { site, options, use };
}

/** Runs the sample service during a build if no content service is set and content has to be fetched. */
async function withContentService<T>(
  site: SiteConfig,
  { token, isNeeded }: { readonly token: string | null; readonly isNeeded: boolean },
  use: (service: BuildOptions['service']) => Promise<T>,
): Promise<T> {
  if (site.content.url !== null) return use({ url: site.content.url, isSample: false, token });
  if (!isNeeded) return use({ url: 'http://127.0.0.1', isSample: true, token: null });
  const { startSampleService } = await import('../content/sample-service.ts');
  const service = await startSampleService();
  try {
    return await use({ url: service.url, isSample: true, token: null });
  } finally {
    await service.stop();
  }
}

function parseLocales(wanted: readonly string[], site: SiteConfig): readonly Locale[] | 'all' {
  const unknown = wanted.filter((locale) => locale !== 'all' && !site.locales.some((known) => known === locale));
  if (unknown.length > 0) {
    throw usageError(
      'LOCALE_UNKNOWN',
      `There is no locale ${unknown.map((locale) => `"${locale}"`).join(', ')}. Nothing was built. This site has ${site.locales.join(', ')}. Use "all" for all of them.`,
    );
  }
  if (wanted.length === 0 || wanted.includes('all')) return 'all';
  const named = site.locales.filter((locale) => wanted.includes(locale));
  return named.length === site.locales.length ? 'all' : named;
}

/** `All locales of https://www.example.com. Source: sample content` */
function describeSettings(site: SiteConfig, locales: readonly Locale[] | 'all', snapshot: string | null): string {
  const source = snapshot === null ? (site.content.url ?? 'sample content') : `snapshot ${snapshot}`;
  return `${locales === 'all' ? 'All locales' : locales.join(', ')} of ${site.origin}. Source: ${source}`;
}

/** Merges the shards. Exit 0, or throws a SiteError with the exit code. */
export async function runMerge(
  parts: readonly string[],
  flags: BuildFlags,
  context: CommandContext,
): Promise<ExitCode> {
  if (flags.snapshot === undefined) throw shardWithoutSnapshot();
  const { site, options, use } = await openBuild('merge', flags, context);
  const { mergeParts } = await import('../pipeline/merge-parts.ts');
  const { describeBuild } = await import('../pipeline/build-report.ts');
  const dirs = parts.map((part) => resolve(part));
  const build = await use((service) => mergeParts(site, { ...options, service }, dirs));
  context.reporter.printResult({ ...describeBuild(build, flags), data: build });
  return 0;
}
