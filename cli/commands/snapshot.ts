// `sitegen snapshot`: fetches and checks all content, and writes it to a file. The shards of a site are built from one snapshot.

import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { ContentSnapshot } from '../content/snapshot/content-snapshot.ts';
import { type ExitCode, errorMessage, usageError } from '../errors.ts';
import { guardSample, SAMPLE_SNAPSHOT } from '../pipeline/guard-sample.ts';
import { explainFullCache } from '../publish/output-errors.ts';
import { type BuildFlags, type CommandContext, openBuild } from './build.ts';

export type SnapshotFlags = Omit<BuildFlags, 'outDir'>;

/** Takes a snapshot. Exit 0, or throws a SiteError with the exit code. */
export async function runSnapshot(
  target: string | undefined,
  flags: SnapshotFlags,
  context: CommandContext,
): Promise<ExitCode> {
  const { reporter } = context;
  const { site, options, use } = await openBuild('snapshot', { ...flags, outDir: 'out' }, context);
  const { planContent } = await import('../pipeline/plan-content.ts');
  const { withDatabase } = await import('../pipeline/with-database.ts');
  const { findCodeKey } = await import('../files/code-key.ts');
  const file = target === undefined ? join(options.cacheDir, 'snapshot.sqlite') : resolve(target);
  const { snapshotsKept } = site.build;
  const content = await withDatabase({ ...options, snapshotsKept }, async (database) => {
    const run = { ...options, database, codeKey: findCodeKey() };
    // Planning can exclude entries. They must be the same for all shards.
    const planned = await use((service) => planContent(site, { ...run, service }, { run: async (_, work) => work() }));
    const { service, problems } = planned.content;
    reporter.report({ kind: 'problems', problems: problems.filter(({ code }) => code === 'ENTRY_KEPT') });
    guardSample({ ...options, isSample: service.isSample, reason: SAMPLE_SNAPSHOT, outDir: null });
    if (service.isSample && existsSync(file)) await assertReplaceable(file);
    await writeFile(planned.content, file);
    return planned.content;
  }).catch((cause: unknown) => {
    throw explainFullCache(cause);
  });
  const entries = content.collections.reduce((sum, { rows }) => sum + rows.length, 0);
  const shown = relative(process.cwd(), file);
  reporter.printResult({
    text: `${entries} entries of ${site.locales.length} locales are in the snapshot ${shown}. Build from it with --snapshot ${shown}.`,
    data: { file, digest: content.digest, clock: content.clock, entries },
  });
  return 0;
}

/** Sample content must not replace real content. @throws SiteError SAMPLE_OVER_SITE (exit 2). */
async function assertReplaceable(file: string): Promise<void> {
  const { readSnapshotFile } = await import('../content/snapshot/snapshot-file.ts');
  const isSample = readSnapshotFile(file, (_, version) => version.service.isSample);
  if (isSample) return;
  throw usageError(
    'SAMPLE_OVER_SITE',
    `SITEGEN_CONTENT_URL is not set, and the sample content must not replace the real content in ${file}. Set SITEGEN_CONTENT_URL and SITEGEN_ORIGIN, or choose another file.`,
  );
}

/** @throws SiteError SNAPSHOT_UNWRITABLE (exit 2). */
async function writeFile(content: ContentSnapshot, file: string): Promise<void> {
  const { writeSnapshotFile } = await import('../content/snapshot/snapshot-file.ts');
  try {
    writeSnapshotFile(file, content);
  } catch (cause) {
    const message = `The snapshot could not be written to ${file}: ${errorMessage(cause)}. Free some space, or choose another file.`;
    throw usageError('SNAPSHOT_UNWRITABLE', message, cause);
  }
}
