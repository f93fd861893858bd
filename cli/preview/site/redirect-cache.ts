// Caches the redirect rules of each locale for an hour. An error deletes the rules of its locale.

import { REDIRECT_CACHE_MS } from '../../../config/constants.ts';
import type { Locale } from '../../../config/locales.ts';
import { errorMessage, SiteError } from '../../errors.ts';
import type { RedirectRules } from '../../plan/redirects/redirect-rules.ts';
import type { Report } from '../../report/report-event.ts';

/** The options of the cache. */
export interface RedirectCacheOptions {
  readonly load: (locale: Locale) => Promise<RedirectRules>;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  readonly report: Report;
}

/** The cached rules. */
export interface RedirectCache {
  /** The rules of a locale; null if they cannot be loaded, so that pages are shown without redirects. */
  readonly find: (locale: Locale) => Promise<RedirectRules | null>;
  /** Stores rules that were just received. */
  readonly put: (locale: Locale, rules: RedirectRules) => void;
}

/** The problem, because the message of the error is for builds. */
function whatFailed(cause: unknown): string {
  const problem = cause instanceof SiteError ? cause.problems[0] : undefined;
  return problem?.what ?? `${errorMessage(cause)}.`;
}

/** Creates an empty cache. */
export function createRedirectCache({ load, now, report }: RedirectCacheOptions): RedirectCache {
  const cached = new Map<Locale, { readonly rules: RedirectRules; readonly at: number }>();
  const purge = () => {
    for (const [locale, { at }] of cached) if (now() - at > REDIRECT_CACHE_MS) cached.delete(locale);
  };
  // Logs an outage once, not for every page.
  const failing = new Set<Locale>();
  const put = (locale: Locale, rules: RedirectRules) => {
    failing.delete(locale);
    cached.set(locale, { rules, at: now() });
  };
  return {
    put,
    find: async (locale) => {
      purge();
      const known = cached.get(locale);
      if (known !== undefined) return known.rules;
      try {
        const rules = await load(locale);
        put(locale, rules);
        return rules;
      } catch (cause) {
        cached.delete(locale);
        report({
          kind: 'log',
          level: failing.has(locale) ? 'verbose' : 'warning',
          text: `Error in redirects middleware (${locale}): ${whatFailed(cause)} Pages are shown without redirects.`,
        });
        failing.add(locale);
        return null;
      }
    },
  };
}
