// What `publish` and `rollback` do after a release: list the changed paths, verify, and roll back if that fails.

import { writeFileSync } from 'node:fs';
import type { SiteConfig } from '../../config/define-site.ts';
import { type ExitCode, errorMessage, usageError } from '../errors.ts';
import type { Target } from '../release/object-store.ts';
import { shownId } from '../release/release-record.ts';
import type { ReleaseResult } from '../release/run-release.ts';
import type { Followed } from '../verify/verify-site.ts';
import type { CommandContext } from './build.ts';
import { createVerifyOptions } from './verify.ts';

export interface FollowFlags {
  readonly dryRun?: boolean;
  readonly json?: boolean;
  readonly changedPaths?: string;
  readonly verify?: boolean;
  readonly rollbackOnFailure?: boolean;
  readonly url?: string;
  readonly wait: number;
}

/** A release, or the dry run of one. */
interface Released {
  readonly result: ReleaseResult;
  readonly text: { readonly text: string; readonly brief: string };
  readonly rollBack: (() => Promise<ReleaseResult>) | null;
}

/** Runs these steps and prints the result. Exit 0, or 1 if verification failed. */
type Follow = (target: Target, released: Released) => Promise<ExitCode>;

/** Checks the flags before anything is published. @throws SiteError USAGE, VERIFY_URL (exit 2). */
export function createFollow(flags: FollowFlags, site: SiteConfig, context: CommandContext): Follow {
  const { reporter } = context;
  assertFlags(flags);
  const verify = flags.verify === true ? createVerifyOptions(flags, site, context) : null;
  const isOnStdout = flags.changedPaths === '-';
  return async (target, { result, text, rollBack }) => {
    const { followRelease } = await import('../verify/verify-site.ts');
    const options = {
      site,
      verify,
      rollBack: flags.rollbackOnFailure === true ? rollBack : null,
      onPaths: (paths: readonly string[]) => writePaths(flags.changedPaths, paths),
    };
    const followed = await followRelease(target, result, options).catch((cause: unknown) => {
      reporter.report({ kind: 'log', level: 'outcome', text: text.brief });
      throw cause;
    });
    const outcome = await describeFollowed(followed, result, context);
    const texts = { text: joinTexts(text.text, outcome.text), brief: joinTexts(text.brief, outcome.text) };
    const data = { target: target.name, ...result, ...followed };
    if (!isOnStdout) reporter.printResult({ ...texts, data });
    else {
      reporter.report({ kind: 'log', level: 'outcome', text: texts.brief });
      const paths = followed.changedPaths.join('\n');
      if (paths !== '') reporter.printResult({ text: paths, markdown: texts.text, data });
    }
    return outcome.exitCode;
  };
}

function assertFlags({ verify, rollbackOnFailure, dryRun, url, changedPaths, json }: FollowFlags): void {
  const refuse = (message: string) => usageError('USAGE', `${message} Nothing was done.`);
  if (verify === true && dryRun === true)
    throw refuse('--verify and --dry-run exclude each other, because a dry run publishes nothing.');
  if (verify !== true && rollbackOnFailure === true) throw refuse('--rollback-on-failure needs --verify.');
  if (verify !== true && url !== undefined) throw refuse('--url needs --verify.');
  if (changedPaths === '-' && json === true)
    throw refuse('--json already prints the changed paths. Remove "--changed-paths -", or name a file.');
}

function writePaths(file: string | undefined, paths: readonly string[]): void {
  if (file === undefined || file === '-') return;
  try {
    writeFileSync(file, paths.map((path) => `${path}\n`).join(''));
  } catch (cause) {
    throw usageError(
      'CHANGED_PATHS_UNWRITTEN',
      `The release is live, but the changed paths could not be written to ${file}: ${errorMessage(cause)}.`,
      cause,
    );
  }
}

function joinTexts(...texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n\n');
}

/** Describes what visitors get. The last sentence says which release is live. */
async function describeFollowed(
  { verification, rollback, keptBecause }: Followed,
  { id }: ReleaseResult,
  { reporter }: CommandContext,
): Promise<{ readonly text: string; readonly exitCode: ExitCode }> {
  if (verification === null) return { text: '', exitCode: 0 };
  const { renderVerification } = await import('../verify/verify-site.ts');
  const text = renderVerification(verification);
  if (verification.causes.length === 0) return { text, exitCode: 0 };
  reporter.annotate(verification.causes);
  const failed = `Release ${shownId(id ?? '0')} failed verification`;
  const reason = keptBecause === null ? '' : REASONS[keptBecause];
  if (rollback === null) return { text: joinTexts(text, `${failed} and is live${reason}.`), exitCode: 1 };
  const back = `${failed} and was rolled back: release ${shownId(rollback.result.id ?? '0')} is live, with the content of the one before,`;
  const isRight = rollback.verification.causes.length === 0;
  const details = isRight ? '' : renderVerification(rollback.verification);
  const end = isRight ? 'and visitors get it.' : 'but visitors do not get that either.';
  return { text: joinTexts(text, details, `${back} ${end}`), exitCode: 1 };
}

const REASONS = {
  first: ': there is no earlier release to roll back to',
  verified: ': it was verified before, so something else broke, and it was not rolled back',
};
