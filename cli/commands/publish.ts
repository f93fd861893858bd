// `sitegen publish [TARGET]`, `sitegen releases [TARGET]` and `sitegen rollback [ID]`.

import { resolve } from 'node:path';
import { collectNow, collectOften } from '../engine.ts';
import { type ExitCode, usageError } from '../errors.ts';
import type { Target } from '../release/object-store.ts';
import type { ReleaseSummary } from '../release/release-record.ts';
import type { ReleaseResult } from '../release/run-release.ts';
import { formatBytes, formatDuration } from '../report/report.ts';
import { plural } from '../text/printable-text.ts';
import type { BuildFlags, CommandContext } from './build.ts';
import { createFollow, type FollowFlags } from './follow.ts';
import { withTarget } from './with-target.ts';

export interface PublishFlags extends FollowFlags, Pick<BuildFlags, 'outDir' | 'cacheDir' | 'adopt' | 'allowShrink'> {
  readonly audit?: boolean;
  readonly maxDeletes?: number;
}

/** Publishes the last build. Exit 0, or throws a SiteError with the exit code. */
export async function runPublish(
  named: string | undefined,
  flags: PublishFlags,
  context: CommandContext,
): Promise<ExitCode> {
  const { reporter, signal, environment } = context;
  const startedAt = performance.now();
  return withTarget(named, context, async (target, site) => {
    const follow = createFollow(flags, site, context);
    const { loadBuiltSite } = await import('../release/built-site.ts');
    const { publishSite, rollBack } = await import('../release/publish-site.ts');
    const { assertApart } = await import('../release/open-target.ts');
    collectOften();
    collectNow();
    const folders = { outDir: resolve(flags.outDir), cacheDir: resolve(flags.cacheDir) };
    assertApart(target, Object.values(folders));
    const { finishLastBuild } = await import('../publish/open-output.ts');
    await finishLastBuild(folders.outDir, folders.cacheDir, reporter.report);
    const built = loadBuiltSite({
      ...folders,
      site,
      hasRedirects: !target.isStaged,
      allowShrink: flags.allowShrink === true,
    });
    const options = { releasesKept: site.publish.releasesKept, report: reporter.report, signal };
    const result = await publishSite(target, built, {
      ...options,
      maxDeletes: flags.maxDeletes ?? null,
      isDryRun: flags.dryRun === true,
      isAdopted: flags.adopt === true,
      isAudited: flags.audit === true,
      environment,
    });
    const text = describeResult(result, target, performance.now() - startedAt);
    return follow(target, { result, text, rollBack: () => rollBack(target, null, { ...options, isDryRun: false }) });
  });
}

/** Lists the releases of a target that can be restored. */
export async function runReleases(named: string | undefined, _: unknown, context: CommandContext): Promise<ExitCode> {
  return withTarget(named, context, async (target) => {
    const { loadHead } = await import('../release/release-store.ts');
    const { head } = await loadHead(target.records);
    const releases = head?.releases ?? [];
    const text = releases.length === 0 ? `${target.name} has no releases yet.` : describeReleases(releases);
    context.reporter.printResult({ text, data: { target: target.name, releases } });
    return 0;
  });
}

export interface RollbackFlags extends Omit<FollowFlags, 'rollbackOnFailure'> {
  readonly target?: string;
}

export async function runRollback(
  named: string | undefined,
  flags: RollbackFlags,
  context: CommandContext,
): Promise<ExitCode> {
  const { reporter, signal } = context;
  const startedAt = performance.now();
  return withTarget(flags.target, context, async (target, site) => {
    const { parseId } = await import('../release/release-record.ts');
    const id = named === undefined ? null : parseId(named);
    if (named !== undefined && id === null)
      throw usageError(
        'RELEASE_UNKNOWN',
        'A release is named by its number, such as 43. Nothing was changed. Run "sitegen releases" for a list.',
      );
    const follow = createFollow(flags, site, context);
    const { rollBack } = await import('../release/publish-site.ts');
    collectOften();
    collectNow();
    const options = { releasesKept: site.publish.releasesKept, report: reporter.report, signal };
    const result = await rollBack(target, id, { ...options, isDryRun: flags.dryRun === true });
    const text = describeResult(result, target, performance.now() - startedAt, result.restores);
    return follow(target, { result, text, rollBack: null });
  });
}

const MAX_LISTED = 20;

function describeResult(
  { status, id, written, deleted, unchanged, bytes }: ReleaseResult,
  { name }: Target,
  milliseconds: number,
  restores?: string,
): { readonly text: string; readonly brief: string } {
  const time = formatDuration(milliseconds);
  const counts = `${plural(written.length, 'object')} written (${formatBytes(bytes)}), ${deleted.length} deleted, ${unchanged} unchanged`;
  if (status === 'unchanged') {
    const text = `${name} is up to date (release ${id}, ${unchanged} objects): nothing was published.`;
    return { text, brief: text };
  }
  const what = restores === undefined ? `release ${id}` : `release ${id}, which restores ${restores},`;
  const brief =
    status === 'dry-run'
      ? `Dry run in ${time}: ${counts.replace('written', 'would be written')} in ${name}. Nothing was changed.`
      : `Published ${what} to ${name} in ${time}: ${counts}.`;
  const steps = status === 'dry-run' ? [...listKeys('write ', written), ...listKeys('delete', deleted)] : [];
  return { text: [...steps, brief].join('\n'), brief };
}

function listKeys(verb: string, keys: readonly string[]): readonly string[] {
  const more = keys.length > MAX_LISTED ? [`  ${verb} … and ${keys.length - MAX_LISTED} more (--json lists all)`] : [];
  return [...keys.slice(0, MAX_LISTED).map((key) => `  ${verb} ${key}`), ...more];
}

function describeReleases(releases: readonly ReleaseSummary[]): string {
  const rows = releases.map((release, index) => {
    const { id, at, pages, written, deleted, commit, run, restores, isSample, isVerified } = release;
    const notes = [
      ...(index === 0 ? ['live'] : []),
      ...(isVerified ? ['verified'] : []),
      ...(restores === null ? [] : [`restores ${restores}`]),
      ...(isSample ? ['sample'] : []),
      ...(commit === null ? [] : [commit.slice(0, 10)]),
      ...(run === null ? [] : [run]),
    ];
    return `${id}  ${at.slice(0, 19)}Z  ${pages} pages, ${written} written, ${deleted} deleted  ${notes.join(', ')}`;
  });
  return rows.join('\n');
}

export interface UnpublishFlags {
  readonly origin: string;
  readonly dryRun?: boolean;
}

/** Deletes a site and its releases. Exit 0, even if there is none. */
export async function runUnpublish(
  named: string,
  { origin, dryRun: isDryRun = false }: UnpublishFlags,
  context: CommandContext,
): Promise<ExitCode> {
  const { signal } = context;
  const { report, printResult } = context.reporter;
  return withTarget(named, context, async (target) => {
    const { unpublishSite } = await import('../release/publish-site.ts');
    const deleted = await unpublishSite(target, { origin: origin.replace(/\/$/, ''), isDryRun, report, signal });
    const done = isDryRun ? 'would be deleted from' : 'were deleted from';
    const text =
      deleted === null
        ? `${target.name} holds no site. Nothing was deleted.`
        : `${deleted} objects ${done} ${target.name}.`;
    printResult({ text, data: { target: target.name, deleted: deleted ?? 0, isDryRun } });
    return 0;
  });
}
