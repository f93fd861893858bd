import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type PageFacts, parsePageFacts } from '../../cli/build/page-facts.ts';
import type { PageRecord } from '../../cli/build/page-records.ts';
import { planRoutes } from '../../cli/build/plan-routes.ts';
import type { PageRoute } from '../../cli/build/route-plan.ts';
import { checkSite } from '../../cli/check/check-site.ts';
import type { Problem } from '../../cli/errors.ts';
import { modelWith, rowWith } from '../makers.ts';

const ORIGIN = 'https://www.example.com';
const FILES = ['/assets/main.css', '/assets/a.png', '/blog/feed.xml'];

const model = modelWith({
  rows: [
    ...['en', 'ua'].map((site) => rowWith({ collection: 'pages', site, slug: 'blog' })),
    rowWith({
      collection: 'blog_articles',
      site: 'en',
      slug: 'first',
      title: 'First',
      editUrl: 'https://cms.example.com/1',
    }),
    rowWith({ collection: 'blog_articles', site: 'en', slug: 'огляд', title: 'Second' }),
  ],
});
const plan = planRoutes(model, { redirectEntries: [] });
const NO_FACTS = parsePageFacts('');

/** The facts of a page that is right, from its route. */
function rightFacts({ path, canonical, alternates, isIndexable }: PageRoute): PageFacts {
  const assets = ['/assets/main.css'];
  const links = ['/', '/blog/', '/blog/feed.xml', 'mailto:a@example.com', 'https://other.example/nowhere/'];
  return {
    ...NO_FACTS,
    title: `Title of ${path}`,
    canonical,
    alternates,
    links,
    assets,
    ids: ['main'],
    headingCount: 1,
    hasNoindex: !isIndexable,
  };
}

interface Change {
  /** Facts of pages by path, where they differ from a right page's. */
  readonly pages?: Readonly<Record<string, Partial<PageFacts>>>;
  readonly fragment?: Partial<PageFacts>;
  /** Locales whose pages are rendered. */
  readonly locales?: readonly string[];
}

/** Checks a site of right pages in three locales, with a few changes; records lie in two files. */
async function check({
  pages = {},
  fragment = {},
  locales = ['en', 'ua', 'kz'],
}: Change = {}): Promise<readonly Problem[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sitegen-records-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const routes = plan.routes.filter(({ locale }) => locales.includes(locale));
  const recordFiles = [routes.slice(0, 2), routes.slice(2)].map((part, index) => {
    const file = join(folder, `${index}.ndjson`);
    writeFileSync(file, part.map((route) => `${JSON.stringify(recordOf(route, pages[route.path] ?? {}))}\n`).join(''));
    return file;
  });
  const fragmentFacts = new Map(
    ['default', 'other'].map((chrome) => [
      chrome,
      { ...NO_FACTS, links: ['/', '#main'], ids: ['c-menu'], ...fragment },
    ]),
  );
  const rendered = { recordFiles, fragmentFacts, pages: routes.length, reused: 0, bytes: 0 };
  return checkSite({ plan, rendered, origin: ORIGIN, filePaths: new Set(FILES) });
}

function recordOf(route: PageRoute, changed: Partial<PageFacts>): PageRecord {
  const { path, outFile } = route;
  const facts = { ...rightFacts(route), ...changed };
  const uses = { entry: null, cards: [], collections: [], template: 'home', sources: 0, words: [] };
  return {
    path,
    outFile,
    sha256: '',
    bytes: 0,
    input: '',
    template: '',
    chrome: 'default',
    parts: {},
    reason: ['new'],
    uses,
    facts,
  };
}

const brief = (problems: readonly Problem[]) =>
  problems.map(({ code, severity, where }) => [code, severity, where.path]);
const facts = (path: string, changed: Partial<PageFacts>) => check({ pages: { [path]: changed } });

