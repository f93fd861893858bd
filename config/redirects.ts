// Redirect patterns for all locales. Other redirects are entries of `redirects`.

import type { PageName } from './pages.ts';

/** Redirects all paths with a segment after another one to a page of the locale (decisions, "Redirects"). */
export interface SegmentRedirect {
  readonly segment: string;
  readonly page: PageName;
  readonly status: 301;
}

/** The patterns. Each applies to all locales with the page. */
export const SEGMENT_REDIRECTS: readonly SegmentRedirect[] = [
  { segment: 'ambassadors-program', page: 'ambassadors-program', status: 301 },
];
