// The redirect rules of a site, independent of its host.

import type { Locale } from '../../../config/locales.ts';
import type { EntryRef } from '../../errors.ts';
import type { SitePath } from '../../files/brands.ts';

/** Allowed statuses (decisions, "Redirects"); 410 is 'gone'. */
export const REDIRECT_STATUSES = [301, 302, 303, 307, 308, 410] as const;
export type RedirectStatus = (typeof REDIRECT_STATUSES)[number];

/** Where a rule comes from. */
export type RedirectSource =
  | { readonly kind: 'content'; readonly site: string; readonly entryId: string; readonly editUrl: string | null }
  | { readonly kind: 'segment'; readonly segment: string }
  | { readonly kind: 'root' };

/** The entries of rules, for problems. Rules of code or settings have no entry. */
export function entriesOf(...sources: readonly RedirectSource[]): readonly EntryRef[] {
  return sources.flatMap((source) =>
    source.kind === 'content' ? [{ collection: 'redirects', site: source.site, id: source.entryId }] : [],
  );
}

interface Redirect {
  /** An encoded site path without the folder of the site, or an absolute URL; may have query and fragment; '' for 410. */
  readonly to: string;
  readonly status: RedirectStatus;
  readonly locale: Locale;
  readonly source: RedirectSource;
}

/** Redirects one path, with or without trailing slash. */
export interface ExactRedirect extends Redirect {
  /** Decoded, NFC; starts with '/' and ends with it or names a file. */
  readonly from: SitePath;
}

/** Redirects all paths that have the segment after another segment. The locale prefix does not count. */
export interface SegmentRule extends Redirect {
  /** '' or '/es'. */
  readonly prefix: string;
  readonly segment: string;
}

/** All rules. Segment rules of prefixed locales come first. `exact` is sorted by `from`. */
export interface RedirectRules {
  readonly segments: readonly SegmentRule[];
  readonly exact: readonly ExactRedirect[];
}
