// The tables of config/ against the registry of the specification, written by hand, with its exclusions.

import { describe, expect, it } from 'vitest';
import { LOCALES } from '../../config/locales.ts';
import { FOOTER_MENU, HEADER_MENU } from '../../config/menu.ts';
import { isIn, PAGES, SUCCESS_PAGE_BY_FORM } from '../../config/pages.ts';
import { SEGMENT_REDIRECTS } from '../../config/redirects.ts';

/** page · path · needs (E entry, S words, or a collection) · layout (D, M, H) · not in. */
const REGISTRY = `
main · / · E · D ·
about · /about/ · E · D ·
academy · /academy/ · E · D · en es pt
academy-success · /academy-success/ · S · H ·
ambassadors-program · /ambassadors-program/ · E · D ·
audience-insights · /audience-insights/ · E · D ·
brand-health-tracking · /brand-health-tracking/ · E · D ·
competitor-analysis · /competitor-analysis/ · E · D ·
crisis-management · /crisis-management/ · E · D ·
influencer-discovery · /influencer-discovery/ · E · D ·
insights-copilot · /insights-copilot/ · E · D ·
market-research · /market-research/ · E · D ·
mentions · /mentions/ · E · D ·
visual-insights · /visual-insights/ · E · D ·
author-privacy-policy · /author-privacy-policy/ · E · M · es kz pt ua
benchmarks · /benchmarks/ · E · D · es pt
benchmarks-success · /benchmarks-success/ · S · H · en es pt
blog · /blog/ · E · D ·
blog-slug · /blog/{slug}/ · blog_articles · D ·
careers · /careers/ · E · D ·
clients · /clients/ · E · D ·
contacts · /contacts/ · E · D ·
pricing · /pricing/ · E · D ·
product · /product/ · E · D ·
cookie-policy · /cookie-policy/ · E · M · es kz pt ua
cxua · /cxua/ · S · D · en es kz pt
data-subject-access-optout-request · /data-subject-access-optout-request/ · E · M · es kz pt ua
demo · /demo/ · S · M ·
e-books · /e-books/ · E · D · es pt ua
e-books-slug · /e-books/{slug}/ · e-books · D · es pt ua
e-books-success · /e-books-success/ · S · H · es pt ua
faq · /faq/ · E · D · en es kz pt ua
giftbag · /giftbag/ · S · D · en es pt ua
integrations · /integrations/ · E · D · es pt
research · /research/ · E · D · es pt
trends · /trends/ · E · D · es pt
license · /license/ · E · M ·
lp-slug · /lp/{slug}/ · landings · M ·
name · /{slug}/ · pages · D ·
newmr · /newmr/ · E · D · es kz pt ua
page-constructor-slug · /page-constructor/{slug}/ · pages · M ·
privacy-policy · /privacy-policy/ · E · M · es pt
referral · /referral/ · E · D · kz ua
report · /report/ · S · D · es pt ua
report-for-dmwf · /report-for-dmwf/ · S · D · es pt ua
report-for-saastock · /report-for-saastock/ · S · D · es pt ua
slack-integration · /slack-integration/ · E · D · es kz pt ua
social-listening-dashboards · /social-listening-dashboards/ · S · D ·
success · /success/ · S · H ·
terms-of-services · /terms-of-services/ · S · M · es pt
terms-of-services-vi · /terms-of-services-vi/ · E · M · en es pt ua
webinars · /webinars/ · E · D · kz
webinars-slug · /webinars/{slug}/ · webinars · D · kz
404 · /404.html · S · D ·
500 · /500.html · S · D ·`;
const EXPECTED = REGISTRY.trim()
  .split('\n')
  .map((line) => line.split(' ·').map((cell) => cell.trim()));

function needsOf({ source }: (typeof PAGES)[number]): string {
  if (source.kind === 'entry') return 'E';
  if (source.kind === 'collection') return source.collection;
  return source.kind === 'constructor' || source.kind === 'other-entries' ? 'pages' : 'S';
}
const LETTER_BY_LAYOUT = { default: 'D', minimalistic: 'M', 'header-only': 'H' };
/** The locales without the page. */
const lacking = (row: (typeof PAGES)[number]) =>
  LOCALES.flatMap(({ locale }) => (isIn(locale, row) ? [] : [locale])).toSorted();
