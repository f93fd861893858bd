// What a build says of each cell of the tables of config/ that holds something wrong.

import { describe, expect, it } from 'vitest';
import { SiteError } from '../../cli/errors.ts';
import { assertGoodTables, findTableFaults, type Tables } from '../../cli/settings/check-tables.ts';
import * as constants from '../../config/constants.ts';
import { LOCALES } from '../../config/locales.ts';
import { FOOTER_MENU, HEADER_MENU, PROMO_BANNERS } from '../../config/menu.ts';
import { PAGES, SUCCESS_PAGE_BY_FORM } from '../../config/pages.ts';
import { SEGMENT_REDIRECTS } from '../../config/redirects.ts';

const GOOD = {
  pages: PAGES,
  headerMenu: HEADER_MENU,
  footerMenu: FOOTER_MENU,
  promoBanners: PROMO_BANNERS,
  successPages: SUCCESS_PAGE_BY_FORM,
  redirects: SEGMENT_REDIRECTS,
  locales: LOCALES,
  constants,
};

/** The tables with one row changed, or one more. */
const withRow = (
  table: 'pages' | 'headerMenu' | 'promoBanners' | 'redirects' | 'locales',
  at: number,
  change: object,
) => ({
  ...GOOD,
  [table]: GOOD[table].map((row, index) => (index === at ? { ...row, ...change } : row)),
});
const faultsOf = (tables: Tables) =>
  findTableFaults(tables).map(({ where, what, fix }) => `${where.file} ${where.field}: ${what} → ${fix}`);

const ABOUT = 1;
const PLATFORM = 0;

