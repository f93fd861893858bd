// The redirect entries of every locale, whole: they are small, and a rule needs all of each.

import { readVisible } from '../read-visible.ts';
import type { SiteModel } from '../site-model.ts';
import type { RedirectEntry } from './parse-redirect.ts';

/** Reads the visible redirects of all sites, in the order of locales and of the service. */
export function loadRedirectEntries(model: SiteModel): readonly RedirectEntry[] {
  return model.locales.flatMap(({ row }) =>
    readVisible(model, 'redirects', row.site).map((entry): RedirectEntry => ({ locale: row.locale, entry })),
  );
}
