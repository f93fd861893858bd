// What happens after a release: changed paths are purged from caches, the public address is verified, and the release is rolled
// back if visitors do not get it.

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
  readonly signal: AbortSignal;
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

/** Purges, verifies and, if needed, rolls back a release. After a dry run it only reports the paths. */
export async function followRelease(target: Target, result: ReleaseResult, options: FollowOptions): Promise<Followed> {
  const { site, verify, rollBack } = options;
  const hasMore = result.status !== 'dry-run' && (verify !== null || site.publish.cloudfront !== null);
  const releases = hasMore ? ((await loadHead(target.records)).head?.releases ?? []) : [];
  // If the purge of a release failed, the next run purges everything, even if there is nothing to publish.
  const isPurgeDue = result.status === 'unchanged' && releases[0]?.isPurged === false;
  const changedPaths = isPurgeDue ? ['/*'] : result.changedPaths;
  options.onPaths(changedPaths);
  const followed = { verification: null, rollback: null, keptBecause: null, changedPaths };
  if (!hasMore) return followed;
  await purge(target, { id: result.id, changedPaths }, options);
  if (verify === null) return followed;
  const verification = await verifyLive(target, result.id, { ...options, verify });
  if (verification.causes.length === 0 || rollBack === null) return { ...followed, verification };
  if (releases[0]?.isVerified === true) return { ...followed, verification, keptBecause: 'verified' };
  if (releases.length < 2) return { ...followed, verification, keptBecause: 'first' };
  options.report({ kind: 'log', level: 'warning', text: `${describeOutcome(verification)} Rolling back.` });
  return { ...followed, verification, ...(await undoRelease(target, changedPaths, { ...options, verify, rollBack })) };
}

async function undoRelease(
  target: Target,
  before: readonly string[],
  options: FollowOptions & { readonly verify: VerifyOptions; readonly rollBack: () => Promise<ReleaseResult> },
): Promise<Pick<Followed, 'rollback' | 'changedPaths'>> {
  const result = await options.rollBack();
  const changedPaths = [...new Set([...before, ...result.changedPaths])].sort();
  options.onPaths(changedPaths);
  await purge(target, result, options);
  const verification = await verifyLive(target, result.id, options);
  return { rollback: { result, verification }, changedPaths };
}

async function purge(
  target: Target,
  { id, changedPaths }: Pick<ReleaseResult, 'id' | 'changedPaths'>,
  { site, verify, report, signal }: FollowOptions,
): Promise<void> {
  const distribution = site.publish.cloudfront;
  if (distribution === null || id === null) return;
  if (changedPaths.length > 0) {
    const { purgeCloudfront } = await import('../release/cloudfront.ts');
    const isAwaited = verify !== null;
    const text = `Purging ${changedPaths.length} paths from CloudFront ${distribution}${isAwaited ? ', which takes a minute or two' : ''}.`;
    report({ kind: 'log', level: 'info', text });
    await purgeCloudfront({ distribution, paths: changedPaths, reference: `${target.name} ${id}`, isAwaited, signal });
  }
  await updateLive(target.records, id, { isPurged: true });
}

async function verifyLive(
  target: Target,
  id: string | null,
  { site, verify }: FollowOptions & { readonly verify: VerifyOptions },
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
