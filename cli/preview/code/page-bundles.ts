// What pages are made with, as one run of the build's recipe gives it.

import type { PageCode } from '../../code/code-bundles.ts';

/** Code for the browser and the template thread. */
export interface PageBundles {
  readonly code: PageCode;
  /** Paths relative to the project. */
  readonly sources: ReadonlySet<string>;
  /** Milliseconds since 1970 when the sources were not yet read. */
  readonly bundledAt: number;
}
