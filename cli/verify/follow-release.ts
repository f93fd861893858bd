// What happens after a release: changed paths are listed, the public address is verified, and the release is rolled back if visitors do
// not get it.

import type { SiteConfig } from '../../config/define-site.ts';
import type { Target } from '../release/object-store.ts';
import { beaten, loadHead, markVerified } from '../release/release-store.ts';
import type { ReleaseResult } from '../release/run-release.ts';
import type { Report } from '../report/report-event.ts';
import { loadPromisedRelease } from './promised-site.ts';
import { type Verification, type VerifyOptions, verifySite } from './verify-site.ts';

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

export type Followed = Awaited<ReturnType<typeof followRelease>>;

/**
 * Verifies and, if needed, rolls back a release; after a dry run it only reports the paths. Returns the release that was brought back, or
 * why a failed one was kept although a rollback was requested: it was verified earlier, or is the first one.
 */
export async function followRelease(target: Target, result: ReleaseResult, options: FollowOptions) {
  const { site, verify, rollBack } = options;
  const { changedPaths } = result;
  options.onPaths(changedPaths);
  const unverified = { verification: null, rollback: null, keptBecause: null, changedPaths };
  if (verify === null || result.status === 'dry-run') return unverified;
  const releases = (await loadHead(target.records)).head?.releases ?? [];
  const verification = await verifyRelease(target, result, site, verify);
  const followed = { ...unverified, verification };
  if (verification.causes.length === 0 || rollBack === null) return followed;
  if (releases[0]?.isVerified === true) return { ...followed, keptBecause: 'verified' as const };
  if (releases.length < 2) return { ...followed, keptBecause: 'first' as const };
  options.report({ kind: 'log', level: 'warning', text: `Visitors do not get ${verification.of}. Rolling back.` });
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
  if (id === null || promised?.id !== id) throw beaten(promised?.id ?? '');
  const verification = await verifySite(promised, verify);
  if (verification.causes.length === 0) await markVerified(target.records, id);
  return verification;
}
