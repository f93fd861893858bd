// `sitegen check-links [DIR|URL]`: checks internal and external links of the last build or of a live site.

import { resolve } from 'node:path';
import type { ReportFlags } from '../check/reports/output-report.ts';
import { type ExitCode, SiteError } from '../errors.ts';
import type { CommandContext } from './build.ts';

/** The flags as commander parsed them. */
export interface CheckLinksFlags extends ReportFlags {
  readonly cacheDir: string;
  readonly internalOnly?: boolean;
  readonly external?: boolean;
  readonly exclude: readonly RegExp[];
  readonly accept: readonly StatusRange[];
  readonly maxAge: number;
  readonly concurrency: number;
  readonly timeout: number;
  readonly maxPages: number;
}

/** HTTP statuses, inclusive. */
interface StatusRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Checks the links. Exit 0, or 1 if there are new errors or warnings.
 * @throws SiteError CHECK_NO_BUILD, CHECK_BASELINE_INVALID, CHECK_FLAGS, CONFIG_INVALID (exit 2), CHECK_UNREACHABLE (exit 3).
 */
export async function runCheckLinks(
  target: string,
  flags: CheckLinksFlags,
  { reporter, signal, environment }: CommandContext,
): Promise<ExitCode> {
  if (flags.internalOnly === true && flags.external === true)
    throw new SiteError({
      code: 'CHECK_FLAGS',
      exitCode: 2,
      message: '--internal-only and --external leave nothing to check. Use one of them, or neither to check all links.',
    });
  const { outputReport, loadBaseline } = await import('../check/reports/output-report.ts');
  const known = loadBaseline(flags.baseline);
  const { loadCheckSettings } = await import('../check/severities.ts');
  const { site, severities } = await loadCheckSettings(environment);
  const { checkBuildLinks, checkLiveLinks } = await import('../check/links/check-links.ts');
  const { loadBuild } = await import('../check/load-build.ts');
  const url = /^https?:\/\//i.test(target) ? parseTarget(target) : null;
  const places = { outDir: resolve(url === null ? target : 'out'), cacheDir: resolve(flags.cacheDir) };
  const { finishLastBuild } = await import('../publish/open-output.ts');
  await finishLastBuild(places.outDir, places.cacheDir, reporter.report);
  const build =
    url === null ? await loadBuild(places, severities) : await loadBuild(places, severities).catch(ignoreMissing);
  const origin = url?.origin ?? build?.input.origin ?? site.origin;
  const isExcluded = (link: string) =>
    isShareLink(link, [origin, build?.input.origin ?? site.origin]) ||
    flags.exclude.some((pattern) => pattern.test(link));
  const requests = {
    concurrency: flags.concurrency,
    timeoutMs: flags.timeout * 1000,
    userAgent: `Mozilla/5.0 (compatible; sitegen check-links; +${site.origin}/)`,
    signal,
  };
  const external =
    flags.internalOnly === true
      ? null
      : { ...requests, ...(await readExternalFlags(flags, origin)), onProgress: showProgress(reporter, 'other sites') };
  const options = { site, severities, internal: flags.external !== true, isExcluded, external };
  const crawl = { ...requests, origin: site.origin, maxPages: flags.maxPages, isExcluded };
  const { verdicts, ...found } =
    url === null && build !== null
      ? await checkBuildLinks(build, options)
      : await checkLiveLinks({ ...crawl, url: url ?? new URL(`${origin}/`) }, build, options);
  return outputReport(
    { command: 'check-links', origin, external: verdicts, known, isStrict: true, ...found },
    flags,
    reporter,
  );
}

/** Whether a link shares a page on a social network. Every article has some, and they all lead to the same few forms. */
function isShareLink(link: string, origins: readonly string[]): boolean {
  const parameters = URL.parse(link)?.searchParams.values() ?? [];
  return [...parameters].some((value) => origins.some((origin) => value.startsWith(`${origin}/`)));
}

async function readExternalFlags({ cacheDir, maxAge, accept }: CheckLinksFlags, origin: string) {
  const { isPrivate } = await import('../check/external/send-request.ts');
  return {
    cacheDir: resolve(cacheDir),
    maxAgeMs: maxAge,
    isAccepted: (status: number) => accept.some(({ from, to }) => status >= from && status <= to),
    // A site on a private network may link to other sites there.
    allowPrivate: isPrivate(new URL(origin).hostname),
  };
}

function showProgress(reporter: CommandContext['reporter'], stage: string) {
  return (done: number, total: number) => reporter.report({ kind: 'progress', stage, done, total });
}

function parseTarget(target: string): URL {
  const url = URL.parse(target);
  if (url === null)
    throw new SiteError({
      code: 'CHECK_FLAGS',
      exitCode: 2,
      message: `"${target}" is not a valid URL. Pass one such as https://www.example.com/, or the folder of a build.`,
    });
  url.hash = '';
  return url;
}

/** A live site can be checked without a build. Findings then name no entries. */
function ignoreMissing(cause: unknown): null {
  if (cause instanceof SiteError && cause.code === 'CHECK_NO_BUILD') return null;
  throw cause;
}
