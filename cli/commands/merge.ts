// `sitegen merge PART…`: merges shards that were rendered on other machines into one site.

import { resolve } from 'node:path';
import type { ExitCode } from '../errors.ts';
import { type BuildFlags, type CommandContext, openBuild, shardWithoutSnapshot } from './build.ts';

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
