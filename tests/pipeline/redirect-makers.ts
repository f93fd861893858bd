// Small makers for redirect tests: a site, entries as the service sends them, and random rule sets with paths to try.

import fc from 'fast-check';
import { toSitePath } from '../../cli/files/brands.ts';
import { hrefOf } from '../../cli/paths/site-path.ts';
import { sourceKey } from '../../cli/plan/redirects/find-redirect.ts';
import { planRedirects } from '../../cli/plan/redirects/plan-redirects.ts';
import type { RedirectRules } from '../../cli/plan/redirects/redirect-rules.ts';
import { defineSite, type SiteConfig, type SiteOptions } from '../../config/define-site.ts';
import { type Locale, localeRow } from '../../config/locales.ts';
import { COLLECTIONS, type Entry } from '../../content/collections.ts';
import { IS_LONG } from '../long-run.ts';

// Every property of redirects and host maps runs on so many rule sets, each with dozens of paths.
fc.configureGlobal({ numRuns: IS_LONG ? 3000 : 40 });

export function siteWith(options: Partial<SiteOptions> = {}): SiteConfig {
  return defineSite({
    brand: { name: 'Murmurlens', legalName: 'Murmurlens Analytics Ltd.' },
    locales: ['en', 'es', 'kz'],
    ...options,
  });
}

export interface WrittenRedirect {
  readonly from: string;
  readonly to?: string | null;
  readonly type?: number | string | null;
  readonly locale?: Locale;
  readonly title?: string;
}

export function redirectEntry({ locale = 'en', type = null, ...entry }: WrittenRedirect, index = 0) {
  const parsed: Entry<'redirects'> = COLLECTIONS.redirects.schema.parse({
    id: `r${index}`,
    edit_url: `https://cms.example.com/r${index}`,
    ...entry,
    type: type === null ? null : { key: type, label: String(type), value: type },
  });
  return { locale, entry: parsed };
}

const PAGES = ['/', '/about/', '/blog/', '/blog/v1.0/', '/es/', '/es/about/', '/kz/', '/kz/огляд/'];

export interface PlanOptions {
  readonly site?: SiteConfig;
  readonly routes?: readonly string[];
  /** Locales with an ambassadors page. */
  readonly ambassadors?: readonly Locale[];
}

/** Plans entries over a site of a few pages. */
export function planWith(
  written: readonly WrittenRedirect[],
  { site = siteWith(), routes = PAGES, ambassadors = [] }: PlanOptions = {},
) {
  const pathOf = (locale: Locale) => toSitePath(`${localeRow(locale).prefix}/ambassadors-program/`);
  const paths = new Set<string>([...routes, ...ambassadors.map(pathOf)]);
  return planRedirects({
    site,
    entries: written.map(redirectEntry),
    hasRoute: (path) => paths.has(path),
    pagePathOf: (page, locale) =>
      page === 'ambassadors-program' && ambassadors.includes(locale) ? pathOf(locale) : null,
  });
}

const segment = fc.constantFrom(
  ...[
    'old',
    'new',
    'Old-Page',
    'default',
    'огляд',
    'a b',
    'x.html',
    'v1.0',
    '$p{1}',
    '"q"',
    '~t',
    '(r)|s',
    'c+d',
    'a&b;c',
    '100%',
    "it's",
  ],
  ...['ambassadors-program', 'es', 'kz', 'pt'],
);
const sitePath = fc
  .array(segment, { minLength: 1, maxLength: 5 })
  .map((segments) => toSitePath(`/${segments.join('/')}/`));
const tail = fc.constantFrom('', '?x=1', '#part', '?x=$1&y=%20#p"q');
const target = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.tuple(fc.constantFrom(...PAGES), tail).map(([path, end]) => `${hrefOf(toSitePath(path))}${end}`),
  },
  { weight: 2, arbitrary: fc.tuple(sitePath, tail).map(([path, end]) => `${hrefOf(path)}${end}`) },
  { weight: 1, arbitrary: tail.map((end) => `https://other.example/place/${end}`) },
);
const type = fc.constantFrom(null, 301, 302, 303, 307, 308, 410);
const written = fc.record({ from: sitePath.map(hrefOf), to: target, type });

/** Entries of the English site; sources may repeat, chain and loop. */
export const randomEntries = fc.array(written, { maxLength: 12 });

/** Sound rules with paths that hit and miss them. */
export const randomRules: fc.Arbitrary<{ readonly rules: RedirectRules; readonly paths: readonly string[] }> = fc
  .tuple(
    fc.uniqueArray(written, { maxLength: 12, selector: ({ from }) => decodeURIComponent(from).toLowerCase() }),
    fc.subarray<Locale>(['en', 'es', 'kz']),
    fc.constantFrom(null, '/es/', 'https://other.example/home'),
    fc.array(sitePath, { maxLength: 30 }),
  )
  .map(([entries, ambassadors, rootRedirect, others]) => {
    const { rules } = planWith(entries, { ambassadors, site: siteWith({ build: { rootRedirect } }) });
    const sources = rules.exact.map(({ from }) => from);
    const paths = [...others, ...sources, ...sources.map((path) => path.toUpperCase())];
    return { rules, paths: ['/', ...paths, ...paths.map(sourceKey)] };
  });