describe('the tables', () => {
  it('have no mistakes', () => {
    expect(faultsOf(GOOD)).toEqual([]);
    expect(() => assertGoodTables({ toleratesMiddleware: false })).not.toThrow();
  });

  it.each([
    [{ template: 'abuot' }, 'about.template: There is no template "abuot". → Did you mean "about"?'],
    [{ template: 'xyzxyz' }, 'about.template: There is no template "xyzxyz". → Correct the name.'],
    [
      { layout: 'minimal' },
      'about.layout: There is no layout "minimal". → Use one of "default", "minimalistic", "header-only".',
    ],
    [{ onlyIn: ['en', 'ez'] }, 'about.onlyIn.1: There is no locale "ez". → Did you mean "en"?'],
    [{ list: 'webinar' }, 'about.list: There is no list "webinar". → Did you mean "webinars"?'],
    [{ alternates: 'some' }, 'about.alternates: There is no rule for alternates "some". → '],
    [{ path: 'about' }, 'about.path: Expected a path such as "/about/". → Correct the value.'],
    [{ path: '/about/{slug}/' }, 'about.path: Expected "{slug}" once in the path of a page for each entry, and in no'],
    [
      { source: { kind: 'entry', slug: 'a/b' } },
      'about.source.slug: Expected one part of a path. → Correct the value.',
    ],
    [
      { source: { kind: 'collection', collection: 'landing' }, path: '/{slug}/' },
      'about.source.collection: There is no collection "landing". → Did you mean "landings"?',
    ],
  ])('have a page with %j', (change, fault) => {
    const faults = faultsOf(withRow('pages', ABOUT, change));
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(fault);
    expect(faults[0]).toMatch(/^config\/pages\.ts/);
  });

  it('have a page for each entry of a collection whose path has no slug, a page twice, and an unknown form', () => {
    const details = PAGES.findIndex(({ page }) => page === 'blog-slug');
    expect(faultsOf(withRow('pages', details, { path: '/blog/' }))).toEqual([
      expect.stringMatching(/^config\/pages\.ts:\d+:\d+ blog-slug\.path: Expected "\{slug\}" once/),
    ]);
    expect(faultsOf({ ...GOOD, pages: [...PAGES, ...PAGES.slice(1, 2)] })).toEqual([
      expect.stringMatching(/^config\/pages\.ts:\d+:\d+ about: The page "about" is listed twice\./),
    ]);
    expect(faultsOf({ ...GOOD, successPages: { acadmy: 'sucess' } })).toEqual([
      'config/pages.ts acadmy.form: There is no form "acadmy". → Did you mean "academy"?',
      'config/pages.ts acadmy.page: There is no page "sucess". → Did you mean "success"?',
    ]);
  });

  it.each([
    [
      { target: { kind: 'page', page: 'prodct' } },
      'platform.target.page: There is no page "prodct". → Did you mean "product"?',
    ],
    [{ target: { kind: 'entry', page: 'lp-slg', slug: 'x' } }, 'platform.target.page: There is no page "lp-slg".'],
    [
      { target: { kind: 'external', url: 'www.example.com' } },
      'platform.target.url: Expected an absolute http or https URL.',
    ],
    [{ onlyIn: ['xx'] }, 'platform.onlyIn.0: There is no locale "xx".'],
  ])('have a menu group with %j', (change, fault) => {
    expect(faultsOf(withRow('headerMenu', PLATFORM, change))).toEqual([expect.stringContaining(fault)]);
  });

  it('have the same wrong page in the header and the footer: each with its place', () => {
    const submenu = [{ id: 'about', target: { kind: 'page', page: 'careers ' } }];
    const company = (table: 'headerMenu' | 'footerMenu') =>
      GOOD[table].map((row) => (row.id === 'company' ? { ...row, submenu } : row));
    const [header, footer, ...others] = faultsOf({
      ...GOOD,
      headerMenu: company('headerMenu'),
      footerMenu: company('footerMenu'),
    }).map((fault) => Number(/menu\.ts:(\d+)/.exec(fault)?.[1]));
    expect(others).toEqual([]);
    expect(footer).toBeGreaterThan(Number(header));
  });

  it.each([
    [
      'promoBanners',
      { group: 'resorces' },
      'guide.group: There is no header group "resorces". → Did you mean "resources"?',
    ],
    ['redirects', { page: 'ambassador-program' }, 'ambassadors-program.page: There is no page "ambassador-program".'],
    ['redirects', { segment: 'a/b' }, 'a/b.segment: Expected one part of a path.'],
    ['locales', { prefix: 'en/' }, 'en.prefix: Expected "" or a prefix such as "/es".'],
    ['locales', { ogLocale: 'en-US' }, 'en.ogLocale: Expected a language and a territory such as "es_ES".'],
    ['locales', { prefix: '/kz' }, '/kz: The prefix "/kz" is listed twice.'],
  ] as const)('have in %s a row with %j', (table, change, fault) => {
    expect(faultsOf(withRow(table, 0, change))).toEqual([expect.stringContaining(fault)]);
  });

  it('have an invalid constant', () => {
    const wrong = { LIST_PAGE_SIZE: 0, HTTP_RETRIES: 0, RETRY_BASE_MS: Number.NaN };
    expect(faultsOf({ ...GOOD, constants: { ...constants, ...wrong } })).toEqual([
      expect.stringMatching(/^config\/constants\.ts:\d+:\d+ LIST_PAGE_SIZE: Expected a number above 0, received 0\./),
      expect.stringMatching(
        /^config\/constants\.ts:\d+:\d+ RETRY_BASE_MS: Expected a number from 0 up, received NaN\./,
      ),
    ]);
  });

  it('name an unknown middleware, which a preview tolerates', () => {
    const tables = withRow('pages', ABOUT, { middleware: ['redirects', 'redirect'] });
    expect(findTableFaults(tables)).toMatchObject([
      {
        code: 'MIDDLEWARE_UNKNOWN',
        where: { field: 'about.middleware.1' },
        fix: expect.stringContaining('"redirects"'),
      },
    ]);
    expect(() => assertGoodTables({ toleratesMiddleware: false }, tables)).toThrow(SiteError);
    expect(() => assertGoodTables({ toleratesMiddleware: true }, tables)).not.toThrow();
  });
});
