// Requests lists, search data, redirect maps and pages with retries. The wait between attempts doubles.

import { BROWSER_RETRY_LIMIT_MS, RETRY_BASE_MS } from '../config/constants.ts';
import { wait } from './wait.ts';

/** Temporary errors below 500. */
const TEMPORARY_STATUSES = [408, 425, 429];

/**
 * Fetches an address. Returns the last response if all attempts fail. Does not retry while offline.
 * @throws the error of the last `fetch`: no network, a timeout, or `signal` aborted.
 */
export async function fetchRetrying(address: string, { signal, ...options }: RequestInit = {}): Promise<Response> {
  const deadline = AbortSignal.timeout(BROWSER_RETRY_LIMIT_MS);
  const ends = signal ? AbortSignal.any([signal, deadline]) : deadline;
  let waited = 0;
  for (let pause = RETRY_BASE_MS; ; pause *= 2) {
    const isLast = waited + pause > BROWSER_RETRY_LIMIT_MS;
    try {
      const response = await fetch(address, { ...options, signal: ends });
      if (isLast || !isPassing(response.status)) return response;
    } catch (cause) {
      if (isLast || ends.aborted || !navigator.onLine) throw cause;
    }
    await wait(pause);
    waited += pause;
    ends.throwIfAborted();
  }
}

function isPassing(status: number): boolean {
  return status >= 500 || TEMPORARY_STATUSES.includes(status);
}
