// What happens after a release: changed paths are purged from caches, the public address is verified, and the release is rolled
// back if visitors do not get it.

import type { SiteConfig } from '../../config/define-site.ts';
import type { Target } from '../release/object-store.ts';
import { beaten, loadHead, updateLive } from '../release/release-store.ts';
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
  readonly signal: AbortSignal;
}

export type Followed = Awaited<ReturnType<typeof followRelease>>;

/**
 * Purges, verifies and, if needed, rolls back a release; after a dry run it only reports the paths. Returns the release that was brought
 * back, or why a failed one was kept although a rollback was requested: it was verified earlier, or is the first one.
 */
export async function followRelease(target: Target, result: ReleaseResult, options: FollowOptions) {
  const { site, verify, rollBack } = options;
  const hasMore = result.status !== 'dry-run' && (verify !== null || site.publish.cloudfront !== null);
  const releases = hasMore ? ((await loadHead(target.records)).head?.releases ?? []) : [];
  // If the purge of a release failed, the next run purges everything, even if there is nothing to publish.
  const isPurgeDue = result.status === 'unchanged' && releases[0]?.isPurged === false;
  const changedPaths = isPurgeDue ? ['/*'] : result.changedPaths;
  options.onPaths(changedPaths);
  const verification = hasMore ? await showRelease(target, { id: result.id, changedPaths }, options) : null;
  const followed = { verification, rollback: null, keptBecause: null, changedPaths };
  if (verification === null || verification.causes.length === 0 || rollBack === null) return followed;
  if (releases[0]?.isVerified === true) return { ...followed, keptBecause: 'verified' as const };
  if (releases.length < 2) return { ...followed, keptBecause: 'first' as const };
  const text = `Visitors do not get ${verification.of}. Rolling back.`;
  options.report({ kind: 'log', level: 'warning', text });
  const restored = await rollBack();
  const allPaths = [...new Set([...changedPaths, ...restored.changedPaths])].sort();
  options.onPaths(allPaths);
  const again = await showRelease(target, restored, options);
  const rollback = again === null ? null : { result: restored, verification: again };
  return { ...followed, rollback, changedPaths: allPaths };
}

/** Purges what a release changed, then verifies it. @returns null if nothing was to be verified. */
async function showRelease(
  target: Target,
  { id, changedPaths: paths }: Pick<ReleaseResult, 'id' | 'changedPaths'>,
  { site, verify, report, signal }: FollowOptions,
): Promise<Verification | null> {
  const { name, records } = target;
  const distribution = site.publish.cloudfront;
  if (distribution !== null && id !== null) {
    if (paths.length > 0) {
      const { purgeCloudfront } = await import('../release/cloudfront.ts');
      const isAwaited = verify !== null;
      const text = `Purging ${paths.length} paths from CloudFront ${distribution}${isAwaited ? ', which takes a minute or two' : ''}.`;
      report({ kind: 'log', level: 'info', text });
      await purgeCloudfront({ distribution, paths, reference: `${name} ${id}`, isAwaited, signal });
    }
    await updateLive(records, id, { isPurged: true });
  }
  if (verify === null) return null;
  const promised = await loadPromisedRelease(target, site);
  if (id === null || promised?.id !== id) throw beaten(promised?.id ?? '');
  const verification = await verifySite(promised, verify);
  if (verification.causes.length === 0) await updateLive(records, id, { isVerified: true });
  return verification;
}
