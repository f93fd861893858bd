// `sitegen snapshot`: fetches, checks and stores all content. The shards of a site are built from one snapshot.

import { copyFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { ContentSnapshot } from '../content/snapshot/content-snapshot.ts';
import { type ExitCode, errorMessage, SiteError } from '../errors.ts';
import { makeFolder } from '../files/write-file.ts';
import { guardSample, SAMPLE_SNAPSHOT } from '../pipeline/guard-sample.ts';
import { explainFullCache } from '../publish/output-errors.ts';
import { type BuildFlags, type CommandContext, openBuild } from './build.ts';

/** The flags as commander parsed them. */
export type SnapshotFlags = Omit<BuildFlags, 'outDir'> & {
  /** Folder for a copy that can be moved to other machines. */
  readonly to?: string;
};

/** Takes a snapshot. Exit 0, or throws a SiteError with the exit code. */
export async function runSnapshot(flags: SnapshotFlags, context: CommandContext): Promise<ExitCode> {
  const { reporter } = context;
  const { site, options, use } = await openBuild('snapshot', { ...flags, outDir: 'out' }, context);
  const { planContent } = await import('../pipeline/plan-content.ts');
  const { pruneSnapshots } = await import('../content/snapshot/published-snapshots.ts');
  const { rangeFile } = await import('../content/snapshot/range-files.ts');
  const { rowsFileOf, writeRows } = await import('../content/snapshot/stored-rows.ts');
  const { findCodeKey } = await import('../files/code-key.ts');
  const codeKey = findCodeKey();
  // Planning can exclude entries. They must be the same for all shards.
  const { content } = await use(async (service) => {
    const planned = await planContent(site, { ...options, service, codeKey }, { run: async (_, work) => work() });
    writeRows(planned.content.file, planned.content, codeKey);
    return planned;
  }).catch((cause: unknown) => {
    throw explainFullCache(cause);
  });
  reporter.report({ kind: 'problems', problems: content.problems.filter(({ code }) => code === 'ENTRY_KEPT') });
  guardSample({ ...options, isSample: content.service.isSample, reason: SAMPLE_SNAPSHOT, outDir: null });
  if (flags.to !== undefined && content.service.isSample) await assertReplaceable(resolve(flags.to));
  const file =
    flags.to === undefined ? content.file : copySnapshot(content, resolve(flags.to), { rangeFile, rowsFileOf });
  await pruneSnapshots({ cacheDir: options.cacheDir, snapshotsKept: site.build.snapshotsKept });
  const entries = content.collections.reduce((sum, { rows }) => sum + rows.length, 0);
  const shown = relative(process.cwd(), file);
  reporter.printResult({
    text: `${entries} entries of ${site.locales.length} locales are in the snapshot ${shown}. Build from it with --snapshot ${shown}.`,
    data: { file, digest: content.digest, clock: content.clock, entries },
  });
  return 0;
}

/** Sample content must not replace real content. @throws SiteError SAMPLE_OVER_SITE (exit 2). */
async function assertReplaceable(dir: string): Promise<void> {
  const { loadSnapshotFile } = await import('../content/snapshot/snapshot-file.ts');
  const last = await loadSnapshotFile(join(dir, 'snapshot.json')).catch(() => null);
  if (last === null || last.service.isSample) return;
  throw new SiteError({
    code: 'SAMPLE_OVER_SITE',
    exitCode: 2,
    message: `SITEGEN_CONTENT_URL is not set, and the sample content must not replace the real content in ${dir}. Set SITEGEN_CONTENT_URL and SITEGEN_ORIGIN, or choose another folder with --to.`,
  });
}

/** Copies the snapshot with its ranges and files. @throws SiteError SNAPSHOT_UNWRITABLE (exit 2). */
function copySnapshot(content: ContentSnapshot, dir: string, names: FileNames): string {
  try {
    return copyFiles(content, dir, names);
  } catch (cause) {
    throw new SiteError(
      {
        code: 'SNAPSHOT_UNWRITABLE',
        exitCode: 2,
        message: `The snapshot could not be copied to ${dir}: ${errorMessage(cause)}. It is stored in ${content.file}. Free some space, or choose another folder with --to.`,
      },
      { cause },
    );
  }
}

/** Names the files of a snapshot. */
interface FileNames {
  readonly rangeFile: (rangesDir: string, name: string) => string;
  readonly rowsFileOf: (snapshotFile: string) => string;
}

function copyFiles(
  { file, rangesDir, collections, filesDir, files }: ContentSnapshot,
  dir: string,
  { rangeFile, rowsFileOf }: FileNames,
): string {
  makeFolder(join(dir, 'ranges'));
  for (const range of new Set(collections.flatMap(({ ranges }) => ranges))) {
    copyFileSync(rangeFile(rangesDir, range), rangeFile(join(dir, 'ranges'), range));
  }
  if (files !== null) makeFolder(join(dir, 'files'));
  for (const { sha256 } of files ?? [])
    if (sha256 !== null) copyFileSync(join(filesDir, sha256), join(dir, 'files', sha256));
  // A fixed name, for CI jobs.
  const target = join(dir, 'snapshot.json');
  copyFileSync(rowsFileOf(file), rowsFileOf(target));
  copyFileSync(file, target);
  return target;
}
