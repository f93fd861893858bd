// The redirect rules as JSON: one map per locale for the browser, and a neutral list for other tools.

import { LOCALES, type Locale, localeRow } from '../../config/locales.ts';
import { createMapFile, type OutputFile } from '../files/output-file.ts';
import type { ExactRedirect, RedirectRules, SegmentRule } from '../plan/redirects/redirect-rules.ts';
import { listExactRules } from './hosts/host-map.ts';

/** `redirects/{locale}.json`. Paths are decoded and match with or without a trailing slash; exact rules win; `to` is '' for 410. */
interface ClientRedirectMap {
  readonly version: 1;
  /** Prefixes of all locales, whether the site has them or not. Rules with prefix '' do not apply below them. */
  readonly prefixes: readonly string[];
  readonly rules: readonly Pick<ExactRedirect, 'from' | 'to' | 'status'>[];
  /** `prefix` is '' or '/es'; see `matchesSegment`. */
  readonly segments: readonly Pick<SegmentRule, 'prefix' | 'segment' | 'to' | 'status'>[];
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
