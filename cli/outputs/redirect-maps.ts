// The redirect rules as JSON: one map per locale for the browser, and a neutral list for other tools.

import * as z from 'zod';
import { LOCALES, type Locale, localeRow } from '../../config/locales.ts';
import { toOutPath } from '../files/brands.ts';
import { createMapFile, type OutputFile } from '../files/output-file.ts';
import {
  type ExactRedirect,
  REDIRECT_STATUSES,
  type RedirectRules,
  type SegmentRule,
} from '../plan/redirects/redirect-rules.ts';

const target = { to: z.string(), status: z.literal(REDIRECT_STATUSES) };

/** Reads `redirects/{locale}.json`. Paths are decoded and match with or without a trailing slash; exact rules win; `to` is '' for 410. */
export const clientRedirects = z.object({
  rules: z.array(z.object({ from: z.string().brand<'SitePath'>(), ...target })),
  /** `prefix` is '' or '/es'; see `matchesSegment`. */
  segments: z.array(z.object({ prefix: z.string(), segment: z.string(), ...target })),
});

/** Maps of the given locales. Empty ones are written too, so that the browser does not get a 404. */
export function renderClientRedirects(rules: RedirectRules, locales: readonly Locale[]): readonly OutputFile[] {
  // Of all locales, whether the site has them or not. Rules with prefix '' do not apply below them.
  const prefixes = LOCALES.flatMap((row) => (row.prefix === '' ? [] : [row.prefix]));
  return locales.map((locale) => {
    const { prefix } = localeRow(locale);
    const exact = rules.exact.filter((rule) => rule.locale === locale);
    const segments = rules.segments.filter((rule) => rule.prefix === prefix);
    const map: z.infer<typeof clientRedirects> = {
      rules: exact.map(({ from, to, status }) => ({ from, to, status })),
      segments: segments.map(({ segment, to, status }) => ({ prefix, segment, to, status })),
    };
    const content = `${JSON.stringify({ version: 1, prefixes, ...map })}\n`;
    return createMapFile(toOutPath(`redirects/${locale}.json`), content, locale);
  });
}

/**
 * Content of `.sitegen/redirects.json`: `{ version: 1, redirects: [{ from, to, status, locale, source }], patterns: [{ prefix,
 * segment, to, status, locale, source }] }`, the root redirect first.
 */
export function renderNeutralRedirects(rules: RedirectRules): string {
  return `${JSON.stringify({ version: 1, redirects: rules.exact, patterns: rules.segments }, null, 2)}\n`;
}

/** Reads what {@link renderNeutralRedirects} wrote. */
export const neutralRedirects = z
  .object({
    version: z.literal(1),
    redirects: z.array(z.custom<ExactRedirect>()),
    patterns: z.array(z.custom<SegmentRule>()),
  })
  .transform(({ redirects, patterns }): RedirectRules => ({ exact: redirects, segments: patterns }));
