// The rules as JSON: one map a locale that the browser loads, and the neutral list that other tools read.

import { LOCALES, type Locale, localeRow } from '../../config/locales.ts';
import { createMapFile, type OutputFile } from '../files/output-file.ts';
import type { ExactRedirect, RedirectRules, SegmentRule } from '../plan/redirects/redirect-rules.ts';

/** `redirects/{locale}.json`: paths are decoded and match with or without trailing slash; exact rules win; `to` is '' for 410. */
interface ClientRedirectMap {
  readonly version: 1;
  /** Prefixes of all locales, site or not: the rule of prefix '' leaves their paths alone. */
  readonly prefixes: readonly string[];
  readonly rules: readonly Pick<ExactRedirect, 'from' | 'to' | 'status'>[];
  /** `prefix` is '' or '/es'; see `matchesSegment`. */
  readonly segments: readonly Pick<SegmentRule, 'prefix' | 'segment' | 'to' | 'status'>[];
}

/** The client maps of the given locales; one without rules is written too, so that the browser need not ask twice. */
export function renderClientRedirects(rules: RedirectRules, locales: readonly Locale[]): readonly OutputFile[] {
  return locales.map((locale) =>
    createMapFile(`redirects/${locale}.json`, `${JSON.stringify(createClientMap(rules, locale))}\n`, locale),
  );
}

/**
 * Content of `.sitegen/redirects.json`: `{ version: 1, redirects: [{ from, to, status, locale, source }], patterns: [{ prefix,
 * segment, to, status, locale, source }] }`, the root redirect first.
 */
export function renderNeutralRedirects({ root, exact, segments }: RedirectRules): string {
  const redirects = [...(root === null ? [] : [root]), ...exact].map(({ kind: _, ...rule }) => rule);
  const patterns = segments.map(({ kind: _, ...rule }) => rule);
  return `${JSON.stringify({ version: 1, redirects, patterns }, null, 2)}\n`;
}

function createClientMap({ root, exact, segments }: RedirectRules, locale: Locale): ClientRedirectMap {
  const { prefix } = localeRow(locale);
  const exactOfLocale = [...(root === null ? [] : [root]), ...exact].filter((rule) => rule.locale === locale);
  return {
    version: 1,
    prefixes: LOCALES.flatMap((row) => (row.prefix === '' ? [] : [row.prefix])),
    rules: exactOfLocale.map(({ from, to, status }) => ({ from, to, status })),
    segments: segments
      .filter((rule) => rule.prefix === prefix)
      .map(({ segment, to, status }) => ({ prefix, segment, to, status })),
  };
}
