// The bucket server of a test.

import { onTestFinished } from 'vitest';
import { openS3Double, type S3Server } from './s3-double.ts';

export type { S3Server } from './s3-double.ts';

/** Starts a server that ends with the test. */
export async function startS3Server(): Promise<S3Server> {
  const server = await openS3Double();
  onTestFinished(server.close);
  return server;
}
