// `sitegen diff [BASE] [HEAD]`: shows what changes for readers and crawlers, and fails for changes that are rarely intended.

import { cpSync, existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DIFF_GATES, type SiteConfig } from '../../config/define-site.ts';
import type { DiffFormat } from '../diff/diff-report.ts';
import { type ExitCode, usageError } from '../errors.ts';
import { printReport } from '../report/write-report.ts';
import { type BuildFlags, type CommandContext, openBuild } from './build.ts';

export interface DiffFlags extends Pick<BuildFlags, 'outDir' | 'cacheDir'> {
  readonly target?: string;
  readonly format?: DiffFormat;
  readonly output?: string;
  readonly allow: readonly string[];
}

/**
 * Compares two sites. Exit 0, or 1 if a gate fails.
 * @throws SiteError DIFF_NO_SITE, DIFF_UNKNOWN_SITE, RELEASE_UNKNOWN (exit 2), DIFF_UNREACHABLE (exit 3).
 */
export async function runDiff(
  base: string,
  head: string,
  flags: DiffFlags,
  context: CommandContext,
): Promise<ExitCode> {
  const { reporter, signal, environment } = context;
  const { loadCheckSettings } = await import('../check/severities.ts');
  const { site } = await loadCheckSettings(environment);
  const settings = { allow: [...site.diff.allow, ...flags.allow.map(parseAllowed)] };
  const { openSides } = await import('../diff/open-sides.ts');
  const { compareSites } = await import('../diff/compare-sites.ts');
  const cacheDir = resolve(flags.cacheDir);
  const images = site.build.imageCacheDir ?? join(cacheDir, 'images');
  const own = { ...context, environment: { ...environment, SITEGEN_IMAGE_CACHE: images } };
  await using opened = new AsyncDisposableStack();
  const sides = await openSides(base, head, {
    site,
    outDir: resolve(flags.outDir),
    cacheDir,
    target: flags.target,
    environment,
    buildSnapshot: (file, folder) => buildSnapshot(file, folder, cacheDir, own),
    opened,
    report: reporter.report,
    signal,
  });
  const report = await compareSites({ ...sides, settings, report: reporter.report, signal });
  const { renderMarkdown, renderText, summarizeDiff } = await import('../diff/render-diff.ts');
  reporter.annotate(report.gates.filter(({ allowed }) => allowed === null));
  const brief = summarizeDiff(report);
  const renderers = { text: renderText, markdown: renderMarkdown };
  return printReport(report, { renderers, brief, summary: brief }, flags, reporter);
}

/** `DIFF_PAGE_GONE:/old/=The product is discontinued` */
function parseAllowed(text: string): SiteConfig['diff']['allow'][number] {
  const [, name, path, reason = ''] = /^([A-Z_]+)(?::(\/[^=]*))?=(.+)$/s.exec(text) ?? [];
  const code = DIFF_GATES.find((gate) => gate === name);
  if (code !== undefined) return { code, reason: reason.trim(), ...(path === undefined ? {} : { path }) };
  throw usageError(
    'DIFF_ALLOW',
    `--allow "${text}" is invalid. Use CODE=reason or CODE:/path/=reason. The codes are ${DIFF_GATES.join(', ')}.`,
  );
}

/** Builds a snapshot in its own folder, with the cached images and bundles. */
async function buildSnapshot(file: string, folder: string, cacheDir: string, context: CommandContext): Promise<void> {
  const { buildSite } = await import('../pipeline/build-site.ts');
  const flags = {
    locale: [],
    outDir: join(folder, 'out'),
    cacheDir: join(folder, '.sitegen'),
    snapshot: file,
    onFetchError: 'fail',
    onEntryError: 'fail',
    allowShrink: true,
  } as const;
  const bundles = join(cacheDir, 'bundles');
  if (existsSync(bundles)) cpSync(bundles, join(flags.cacheDir, 'bundles'), { recursive: true });
  const { options, site, use } = await openBuild('build', flags, context);
  await use((service) => buildSite(site, { ...options, service }));
}
