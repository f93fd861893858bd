// Waiting.

import { MIN_FETCH_MS } from '../config/constants.ts';

/** Resolves after a time. */
export function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Settles like `work`, but not before the minimum time of a busy state. */
export async function atLeastMinimum<T>(work: Promise<T>): Promise<T> {
  const [settled] = await Promise.allSettled([work, wait(MIN_FETCH_MS)]);
  if (settled.status === 'rejected') throw settled.reason;
  return settled.value;
}
