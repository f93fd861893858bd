// Purges the paths that a release changed from CloudFront. Credentials come from the default provider chain of AWS.

import {
  CloudFrontClient,
  CreateInvalidationCommand,
  waitUntilInvalidationCompleted,
} from '@aws-sdk/client-cloudfront';
import pRetry from 'p-retry';
import { SiteError, systemErrorCode } from '../errors.ts';
import { sha256 } from '../files/content-hash.ts';
import { describeCredentials, nameOf, requestError, statusOf } from './s3-errors.ts';

export interface Purge {
  readonly distribution: string;
  readonly paths: readonly string[];
  /** Name of the release, so that CloudFront ignores a repeated purge. */
  readonly reference: string;
  /** Wait until the purge is complete. */
  readonly isAwaited: boolean;
  readonly signal: AbortSignal;
  /** Seconds between two polls. */
  readonly pollSeconds?: number;
}

/**
 * More paths are purged as `/*`. CloudFront allows 3,000 paths at a time (Developer Guide, "Concurrent invalidation request
 * maximum"), and 1,000 per month are free.
 */
const MAX_PATHS = 1000;
const MAX_WAIT_SECONDS = 900;

/** @throws SiteError PURGE_REFUSED (exit 2), PURGE_FAILED (exit 3). The release is live all the same. */
export async function purgeCloudfront(purge: Purge): Promise<void> {
  const { distribution, paths, reference, isAwaited, signal, pollSeconds = 2 } = purge;
  if (paths.length === 0) return;
  const client = new CloudFrontClient({
    // CloudFront is a global service, with a separate partition in China.
    region: process.env.AWS_REGION?.startsWith('cn-') === true ? process.env.AWS_REGION : 'us-east-1',
    maxAttempts: 6,
    requestHandler: { connectionTimeout: 10_000, socketTimeout: 60_000 },
  });
  const items = paths.length > MAX_PATHS ? ['/*'] : [...paths];
  const command = new CreateInvalidationCommand({
    DistributionId: distribution,
    InvalidationBatch: {
      CallerReference: `sitegen-${sha256([reference, ...items].join('\n')).slice(0, 32)}`,
      Paths: { Quantity: items.length, Items: items },
    },
  });
  try {
    // Other purges in progress are done within minutes.
    const { Invalidation } = await pRetry(() => client.send(command, { abortSignal: signal }), {
      retries: 12,
      minTimeout: pollSeconds * 1000,
      maxTimeout: 30_000,
      signal,
      shouldRetry: ({ error }) => nameOf(error) === 'TooManyInvalidationsInProgress',
    });
    if (!isAwaited) return;
    await waitUntilInvalidationCompleted(
      { client, maxWaitTime: MAX_WAIT_SECONDS, minDelay: pollSeconds, maxDelay: 10, abortSignal: signal },
      { DistributionId: distribution, Id: Invalidation?.Id ?? '' },
    );
  } catch (cause) {
    if (!signal.aborted) throw explain(cause, distribution);
    const message = `Interrupted. ${LIVE} Publish again to repeat only the purge.`;
    throw new SiteError({ code: 'PURGE_INTERRUPTED', exitCode: 130, message });
  } finally {
    client.destroy();
  }
}

const LIVE = 'The release is live, but CloudFront may still show the previous one.';

function explain(cause: unknown, distribution: string): unknown {
  const [name, status, code] = [nameOf(cause), statusOf(cause), systemErrorCode(cause)];
  const refusal = describeCredentials(cause) ?? describeRefusal(name, status, distribution);
  if (refusal !== null)
    return requestError('PURGE_REFUSED', 2, `${LIVE} ${refusal} Then publish again to repeat only the purge.`, cause);
  if (status === null && code === null && name !== 'TimeoutError') return cause;
  const reason =
    code === null ? `did not finish within ${MAX_WAIT_SECONDS / 60} minutes` : `cannot be reached (${code})`;
  const what = status === null ? reason : `answered ${status} ${name}`;
  return requestError('PURGE_FAILED', 3, `${LIVE} It ${what}. Publish again later to repeat only the purge.`, cause);
}

function describeRefusal(name: string, status: number | null, distribution: string): string | null {
  if (name === 'NoSuchDistribution') return `There is no distribution ${distribution}: correct publish.cloudfront.`;
  if (status !== 401 && status !== 403) return null;
  return `The credentials may not purge ${distribution} (${name}): grant cloudfront:CreateInvalidation, and cloudfront:GetInvalidation for --verify.`;
}
