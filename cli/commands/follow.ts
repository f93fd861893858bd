// What `publish` and `rollback` do after a release: paths for caches, CloudFront, verification, taking it back.

import { writeFileSync } from 'node:fs';
import type { SiteConfig } from '../../config/define-site.ts';
import { type ExitCode, errorMessage, SiteError } from '../errors.ts';
import type { Target } from '../release/object-store.ts';
import { shownId } from '../release/release-record.ts';
import type { ReleaseResult } from '../release/run-release.ts';
import type { Followed } from '../verify/follow-release.ts';
import type { CommandContext } from './build.ts';
import { createVerifyOptions } from './verify.ts';

/** The flags as commander parsed them. */
export interface FollowFlags {
  readonly dryRun?: boolean;
  readonly json?: boolean;
  readonly changedPaths?: string;
  readonly verify?: boolean;
  readonly rollbackOnFailure?: boolean;
  readonly url?: string;
  readonly wait: number;
}

/** A release that is done, or would be. */
interface Released {
  readonly result: ReleaseResult;
  readonly text: { readonly text: string; readonly brief: string };
  readonly rollBack: (() => Promise<ReleaseResult>) | null;
}

/** Does it and prints the result: exit 0, or 1 where visitors do not get the release. */
type Follow = (target: Target, released: Released) => Promise<ExitCode>;

/** Checks the flags before anything is published. @throws SiteError USAGE, VERIFY_URL (exit 2). */
export function createFollow(flags: FollowFlags, site: SiteConfig, context: CommandContext): Follow {
  const { reporter, signal } = context;
  assertFlags(flags);
  const verify = flags.verify === true ? createVerifyOptions(flags, site, context) : null;
  const isOnStdout = flags.changedPaths === '-';
  return async (target, { result, text, rollBack }) => {
    const { followRelease } = await import('../verify/follow-release.ts');
    const options = {
      site,
      verify,
      rollBack: flags.rollbackOnFailure === true ? rollBack : null,
      onPaths: (paths: readonly string[]) => writePaths(flags.changedPaths, paths),
      report: reporter.report,
      signal,
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
  const refuse = (message: string) =>
    new SiteError({ code: 'USAGE', exitCode: 2, message: `${message} Nothing was done.` });
  if (verify === true && dryRun === true)
    throw refuse('--verify has nothing to ask after a dry run. Leave one of them out.');
  if (verify !== true && rollbackOnFailure === true) throw refuse('--rollback-on-failure needs --verify.');
  if (verify !== true && url !== undefined) throw refuse('--url is the address for --verify. Add it.');
  if (changedPaths === '-' && json === true)
    throw refuse('--json has the changed paths in its result. Leave "--changed-paths -" out, or name a file.');
}

/** One path a line. */
function printPaths(paths: readonly string[]): string {
  return paths.map((path) => `${path}\n`).join('');
}

function writePaths(file: string | undefined, paths: readonly string[]): void {
  if (file === undefined || file === '-') return;
  try {
    writeFileSync(file, printPaths(paths));
  } catch (cause) {
    throw new SiteError(
      {
        code: 'CHANGED_PATHS_UNWRITTEN',
        exitCode: 2,
        message: `The changed paths could not be written to ${file}: ${errorMessage(cause)}. The release itself is done.`,
      },
      { cause },
    );
  }
}

function joinTexts(...texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n');
}

async function describeFollowed(
  { verification, rollback }: Followed,
  { id }: ReleaseResult,
  { reporter }: CommandContext,
): Promise<{ readonly text: string; readonly exitCode: ExitCode }> {
  if (verification === null) return { text: '', exitCode: 0 };
  const { problemsOf, renderVerification } = await import('../verify/render-verification.ts');
  const text = renderVerification(verification);
  if (verification.causes.length === 0) return { text, exitCode: 0 };
  reporter.annotate(problemsOf(verification));
  const failed = `Release ${shownId(id ?? '0')} failed verification`;
  if (rollback === null) return { text: `${text}\n\n${failed} and is live.`, exitCode: 1 };
  const { result, verification: again } = rollback;
  const back = `${failed} and was rolled back: release ${shownId(result.id ?? '0')} is live, with the content of the one before,`;
  const end =
    again.causes.length === 0
      ? `${back} and visitors get it.`
      : `${back} but visitors do not get that either:\n\n${renderVerification(again)}`;
  return { text: `${text}\n\n${end}`, exitCode: 1 };
}
