// Redirect rules are used for an hour after they were received, and then read again. If that fails they are dropped, and pages are shown
// without redirects until they can be read.

import { REDIRECT_CACHE_MS } from '../../../config/constants.ts';
import type { SiteError } from '../../errors.ts';
import type { Report } from '../../report/report-event.ts';

interface RedirectCacheInput {
  /** Reads the rules again. Resolves to why they cannot be read; null if they were. */
  readonly read: () => Promise<SiteError | null>;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  readonly report: Report;
}

/** Says whether redirect rules may be used. */
export class RedirectCache {
  readonly #input: RedirectCacheInput;
  #receivedAt: number | null = null;
  /** An outage is logged once, not for every page. */
  #isTold = false;

  constructor(input: RedirectCacheInput) {
    this.#input = input;
  }

  /** The rules were just received. */
  renew(): void {
    this.#receivedAt = this.#input.now();
    this.#isTold = false;
  }

  /** Whether there are rules that are not too old. */
  async hasRules(): Promise<boolean> {
    const { read, now, report } = this.#input;
    if (this.#receivedAt !== null && now() - this.#receivedAt <= REDIRECT_CACHE_MS) return true;
    const failure = await read();
    if (failure === null) {
      this.renew();
      return true;
    }
    this.#receivedAt = null;
    // The message of the error is for builds.
    const what = failure.problems[0]?.what ?? failure.message;
    const text = `Error in redirects middleware: ${what} Pages are shown without redirects.`;
    report({ kind: 'log', level: this.#isTold ? 'verbose' : 'warning', text });
    this.#isTold = true;
    return false;
  }
}
