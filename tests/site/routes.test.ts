// Every route of the sample, against lists that people wrote: static pages as the specification's tables settle them
// (page set, exclusions per locale), and the pages with parameters one by one in `routes/{locale}.txt`.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Locale } from '../../config/locales.ts';
import {
  type BuiltSample,
  loadBuiltSample,
  prefixOf,
  SAMPLE_LOCALES,
  type SampleLocale,
  type SampleRoute,
} from './built-sample.ts';

const STATIC_PATHS: Readonly<Record<SampleLocale, readonly string[]>> = {
  en: [
    '/',
    '/about/',
    '/academy-success/',
    '/ambassadors-program/',
    '/audience-insights/',
    '/author-privacy-policy/',
    '/benchmarks/',
    '/blog/',
    '/brand-health-tracking/',
    '/careers/',
    '/clients/',
    '/competitor-analysis/',
    '/contacts/',
    '/cookie-policy/',
    '/crisis-management/',
    '/data-subject-access-optout-request/',
    '/demo/',
    '/e-books-success/',
    '/e-books/',
    '/influencer-discovery/',
    '/insights-copilot/',
    '/integrations/',
    '/license/',
    '/market-research/',
    '/mentions/',
    '/newmr/',
    '/pricing/',
    '/privacy-policy/',
    '/product/',
    '/referral/',
    '/report-for-dmwf/',
    '/report-for-saastock/',
    '/report/',
    '/research/',
    '/slack-integration/',
    '/social-listening-dashboards/',
    '/success/',
    '/terms-of-services/',
    '/trends/',
    '/visual-insights/',
    '/webinars/',
  ],
  es: [
    '/es/',
    '/es/about/',
    '/es/academy-success/',
    '/es/ambassadors-program/',
    '/es/audience-insights/',
    '/es/blog/',
    '/es/brand-health-tracking/',
    '/es/careers/',
    '/es/clients/',
    '/es/competitor-analysis/',
    '/es/contacts/',
    '/es/crisis-management/',
    '/es/demo/',
    '/es/influencer-discovery/',
    '/es/insights-copilot/',
    '/es/license/',
    '/es/market-research/',
    '/es/mentions/',
    '/es/pricing/',
    '/es/product/',
    '/es/referral/',
    '/es/social-listening-dashboards/',
    '/es/success/',
    '/es/visual-insights/',
    '/es/webinars/',
  ],
  pt: [
    '/pt/',
    '/pt/about/',
    '/pt/academy-success/',
    '/pt/ambassadors-program/',
    '/pt/audience-insights/',
    '/pt/blog/',
    '/pt/brand-health-tracking/',
    '/pt/careers/',
    '/pt/clients/',
    '/pt/competitor-analysis/',
    '/pt/contacts/',
    '/pt/crisis-management/',
    '/pt/demo/',
    '/pt/influencer-discovery/',
    '/pt/insights-copilot/',
    '/pt/license/',
    '/pt/market-research/',
    '/pt/mentions/',
    '/pt/pricing/',
    '/pt/product/',
    '/pt/referral/',
    '/pt/social-listening-dashboards/',
    '/pt/success/',
    '/pt/visual-insights/',
    '/pt/webinars/',
  ],
  ua: [
    '/ua/',
    '/ua/about/',
    '/ua/academy-success/',
    '/ua/academy/',
    '/ua/ambassadors-program/',
    '/ua/audience-insights/',
    '/ua/benchmarks-success/',
    '/ua/benchmarks/',
    '/ua/blog/',
    '/ua/brand-health-tracking/',
    '/ua/careers/',
    '/ua/clients/',
    '/ua/competitor-analysis/',
    '/ua/contacts/',
    '/ua/crisis-management/',
    '/ua/cxua/',
    '/ua/demo/',
    '/ua/influencer-discovery/',
    '/ua/insights-copilot/',
    '/ua/integrations/',
    '/ua/license/',
    '/ua/market-research/',
    '/ua/mentions/',
    '/ua/pricing/',
    '/ua/privacy-policy/',
    '/ua/product/',
    '/ua/research/',
    '/ua/social-listening-dashboards/',
    '/ua/success/',
    '/ua/terms-of-services/',
    '/ua/trends/',
    '/ua/visual-insights/',
    '/ua/webinars/',
  ],
  kz: [
    '/kz/',
    '/kz/about/',
    '/kz/academy-success/',
    '/kz/academy/',
    '/kz/ambassadors-program/',
    '/kz/audience-insights/',
    '/kz/benchmarks-success/',
    '/kz/benchmarks/',
    '/kz/blog/',
    '/kz/brand-health-tracking/',
    '/kz/careers/',
    '/kz/clients/',
    '/kz/competitor-analysis/',
    '/kz/contacts/',
    '/kz/crisis-management/',
    '/kz/demo/',
    '/kz/e-books-success/',
    '/kz/e-books/',
    '/kz/giftbag/',
    '/kz/influencer-discovery/',
    '/kz/insights-copilot/',
    '/kz/integrations/',
    '/kz/license/',
    '/kz/market-research/',
    '/kz/mentions/',
    '/kz/pricing/',
    '/kz/privacy-policy/',
    '/kz/product/',
    '/kz/report-for-dmwf/',
    '/kz/report-for-saastock/',
    '/kz/report/',
    '/kz/research/',
    '/kz/social-listening-dashboards/',
    '/kz/success/',
    '/kz/terms-of-services-vi/',
    '/kz/terms-of-services/',
    '/kz/trends/',
    '/kz/visual-insights/',
  ],
};
const STATIC_COUNTS: Readonly<Record<SampleLocale, number>> = { en: 41, es: 25, pt: 25, ua: 33, kz: 38 };

