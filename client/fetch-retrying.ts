// Requests that are worth another attempt: lists, search data, redirect maps, pages. The waits between attempts double.

import { BROWSER_RETRY_LIMIT_MS, RETRY_BASE_MS } from '../config/constants.ts';
import { wait } from './wait.ts';

/** Statuses below 500 that may be gone a moment later. */
const PASSING = [408, 425, 429];

/**
 * The answer of an address, the last one if all attempts fail. There is no second attempt without a network.
 * @throws what the last `fetch` threw: no network, no answer in time, or `signal` aborted.
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
  return status >= 500 || PASSING.includes(status);
}
