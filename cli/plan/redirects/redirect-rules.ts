// The neutral redirect rules of a site: what every host's map, the client and the link rewriting follow.

import type { Locale } from '../../../config/locales.ts';
import type { EntryRef } from '../../errors.ts';

/** Statuses of section 4 of the redirect rules; 410 is 'gone'. */
export const REDIRECT_STATUSES = [301, 302, 303, 307, 308, 410] as const;
export type RedirectStatus = (typeof REDIRECT_STATUSES)[number];

/** Where a rule comes from. */
export type RedirectSource =
  | { readonly kind: 'content'; readonly site: string; readonly entryId: string; readonly editUrl: string | null }
  | { readonly kind: 'segment'; readonly segment: string }
  | { readonly kind: 'root' };

/** The entries of rules, for problems; rules of code or settings have none. */
export function entriesOf(...sources: readonly RedirectSource[]): readonly EntryRef[] {
  return sources.flatMap((source) =>
    source.kind === 'content' ? [{ collection: 'redirects', site: source.site, id: source.entryId }] : [],
  );
}

/** One path leads elsewhere. Matched with or without its trailing slash, exactly otherwise. */
export interface ExactRedirect {
  readonly kind: 'exact';
  /** Decoded, NFC, starts and ends in '/' (or names a file). */
  readonly from: string;
  /** The `Location`: a percent-encoded site path or an absolute URL, query and fragment allowed; '' for 410. */
  readonly to: string;
  readonly status: RedirectStatus;
  readonly locale: Locale;
  readonly source: RedirectSource;
}

/** Any path with the segment below another one (the locale's prefix is no segment) leads to one page. */
export interface SegmentRule {
  readonly kind: 'segment';
  /** '' or '/es'. */
  readonly prefix: string;
  readonly segment: string;
  readonly to: string;
  readonly status: RedirectStatus;
  readonly locale: Locale;
  readonly source: RedirectSource;
}

/** All rules. Segment rules of prefixed locales come before the default locale's. `exact` is sorted by `from`. */
export interface RedirectRules {
  readonly root: ExactRedirect | null;
  readonly segments: readonly SegmentRule[];
  readonly exact: readonly ExactRedirect[];
}