/** Paths of pages with parameters, one a line, sorted. */
function readParameterised(locale: Locale): readonly string[] {
  const file = resolve(import.meta.dirname, `routes/${locale}.txt`);
  return readFileSync(file, 'utf8').split('\n').filter(Boolean);
}

const errorPaths = (locale: Locale) => [`${prefixOf(locale)}/404.html`, `${prefixOf(locale)}/500.html`];
const byCodePoint = (paths: readonly string[]) => [...paths].sort();

let sample: BuiltSample;
beforeAll(async () => {
  sample = await loadBuiltSample();
});

describe('the lists of these tests', () => {
  it.each(SAMPLE_LOCALES)('have the number of static pages that the specification has for %s', (locale) => {
    expect(new Set(STATIC_PATHS[locale]).size).toBe(STATIC_COUNTS[locale]);
  });

  it.each(SAMPLE_LOCALES)('are sorted and name each page with a parameter of %s once', (locale) => {
    const paths = readParameterised(locale);
    expect(paths).toEqual(byCodePoint([...new Set(paths)]));
    expect(paths.filter((path) => !path.startsWith(`${prefixOf(locale)}/`) || !path.endsWith('/'))).toEqual([]);
  });
});

describe('routes.json', () => {
  it.each(SAMPLE_LOCALES)('has the static, the parameterised and the error pages of %s, and no other', (locale) => {
    const expected = [...STATIC_PATHS[locale], ...readParameterised(locale), ...errorPaths(locale)];
    const found = sample.routes.filter((route) => route.locale === locale).map(({ path }) => path);
    expect(byCodePoint(found)).toEqual(byCodePoint(expected));
  });

  it('names each route once, with its locale, and each path once', () => {
    const paths = sample.routes.map(({ path }) => path);
    expect(paths.filter((path, index) => paths.indexOf(path) !== index)).toEqual([]);
    // A further page of a list is a route of its own: blog-page___en.
    const nameOf = ({ page, path, locale }: SampleRoute) =>
      `${page}${/\/page\/\d+\/$/.test(path) ? '-page' : ''}___${locale}`;
    expect(sample.routes.filter((route) => route.name !== nameOf(route))).toEqual([]);
    expect(sample.routes.filter(({ locale }) => !SAMPLE_LOCALES.some((known) => known === locale))).toEqual([]);
  });
});

describe('the out folder', () => {
  it('has a page at each route and nowhere else, but where a redirect leads away', () => {
    const expected = SAMPLE_LOCALES.flatMap((locale) => [
      ...STATIC_PATHS[locale],
      ...readParameterised(locale),
      ...errorPaths(locale),
    ]);
    const found = sample.site.pages.filter(({ isRedirect }) => !isRedirect).map(({ path }) => path);
    expect(byCodePoint(found)).toEqual(byCodePoint(expected));
  });

  it('has a redirect page only at the source of a redirect of the content', () => {
    const sources = SAMPLE_LOCALES.flatMap((locale) => sample.entriesOf('redirects', locale)).map(({ fields }) =>
      String(fields.from),
    );
    const found = sample.site.pages.filter(({ isRedirect }) => isRedirect).map(({ path }) => path);
    expect(found.length).toBeGreaterThan(20);
    expect(found.filter((path) => !sources.includes(path))).toEqual([]);
  });
});
