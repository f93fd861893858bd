// The bucket server of a test.

import { onTestFinished } from 'vitest';
import { openRealBucket } from './real-bucket.ts';
import { type FaultServer, openS3Double, type S3Server } from './s3-double.ts';

export type { FaultServer, S3Server } from './s3-double.ts';

/** Starts a server that ends with the test. */
export async function startS3Server(): Promise<S3Server> {
  const server = await openS3Double();
  onTestFinished(server.close);
  return server;
}

/** The same with a bucket of the real storage at the URL `TEST_S3`, if that is set. */
export async function startFaultServer(): Promise<FaultServer> {
  const endpoint = process.env.TEST_S3;
  if (endpoint === undefined) return startS3Server();
  const server = await openRealBucket(endpoint);
  onTestFinished(server.close);
  return server;
}
