import { describe, expect, it } from 'vitest';
import type { IndexRow } from '../../cli/content/snapshot/content-snapshot.ts';
import { canonicalOf, outFileOf } from '../../cli/paths/site-path.ts';
import { planRoutes } from '../../cli/plan/plan-routes.ts';
import type { SiteOptions } from '../../config/define-site.ts';
import { PAGES, type PageRow } from '../../config/pages.ts';
import { COLLECTIONS } from '../../content/collections.ts';
import { modelWith, rowWith } from '../makers.ts';

const page = (site: string, slug: string, row: Partial<IndexRow> = {}) =>
  rowWith({ collection: 'pages', site, slug, ...row });
const article = (site: string, slug: string, row: Partial<IndexRow> = {}) =>
  rowWith({ collection: 'blog_articles', site, slug, date: '2026-01-01T00:00:00.000Z', ...row });
const landing = (site: string, slug: string, row: Partial<IndexRow> = {}) =>
  rowWith({ collection: 'landings', site, slug, ...row });
const redirect = (locale: 'en' | 'ua' | 'kz', from: string, to: string, type = '301') => ({
  locale,
  entry: COLLECTIONS.redirects.schema.parse({ id: `${locale}-${from}`, from, to, type }),
});

/** Every page of the registry as if its template existed. */
const wholeRegistry: readonly PageRow[] = PAGES.map((row) => ({ ...row, template: 'home' }));
const plan = (
  rows: readonly IndexRow[],
  more: Parameters<typeof planRoutes>[1] = { redirectEntries: [] },
  options: Partial<SiteOptions> = {},
) => planRoutes(modelWith({ rows }, options), more);
const paths = (planned: ReturnType<typeof planRoutes>) => planned.routes.map(({ path }) => path);
const errors = (planned: ReturnType<typeof planRoutes>) =>
  planned.problems.filter(({ severity }) => severity === 'error');

