// `sitegen check [DIR]`: checks the last build against all rules; `--list` prints the rules.

import { resolve } from 'node:path';
import type { ReportFlags } from '../check/reports/output-report.ts';
import type { ExitCode } from '../errors.ts';
import type { CommandContext } from './build.ts';

/** The flags as commander parsed them. */
export interface CheckFlags extends ReportFlags {
  readonly cacheDir: string;
  readonly strict?: boolean;
  readonly list?: boolean;
}

/**
 * Checks the last build. Exit 0, or 1 if there are new errors (with --strict also warnings).
 * @throws SiteError CHECK_NO_BUILD, CHECK_BASELINE_INVALID, CONFIG_INVALID (exit 2).
 */
export async function runCheck(
  dir: string,
  flags: CheckFlags,
  { reporter, environment }: CommandContext,
): Promise<ExitCode> {
  const { RULES } = await import('../check/rules/rules.ts');
  if (flags.list === true) {
    const { renderRules } = await import('../check/reports/text-reports.ts');
    reporter.printResult({ text: renderRules(RULES), data: RULES });
    return 0;
  }
  const { outputReport, loadBaseline } = await import('../check/reports/output-report.ts');
  const known = loadBaseline(flags.baseline);
  const { loadCheckSettings } = await import('../check/severities.ts');
  const { site, severities } = await loadCheckSettings(environment);
  const { loadBuild } = await import('../check/load-build.ts');
  const { checkBuild } = await import('../check/check-build.ts');
  const { finishLastBuild } = await import('../publish/open-output.ts');
  const places = { outDir: resolve(dir), cacheDir: resolve(flags.cacheDir) };
  await finishLastBuild(places.outDir, places.cacheDir, reporter.report);
  const build = await loadBuild(places, severities);
  const result = checkBuild(build, { scope: 'all', onExternal: null, site });
  return outputReport(
    { command: 'check', origin: build.input.origin, external: null, known, isStrict: flags.strict === true, ...result },
    flags,
    reporter,
  );
}
