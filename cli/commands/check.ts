// `sitegen check [DIR|URL]`: checks the last build or a live site against all rules; `--list` prints the rules.
// `sitegen check-links [DIR|URL]`: checks only links, inside the site and to other sites.

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CheckResult } from '../check/check-site.ts';
import type { ExternalOptions } from '../check/external/check-external.ts';
import type { Finding } from '../check/findings.ts';
import type { LiveCheck } from '../check/live/check-live.ts';
import type { ReportFlags } from '../check/reports/output-report.ts';
import { type ExitCode, SiteError, usageError } from '../errors.ts';
import type { CommandContext } from './build.ts';

/** Flags for links and live sites. */
interface LinkFlags extends ReportFlags {
  readonly cacheDir: string;
  readonly internalOnly?: boolean;
  readonly external?: boolean;
  readonly exclude: readonly RegExp[];
  /** HTTP statuses, inclusive. */
  readonly accept: readonly { readonly from: number; readonly to: number }[];
  readonly maxAge: number;
  readonly concurrency: number;
  readonly timeout: number;
  readonly pages: number;
}

export interface CheckFlags extends LinkFlags {
  readonly strict?: boolean;
  readonly list?: boolean;
  readonly rate?: number;
  readonly ignoreRobots?: boolean;
  readonly pageTable?: string;
}

/** Requests per second to a public site. */
const POLITE_RATE = 5;

/**
 * Checks the last build or a live site. Exit 0, or 1 if there are new errors (with --strict also warnings).
 * @throws SiteError CHECK_NO_BUILD, CHECK_BASELINE_INVALID, CHECK_FLAGS, CHECK_ROBOTS, CONFIG_INVALID (exit 2), CHECK_UNREACHABLE (exit 3).
 */
export async function runCheck(target: string, flags: CheckFlags, context: CommandContext): Promise<ExitCode> {
  const { reporter } = context;
  if (flags.list === true) {
    const { RULES } = await import('../check/rules/rules.ts');
    const { renderRules } = await import('../check/reports/text-reports.ts');
    reporter.printResult({ text: renderRules(RULES), data: RULES });
    return 0;
  }
  const command = 'check';
  const prepared = await prepareCheck(target, flags, context);
  const { site, url, build, report } = prepared;
  const { rate, ignoreRobots, pageTable, strict: isStrict = false } = flags;
  if (url === null) {
    const unused = ['rate', 'ignore-robots', 'page-table'].filter((_, at) => [rate, ignoreRobots, pageTable][at]);
    const message = `--${unused.join(' and --')}: for live sites only. Pass a URL, or leave it out.`;
    if (unused.length > 0) throw usageError('CHECK_FLAGS', message);
    const { checkBuild } = await import('../check/check-build.ts');
    const result = checkBuild(build, { scope: 'all', site });
    return report({ command, origin: prepared.origin, external: null, isStrict, ...result });
  }
  const { checkLiveSite, SKIPPED_CODES: skipped } = await import('../check/live/check-live.ts');
  const { isPrivate } = await import('../check/external/send-request.ts');
  const ownRate = isPrivate(url.hostname) ? null : POLITE_RATE;
  const crawl = { ...prepared.crawl, url, isAudit: true, obeysRobots: ignoreRobots !== true, rate: rate ?? ownRate };
  // Another site may link to ours, and is not ours for that.
  const publicOrigin = url.host === new URL(site.origin).host ? site.origin : url.origin;
  const result = await prepared.addExternals(await checkLiveSite({ ...crawl, origin: publicOrigin }, build));
  const findings = [...result.findings, ...(await compareWithBuild(result, flags, prepared, context))];
  if (pageTable !== undefined) {
    const { renderPageTable } = await import('../check/reports/page-table.ts');
    const { writeReport } = await import('../report/write-report.ts');
    writeReport(pageTable, renderPageTable(result.crawled));
  }
  return report({ command, ...result, origin: result.crawled.addresses.origin, isStrict, findings, skipped });
}

/**
 * Checks the links. Exit 0, or 1 if there are new errors or warnings.
 * @throws SiteError CHECK_NO_BUILD, CHECK_BASELINE_INVALID, CHECK_FLAGS, CONFIG_INVALID (exit 2), CHECK_UNREACHABLE (exit 3).
 */
export async function runCheckLinks(target: string, flags: LinkFlags, context: CommandContext): Promise<ExitCode> {
  const { site, url, build, origin, crawl, addExternals, report } = await prepareCheck(target, flags, context);
  const { checkBuild } = await import('../check/check-build.ts');
  const { checkLiveSite } = await import('../check/live/check-live.ts');
  const onlyLinks = { ...crawl, origin: site.origin, isAudit: false, obeysRobots: false, rate: null };
  const result =
    url === null
      ? checkBuild(build, { ...crawl, scope: 'links', site })
      : await checkLiveSite({ ...onlyLinks, url }, build);
  return report({ command: 'check-links', ...(await addExternals(result)), origin, isStrict: true });
}