const rowOf = (page: string) => PAGES.find((row) => row.page === page);

describe('PAGES', () => {
  it.each(EXPECTED)('has the row %s as the decisions say', (page, path, needs, layout, notIn) => {
    const row = rowOf(page ?? '');
    expect(row && [row.path, needsOf(row), LETTER_BY_LAYOUT[row.layout], lacking(row).join(' ')]).toEqual([
      path,
      needs,
      layout,
      notIn,
    ]);
  });

  it('has no other row', () => {
    expect(PAGES.map(({ page }) => page)).toEqual(EXPECTED.map(([page]) => page));
  });

  it('needs the entry of its own name, the home page main', () => {
    const slugs = PAGES.flatMap(({ page, source }) => ('slug' in source ? [[page, source.slug]] : []));
    expect(slugs.filter(([page, slug]) => page !== slug)).toEqual([]);
  });

  it('keeps success and error pages, and nothing else, out of the index', () => {
    expect(PAGES.filter(({ isIndexable }) => !isIndexable).map(({ page }) => page)).toEqual([
      'academy-success',
      'benchmarks-success',
      'e-books-success',
      'success',
      '404',
      '500',
    ]);
  });

  it('gives no alternates to details of blog, e-books and webinars, success, error and page-constructor pages', () => {
    const without = PAGES.filter(({ alternates }) => alternates === 'none').map(({ page }) => page);
    expect(without).toEqual([
      'academy-success',
      'benchmarks-success',
      'blog-slug',
      'e-books-slug',
      'e-books-success',
      'page-constructor-slug',
      'success',
      'webinars-slug',
      '404',
      '500',
    ]);
    expect(PAGES.filter(({ alternates }) => alternates === 'same-slug').map(({ page }) => page)).toEqual([
      'lp-slug',
      'name',
    ]);
  });

  it('sends every page through both middlewares, in their order', () => {
    expect(PAGES.filter(({ middleware }) => middleware.join() !== 'redirects,ambassadors')).toEqual([]);
  });
});

describe('HEADER_MENU', () => {
  const pagesOf = (id: string) =>
    HEADER_MENU.find((group) => group.id === id)?.submenu.map(({ target }) =>
      target.kind === 'page' ? target.page : target.kind,
    );

  it('has the groups of the specification', () => {
    expect(HEADER_MENU.map(({ id }) => id)).toEqual([
      'platform',
      'use-cases',
      'services',
      'resources',
      'company',
      'pricing',
      'clients',
      'blog',
    ]);
  });

  it('has webinars, e-books, the help centre, academy and dashboards under resources', () => {
    expect(pagesOf('resources')).toEqual([
      'webinars',
      'e-books',
      'help-centre',
      'academy',
      'social-listening-dashboards',
    ]);
  });

  it('never has a detail, error, success or page-constructor page', () => {
    const named = [...HEADER_MENU, ...FOOTER_MENU].flatMap(({ target, submenu }) => [
      target,
      ...submenu.map((item) => item.target),
    ]);
    const pages = named.flatMap((target) => (target?.kind === 'page' ? [rowOf(target.page)] : []));
    expect(pages.length).toBeGreaterThan(30);
    expect(pages.filter((row) => row === undefined || /\{slug\}|\.html$|success/.test(row.path))).toEqual([]);
  });
});

describe('SUCCESS_PAGE_BY_FORM', () => {
  it('has the success pages of the decisions, each a page of words', () => {
    expect(SUCCESS_PAGE_BY_FORM).toEqual({
      'e-book': 'e-books-success',
      academy: 'academy-success',
      benchmarks: 'benchmarks-success',
    });
    expect(Object.values(SUCCESS_PAGE_BY_FORM).map((page) => rowOf(page)?.source.kind)).toEqual([
      'words',
      'words',
      'words',
    ]);
  });
});

describe('SEGMENT_REDIRECTS', () => {
  it('have the ambassadors rule, permanent, to a page that every locale may have', () => {
    expect(SEGMENT_REDIRECTS).toEqual([{ segment: 'ambassadors-program', page: 'ambassadors-program', status: 301 }]);
    expect(rowOf('ambassadors-program')).not.toHaveProperty('onlyIn');
  });
});
