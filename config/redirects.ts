// Redirect rules that are not content: patterns over every locale. Content redirects are entries of `redirects`.

import type { PageName } from './pages.ts';

/** Any path with this segment beneath another one leads to the locale's page of that name (section 2). */
export interface SegmentRedirect {
  /** The path segment, and the page that it leads to. */
  readonly segment: string;
  readonly page: PageName;
  readonly status: 301;
}

/** The pattern rules, each applied per locale that has the page. */
export const SEGMENT_REDIRECTS: readonly SegmentRedirect[] = [
  { segment: 'ambassadors-program', page: 'ambassadors-program', status: 301 },
];