/** Reads settings and the last build, which a live site can be checked without. */
async function prepareCheck(target: string, flags: LinkFlags, { reporter, signal, environment }: CommandContext) {
  if (flags.internalOnly === true && flags.external === true)
    throw usageError(
      'CHECK_FLAGS',
      '--internal-only and --external leave nothing to check. Use one of them, or neither to check all links.',
    );
  const { outputReport, loadBaseline } = await import('../check/reports/output-report.ts');
  const known = loadBaseline(flags.baseline);
  const { loadCheckSettings } = await import('../check/severities.ts');
  const { site, severities } = await loadCheckSettings(environment);
  const url = isFolder(target) ? null : parseTarget(target);
  const places = { outDir: resolve(url === null ? target : 'out'), cacheDir: resolve(flags.cacheDir) };
  const { loadBuild } = await import('../check/load-build.ts');
  const loading = loadBuild(places, severities, reporter.report);
  const loaded = url === null ? { url, build: await loading } : { url, build: await loading.catch(nullWithoutBuild) };
  const { build } = loaded;
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
  const { isPrivate } = await import('../check/external/send-request.ts');
  const progress = (stage: string) => (done: number, total: number) =>
    reporter.report({ kind: 'progress', stage, done, total });
  const external: ExternalOptions | null =
    flags.internalOnly === true
      ? null
      : {
          ...requests,
          cacheDir: places.cacheDir,
          maxAgeMs: flags.maxAge,
          isAccepted: (status) => flags.accept.some(({ from, to }) => status >= from && status <= to),
          // A site on a private network may link to other sites there.
          allowPrivate: isPrivate(new URL(origin).hostname),
          onProgress: progress('other sites'),
        };
  return {
    ...loaded,
    ...{ site, origin, places, severities },
    addExternals: async <Result extends CheckResult>(result: Result) => {
      const { addExternalLinks } = await import('../check/links/check-links.ts');
      return addExternalLinks(result, { severities, internal: flags.external !== true, isExcluded, external });
    },
    crawl: {
      ...requests,
      severities,
      withExternals: external !== null,
      maxPages: flags.pages,
      isExcluded,
      onProgress: progress('pages'),
    },
    report: (input: Omit<Parameters<typeof outputReport>[0], 'known'>) =>
      outputReport({ known, ...input }, flags, reporter),
  };
}

/** A live site can be checked without a build. Findings then name no entries. */
function nullWithoutBuild(cause: unknown): null {
  if (cause instanceof SiteError && cause.code === 'CHECK_NO_BUILD') return null;
  throw cause;
}

/** If the live site is the site of the last build: where the two differ. */
async function compareWithBuild(
  { build, crawled }: LiveCheck,
  { external }: CheckFlags,
  { site, places, severities }: Awaited<ReturnType<typeof prepareCheck>>,
  context: CommandContext,
): Promise<readonly Finding[]> {
  if (build === null || external === true) return [];
  const { verifyBuild } = await import('./verify.ts');
  const { groupFaults } = await import('../check/findings.ts');
  const url = new URL(`${crawled.addresses.origin}/`);
  const { causes } = await verifyBuild(url, { ...places, site: { ...site, origin: build.input.origin } }, context);
  const faults = causes.flatMap(({ code, what, fix, evidence }) =>
    evidence.map(({ path }) => {
      return { code: 'LIVE_DIFFERS', where: { url: url.href }, what, fix, path, target: `${code} ${what}` } as const;
    }),
  );
  return groupFaults(faults, severities);
}

/** Whether a link shares a page on a social network. Every article has some, and they all lead to the same few forms. */
function isShareLink(link: string, origins: readonly string[]): boolean {
  const parameters = URL.parse(link)?.searchParams.values() ?? [];
  return [...parameters].some((value) => origins.some((origin) => value.startsWith(`${origin}/`)));
}

/** A name with a dot or a colon that does not exist is rather a mistyped URL. */
const isFolder = (target: string): boolean => existsSync(target) || !/^[^/.][^/]*[.:]/.test(target);

function parseTarget(target: string): URL {
  const url = URL.parse(target);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw usageError(
      'CHECK_FLAGS',
      `"${target}" is not a valid URL. Pass one such as https://www.example.com/, or the folder of a build.`,
    );
  url.hash = '';
  return url;
}