describe('planRoutes', () => {
  it('plans 41, 25, 25, 33 and 38 static routes where every entry exists', () => {
    const locales = ['en', 'es', 'pt', 'ua', 'kz'] as const;
    const rows = locales.flatMap((locale) =>
      PAGES.flatMap(({ source }) =>
        source.kind === 'entry' && source.slug !== 'main' ? [page(locale, source.slug)] : [],
      ),
    );
    const planned = plan(rows, { redirectEntries: [], pages: wholeRegistry }, { locales: [...locales] });
    const counts = locales.map(
      (locale) => planned.routes.filter((route) => route.locale === locale && route.kind === 'page').length,
    );
    expect(counts).toEqual([41, 25, 25, 33, 38]);
  });

  it('sets name, path, file and canonical URL of a route', () => {
    const planned = plan([article('ua', 'огляд')]);
    const route = planned.routes.find(({ name }) => name === 'blog-slug___ua');
    expect(route).toMatchObject({ path: '/ua/blog/огляд/', kind: 'detail', languageTag: 'uk' });
    expect(route && [outFileOf(route.path), canonicalOf('https://www.example.com', route)]).toEqual([
      'ua/blog/огляд/index.html',
      'https://www.example.com/ua/blog/%D0%BE%D0%B3%D0%BB%D1%8F%D0%B4/',
    ]);
  });

  it('plans error pages of each locale, without canonical and out of the sitemap', () => {
    const planned = plan([]);
    const errorPages = planned.routes.filter(({ kind }) => kind === 'error');
    expect(errorPages.map(({ path }) => outFileOf(path))).toEqual([
      '404.html',
      '500.html',
      'ua/404.html',
      'ua/500.html',
      'kz/404.html',
      'kz/500.html',
    ]);
    expect(
      errorPages.every(
        (route) => canonicalOf('https://www.example.com', route) === null && !route.isIndexable && !route.isInSitemap,
      ),
    ).toBe(true);
  });

  it('reports a page whose entry is missing; a missing home page is an error', () => {
    const planned = plan([page('en', 'blog')]);
    expect(paths(planned)).toContain('/blog/');
    expect(paths(planned)).not.toContain('/ua/blog/');
    expect(
      planned.problems
        .filter(({ code, where }) => code === 'PAGE_MISSING' && where.entry === 'blog')
        .map(({ where, severity }) => [where.path, severity]),
    ).toEqual([
      ['/ua/blog/', 'warning'],
      ['/kz/blog/', 'warning'],
    ]);
    const homeless = planRoutes(
      {
        ...modelWith({ rows: [] }),
        locales: modelWith({ rows: [] }).locales.map((locale) => ({ ...locale, pageBySlug: new Map(), pages: [] })),
      },
      { redirectEntries: [] },
    );
    expect(errors(homeless).map(({ where }) => where.path)).toEqual(['/', '/ua/', '/kz/']);
  });

  it('plans words pages without an entry, and never an excluded page', () => {
    const planned = plan([page('en', 'webinars'), page('kz', 'webinars'), page('en', 'faq')], {
      redirectEntries: [],
      pages: wholeRegistry,
    });
    expect(paths(planned)).toContain('/demo/');
    expect(paths(planned)).toContain('/webinars/');
    expect(paths(planned)).not.toContain('/kz/webinars/');
    expect(paths(planned)).not.toContain('/faq/');
  });

  it('routes other entries at /{name}/ and block pages at /page-constructor/ only', () => {
    const rows = [page('en', 'partners'), page('en', 'spring', { isConstructorPage: true })];
    const planned = plan(rows, { redirectEntries: [], pages: wholeRegistry });
    expect(paths(planned)).toContain('/partners/');
    expect(paths(planned)).toContain('/page-constructor/spring/');
    expect(paths(planned)).not.toContain('/spring/');
    expect(paths(planned)).not.toContain('/page-constructor/');
  });

  it('plans a further list page for every 12 articles besides the hero', () => {
    const articles = Array.from({ length: 26 }, (_, index) => article('en', `a${index}`));
    const planned = plan([page('en', 'blog'), ...articles]);
    const lists = planned.routes.filter(({ kind }) => kind === 'list-page');
    expect(lists.map(({ path, name, pageNumber }) => [path, name, pageNumber])).toEqual([
      ['/blog/page/2/', 'blog-page___en', 2],
      ['/blog/page/3/', 'blog-page___en', 3],
    ]);
  });

  it('keeps noindex and hidden pages out of the sitemap, hidden ones indexable', () => {
    const planned = plan([
      article('en', 'noindex', { isNoindex: true }),
      article('en', 'hidden', { isHiddenFromIndex: true }),
    ]);
    const flags = Object.fromEntries(
      planned.routes.map(({ path, isIndexable, isInSitemap }) => [path, [isIndexable, isInSitemap]]),
    );
    expect(flags['/blog/noindex/']).toEqual([false, false]);
    expect(flags['/blog/hidden/']).toEqual([true, false]);
    expect(flags['/success/']).toEqual([false, false]);
  });

  it('takes lastModified from the content only', () => {
    const planned = plan([article('en', 'a', { lastModified: '2026-03-04T05:06:07.000Z' }), article('en', 'b')]);
    expect(
      planned.routes.filter(({ page: name }) => name === 'blog-slug').map(({ lastModified }) => lastModified),
    ).toEqual(['2026-03-04T05:06:07.000Z', null]);
  });

  describe('alternates', () => {
    it('link a page with its counterparts and x-default, each listing itself', () => {
      const planned = plan([]);
      const expected = [
        { hreflang: 'en', href: 'https://www.example.com/' },
        { hreflang: 'uk', href: 'https://www.example.com/ua/' },
        { hreflang: 'uk-UA', href: 'https://www.example.com/ua/' },
        { hreflang: 'ru-KZ', href: 'https://www.example.com/kz/' },
        { hreflang: 'x-default', href: 'https://www.example.com/' },
      ];
      for (const path of ['/', '/ua/', '/kz/'])
        expect(planned.routes.find((route) => route.path === path)?.alternates).toEqual(expected);
    });

    it('are absent on articles, success, error and further list pages', () => {
      const articles = Array.from({ length: 14 }, (_, index) => article('en', `a${index}`));
      const planned = plan([page('en', 'blog'), page('ua', 'blog'), ...articles, article('ua', 'a1')]);
      const without = planned.routes.filter(
        ({ page: name, kind }) => ['blog-slug', 'success'].includes(name) || kind !== 'page',
      );
      expect(without.length).toBeGreaterThan(15);
      expect(without.flatMap(({ alternates }) => alternates)).toEqual([]);
    });

    it('join landing pages of one slug, and leave noindex ones out', () => {
      const planned = plan([
        landing('en', 'launch'),
        landing('ua', 'launch'),
        landing('kz', 'launch', { isNoindex: true }),
        landing('en', 'alone'),
      ]);
      const of = (path: string) =>
        planned.routes.find((route) => route.path === path)?.alternates.map(({ hreflang }) => hreflang);
      expect(of('/lp/launch/')).toEqual(['en', 'uk', 'uk-UA', 'x-default']);
      expect(of('/kz/lp/launch/')).toEqual([]);
      expect(of('/lp/alone/')).toEqual([]);
    });

    it('take the language of the entry where it has its own', () => {
      const planned = plan([landing('en', 'launch'), landing('kz', 'launch', { language: 'kk-KZ' })]);
      const route = planned.routes.find(({ path }) => path === '/kz/lp/launch/');
      expect(route?.languageTag).toBe('kk-KZ');
      expect(route?.alternates.map(({ hreflang }) => hreflang)).toEqual(['en', 'kk-KZ', 'x-default']);
    });

    it('have no x-default where there is no English page', () => {
      const planned = plan([landing('ua', 'launch'), landing('kz', 'launch')]);
      expect(
        planned.routes.find(({ path }) => path === '/ua/lp/launch/')?.alternates.map(({ hreflang }) => hreflang),
      ).toEqual(['uk', 'uk-UA', 'ru-KZ']);
    });
  });

  describe('redirects', () => {
    it('replace a page of the same path, with a warning and without its alternates', () => {
      const planned = plan([landing('en', 'launch'), landing('ua', 'launch')], {
        redirectEntries: [redirect('en', '/lp/launch/', '/')],
      });
      expect(paths(planned)).not.toContain('/lp/launch/');
      expect(planned.routes.find(({ path }) => path === '/ua/lp/launch/')?.alternates).toEqual([]);
      expect(planned.problems.some(({ what }) => what.includes('/lp/launch/'))).toBe(true);
    });

    it('lead to pages that exist: a target without a page is an error', () => {
      expect(errors(plan([], { redirectEntries: [redirect('en', '/old/', '/nowhere/')] }))).toHaveLength(1);
      expect(errors(plan([], { redirectEntries: [redirect('en', '/old/', '/demo/')] }))).toEqual([]);
    });

    it('take the root away where the owner sets a root redirect', () => {
      const planned = plan([], { redirectEntries: [] }, { build: { rootRedirect: '/ua/' } });
      expect(paths(planned)).not.toContain('/');
      expect(planned.redirects.exact[0]).toMatchObject({ from: '/', to: '/ua/', status: 302 });
      const home = planned.routes.find(({ path }) => path === '/kz/');
      expect(home?.alternates.map(({ hreflang }) => hreflang)).toEqual(['uk', 'uk-UA', 'ru-KZ']);
    });

    it('add the ambassadors pattern to locales that have the page', () => {
      const planned = plan([page('ua', 'ambassadors-program')], { redirectEntries: [], pages: wholeRegistry });
      expect(planned.redirects.segments.map(({ prefix, to }) => [prefix, to])).toEqual([
        ['/ua', '/ua/ambassadors-program/'],
      ]);
    });
  });

  describe('collisions', () => {
    it.each([
      ['two entries with one slug', [article('en', 'same', { id: '1' }), article('en', 'same', { id: '2' })]],
      ['slugs that differ only in case', [article('en', 'Same', { id: '1' }), article('en', 'same', { id: '2' })]],
      ['slugs that are one in capitals', [article('en', 'straße', { id: '1' }), article('en', 'STRASSE', { id: '2' })]],
      ['a ligature and its letters', [article('en', 'ﬁx', { id: '1' }), article('en', 'fix', { id: '2' })]],
      ['two pages with one slug', [page('en', 'blog', { id: '1' }), page('en', 'blog', { id: '2' })]],
      ['a folder that the build writes', [article('en', 'page')]],
      ['a file that the build writes', [article('en', 'feed.xml')]],
    ])('refuse %s', (_, rows) => {
      expect(errors(plan(rows)).map(({ code }) => code)).toContain('PATH_COLLISION');
    });

    it('name the entry whose slug is that of a page without one', () => {
      const [problem] = errors(
        plan([page('en', 'Success', { id: '1' })], { redirectEntries: [], pages: wholeRegistry }),
      );
      expect(problem).toMatchObject({
        where: { collection: 'pages', field: 'slug' },
        what: 'The page /success/ of config/pages.ts has the same path.',
        fix: expect.stringContaining('another slug'),
      });
    });

    it('distinguish a dotless ı from an i, as file systems do', () => {
      expect(errors(plan([article('en', 'kısa', { id: '1' }), article('en', 'kisa', { id: '2' })]))).toEqual(
        errors(plan([])),
      );
    });

    it.each(['es', 'assets', 'search', '404.html', 'sitemap.xml', 'Robots.txt', 'sitemap-2.xml'])(
      'refuse the generic page /%s/',
      (slug) => {
        const planned = plan([page('en', slug)], { redirectEntries: [], pages: wholeRegistry });
        expect(errors(planned).map(({ code }) => code)).toEqual(['PATH_COLLISION']);
      },
    );

    it('name both entries', () => {
      const [problem] = errors(
        plan([article('en', 'same', { id: '1', title: 'First' }), article('en', 'same', { id: '2', title: 'Second' })]),
      );
      expect(problem).toMatchObject({
        where: { collection: 'blog_articles', entry: 'Second', site: 'en', field: 'slug' },
        what: 'The path /blog/same/ is already used by blog_articles › "First" (en, 1).',
      });
    });
  });
});
