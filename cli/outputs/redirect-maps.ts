// The redirect rules as JSON: one map per locale for the browser, and a neutral list for other tools.

import * as z from 'zod';
import { LOCALES, type Locale, localeRow } from '../../config/locales.ts';
import { createMapFile, type OutputFile } from '../files/output-file.ts';
import {
  type ExactRedirect,
  REDIRECT_STATUSES,
  type RedirectRules,
  type SegmentRule,
} from '../plan/redirects/redirect-rules.ts';
import { listExactRules } from './hosts/host-map.ts';

const target = { to: z.string(), status: z.literal(REDIRECT_STATUSES) };

/** Reads `redirects/{locale}.json`. Paths are decoded and match with or without a trailing slash; exact rules win; `to` is '' for 410. */
export const clientRedirects = z.object({
  rules: z.array(z.object({ from: z.string(), ...target })),
  /** `prefix` is '' or '/es'; see `matchesSegment`. */
  segments: z.array(z.object({ prefix: z.string(), segment: z.string(), ...target })),
});

interface ClientRedirectMap extends z.infer<typeof clientRedirects> {
  readonly version: 1;
  /** Prefixes of all locales, whether the site has them or not. Rules with prefix '' do not apply below them. */
  readonly prefixes: readonly string[];
}

/** Maps of the given locales. Empty ones are written too, so that the browser does not get a 404. */
export function renderClientRedirects(rules: RedirectRules, locales: readonly Locale[]): readonly OutputFile[] {
  return locales.map((locale) =>
    createMapFile(`redirects/${locale}.json`, `${JSON.stringify(createClientMap(rules, locale))}\n`, locale),
  );
}

/**
 * Content of `.sitegen/redirects.json`: `{ version: 1, redirects: [{ from, to, status, locale, source }], patterns: [{ prefix,
 * segment, to, status, locale, source }] }`, the root redirect first.
 */
export function renderNeutralRedirects(rules: RedirectRules): string {
  const redirects = listExactRules(rules).map(({ kind: _, ...rule }) => rule);
  const patterns = rules.segments.map(({ kind: _, ...rule }) => rule);
  return `${JSON.stringify({ version: 1, redirects, patterns }, null, 2)}\n`;
}

/** Reads what {@link renderNeutralRedirects} wrote. */
export const neutralRedirects = z
  .object({
    version: z.literal(1),
    redirects: z.array(z.custom<Omit<ExactRedirect, 'kind'>>()),
    patterns: z.array(z.custom<Omit<SegmentRule, 'kind'>>()),
  })
  .transform(({ redirects, patterns }): RedirectRules => {
    const all = redirects.map((rule) => ({ kind: 'exact' as const, ...rule }));
    return {
      root: all.find(({ source }) => source.kind === 'root') ?? null,
      exact: all
        .filter(({ source }) => source.kind !== 'root')
        .toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0)),
      segments: patterns.map((rule) => ({ kind: 'segment', ...rule })),
    };
  });

function createClientMap(rules: RedirectRules, locale: Locale): ClientRedirectMap {
  const { prefix } = localeRow(locale);
  const exactOfLocale = listExactRules(rules).filter((rule) => rule.locale === locale);
  return {
    version: 1,
    prefixes: LOCALES.flatMap((row) => (row.prefix === '' ? [] : [row.prefix])),
    rules: exactOfLocale.map(({ from, to, status }) => ({ from, to, status })),
    segments: rules.segments
      .filter((rule) => rule.prefix === prefix)
      .map(({ segment, to, status }) => ({ prefix, segment, to, status })),
  };
}
