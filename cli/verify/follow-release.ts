// What happens after a release: changed paths are listed, the public address is verified, and the release is rolled back if visitors do
// not get it.

import type { SiteConfig } from '../../config/define-site.ts';
import { SiteError } from '../errors.ts';
import type { Target } from '../release/object-store.ts';
import { shownId } from '../release/release-record.ts';
import { loadHead, updateLive } from '../release/release-store.ts';
import type { ReleaseResult } from '../release/run-release.ts';
import type { Report } from '../report/report-event.ts';
import { loadPromisedRelease } from './promised-site.ts';
import { describeOutcome, type Verification, type VerifyOptions, verifySite } from './verify-site.ts';

export interface FollowOptions {
  readonly site: SiteConfig;
  /** Called with the paths to purge as soon as they are known, and again with those of a rollback. */
  readonly onPaths: (paths: readonly string[]) => void;
  /** Null to verify nothing. */
  readonly verify: VerifyOptions | null;
  /** Brings back the previous release if visitors do not get this one; null to keep it anyway. */
  readonly rollBack: (() => Promise<ReleaseResult>) | null;
  readonly report: Report;
}

export interface Followed {
  /** Null if nothing was verified. */
  readonly verification: Verification | null;
  /** The release that was brought back, and whether visitors get it. */
  readonly rollback: { readonly result: ReleaseResult; readonly verification: Verification } | null;
  /** Why a failed release was not rolled back although that was requested: it was verified earlier, or is the first one. */
  readonly keptBecause: 'verified' | 'first' | null;
  /** Paths to purge, including those of the rollback. */
  readonly changedPaths: readonly string[];
}

/** Verifies and, if needed, rolls back a release. After a dry run it only reports the paths. */
export async function followRelease(target: Target, result: ReleaseResult, options: FollowOptions): Promise<Followed> {
  const { site, verify, rollBack } = options;
  const { changedPaths } = result;
  options.onPaths(changedPaths);
  const unverified = { verification: null, rollback: null, keptBecause: null, changedPaths };
  if (verify === null || result.status === 'dry-run') return unverified;
  const releases = (await loadHead(target.records)).head?.releases ?? [];
  const verification = await verifyRelease(target, result, site, verify);
  const followed = { ...unverified, verification };
  if (verification.causes.length === 0 || rollBack === null) return followed;
  if (releases[0]?.isVerified === true) return { ...followed, keptBecause: 'verified' };
  if (releases.length < 2) return { ...followed, keptBecause: 'first' };
  options.report({ kind: 'log', level: 'warning', text: `${describeOutcome(verification)} Rolling back.` });
  const restored = await rollBack();
  const allPaths = [...new Set([...changedPaths, ...restored.changedPaths])].sort();
  options.onPaths(allPaths);
  const rollback = { result: restored, verification: await verifyRelease(target, restored, site, verify) };
  return { ...followed, rollback, changedPaths: allPaths };
}

async function verifyRelease(
  target: Target,
  { id }: Pick<ReleaseResult, 'id'>,
  site: SiteConfig,
  verify: VerifyOptions,
): Promise<Verification> {
  const promised = await loadPromisedRelease(target, site);
  if (id === null || promised?.id !== id) throw overtaken(target, id);
  const verification = await verifySite(promised, verify);
  if (verification.causes.length === 0) await updateLive(target.records, id, { isVerified: true });
  return verification;
}

function overtaken({ name }: Target, id: string | null): SiteError {
  return new SiteError({
    code: 'PUBLISH_BEATEN',
    exitCode: 3,
    message: `Another publisher released to ${name} in the meantime, so release ${shownId(id ?? '0')} was not verified. "sitegen releases" shows what is live.`,
  });
}