describe('checkSite', () => {
  it('finds nothing on a site that is right', async () => {
    expect(plan.routes.length).toBeGreaterThan(10);
    expect(await check()).toEqual([]);
  });

  it('finds nothing on the pages of one locale, whose counterparts are known by their plan', async () => {
    expect(await check({ locales: ['ua'], pages: { '/ua/': { links: ['/blog/', '/blog/#any'] } } })).toEqual([]);
  });

  it.each([
    '/nowhere/',
    '/blog/nowhere',
    'https://www.example.com/nowhere/',
    '../../nowhere/',
    '/Blog/',
    '/files/a.pdf',
  ])('finds the dead link %s and says which entry has it', async (href) => {
    expect(await facts('/blog/first/', { links: [href] })).toEqual([
      {
        code: 'LINK_DEAD',
        severity: 'warning',
        where: {
          collection: 'blog_articles',
          entry: 'First',
          site: 'en',
          editUrl: 'https://cms.example.com/1',
          path: '/blog/first/',
        },
        what: `The link ${href} leads to no page.`,
        fix: 'Correct the link, or publish the page that it means.',
      },
    ]);
  });

  it('understands links as a browser does', async () => {
    const links = [
      '',
      '?q=1',
      '#main',
      '../',
      '/blog',
      '/blog/%d0%be%d0%b3%d0%bb%d1%8f%d0%b4/?x=1#main',
      'огляд/',
      'tel:+1',
      'https://www.example.com/ua/',
    ];
    expect(await facts('/blog/', { links })).toEqual([]);
  });

  it('finds a dead anchor once for every page that links it', async () => {
    const problems = await check({
      pages: {
        '/blog/first/': { links: ['#nowhere', '/ua/#main'] },
        '/': { links: ['/blog/first/#nowhere'] },
        '/ua/': { links: ['/blog/first/#nowhere', '/blog/first/#main'] },
      },
    });
    expect(brief(problems).toSorted()).toEqual(
      ['/', '/blog/first/', '/ua/'].map((path) => ['ANCHOR_DEAD', 'warning', path]),
    );
    expect(problems[0]?.what).toBe('The link /blog/first/#nowhere leads to no place on that page.');
  });

  it('knows ids in any script, ids of the header, and anchors that need no id', async () => {
    const links = ['#%D0%B7%D0%BC%D1%96%D1%81%D1%82', '#c-menu', '#top', '#', '#:~:text=crisis', '#main:~:text=crisis'];
    expect(await facts('/blog/first/', { links, ids: ['main', 'зміст'] })).toEqual([]);
  });

  it('finds a file that does not exist, unless another host or the image CDN answers', async () => {
    const assets = [
      '/assets/a.png',
      '/assets/missing.png',
      'https://img.example.com/a.png',
      `${ORIGIN}/cdn-cgi/image/format=auto/https://c.example/a.png`,
      'data:image/gif;base64,R0==',
    ];
    const problems = await facts('/blog/first/', { assets });
    expect(problems.map(({ code, what }) => [code, what])).toEqual([
      ['ASSET_DEAD', 'The file /assets/missing.png does not exist.'],
    ]);
  });

  it('finds a dead link and file of header and footer once, however many pages have them', async () => {
    const problems = await check({ fragment: { links: ['/nowhere/'], assets: ['/assets/missing.png'] } });
    expect(problems.map(({ code, severity, what }) => [code, severity, what])).toEqual([
      ['LINK_DEAD', 'warning', 'The link /nowhere/ of header or footer leads to no page.'],
      ['ASSET_DEAD', 'warning', 'The file /assets/missing.png of header or footer does not exist.'],
    ]);
  });

  it('finds a link of the header within the page that the page has no place for', async () => {
    expect(brief(await facts('/blog/first/', { ids: [] }))).toEqual([['ANCHOR_DEAD', 'warning', '/blog/first/']]);
  });

  it.each([
    ['HEADING_COUNT', { headingCount: 0 }],
    ['HEADING_COUNT', { headingCount: 2 }],
    ['TITLE_MISSING', { title: null }],
    ['TITLE_MISSING', { title: ' ' }],
    ['CANONICAL_WRONG', { canonical: null }],
    ['CANONICAL_WRONG', { canonical: `${ORIGIN}/blog/first` }],
    ['ROBOTS_WRONG', { hasNoindex: true }],
    ['ID_TWICE', { ids: ['main', 'a', 'a'] }],
    ['ID_TWICE', { ids: ['main', 'c-menu'] }],
  ])('refuses %s: %o', async (code, changed) => {
    expect(brief(await facts('/blog/first/', changed))).toEqual([[code, 'error', '/blog/first/']]);
  });

  it('refuses an error page that may be indexed', async () => {
    expect(brief(await facts('/404.html', { hasNoindex: false }))).toEqual([['ROBOTS_WRONG', 'error', '/404.html']]);
  });

  it('refuses alternates that do not point back, and a page that is not among its own', async () => {
    const problems = await facts('/ua/blog/', { alternates: [] });
    expect(problems.every(({ code, severity }) => code === 'ALTERNATE_BROKEN' && severity === 'error')).toBe(true);
    expect(problems.map(({ where, what }) => [where.path, what])).toEqual([
      ['/blog/', 'The alternate uk (https://www.example.com/ua/blog/) does not point back.'],
      ['/blog/', 'The alternate uk-UA (https://www.example.com/ua/blog/) does not point back.'],
      ['/ua/blog/', 'The page is not among its own alternates.'],
    ]);
  });

  it('refuses alternates on a page that has none, and those that lead nowhere', async () => {
    const nowhere = { hreflang: 'es', href: `${ORIGIN}/es/blog/first/` };
    const problems = await facts('/blog/first/', { alternates: [nowhere] });
    expect(brief(problems)).toEqual([
      ['ALTERNATE_BROKEN', 'error', '/blog/first/'],
      ['ALTERNATE_BROKEN', 'error', '/blog/first/'],
    ]);
  });

  it('takes a record without a route for a bug', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sitegen-records-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'a.ndjson');
    writeFileSync(file, `${JSON.stringify({ path: '/none/', chrome: '', facts: NO_FACTS })}\n`);
    const rendered = { recordFiles: [file], fragmentFacts: new Map(), pages: 1, reused: 0, bytes: 0 };
    await expect(checkSite({ plan, rendered, origin: ORIGIN, filePaths: new Set() })).rejects.toThrow('/none/');
  });
});
