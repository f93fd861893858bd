// Unpacks the test browser once before any suite runs, so that suites in parallel processes only find it.

import { loadBrowser } from './chromium.ts';

/** Called by vitest before the first suite. */
export async function setup(): Promise<void> {
  await loadBrowser();
}
