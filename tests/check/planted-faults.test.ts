// One planted fault for each rule about pages, sitemap, stylesheets or written redirects: reported with its code and where to
// fix it, and without other findings but those that follow from it.

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RULES, type Rule, type RuleCode } from '../../cli/check/rules/rules.ts';
import type { ProblemPlace } from '../../cli/errors.ts';
import type { PageFacts } from '../../cli/facts/page-facts.ts';
import { type Change, checkWith, ORIGIN, routes } from './check-makers.ts';

const FIRST = '/blog/first/';
const HOME_LIST = routes.find(({ path }) => path === '/')?.alternates ?? [];

/** A change of the article's facts. */
const article = (changed: Partial<PageFacts>): Change => ({ pages: { [FIRST]: changed } });
/** A change of both the facts and the plan of the home page. */
const homeAlternates = (alternates: PageFacts['alternates']): Change => ({
  pages: { '/': { alternates } },
  plan: { '/': { alternates } },
});
const data = (changed: Partial<PageFacts['structuredData'][number]>): Change =>
  article({ structuredData: [{ urls: [], pageUrl: `${ORIGIN}${FIRST}`, faults: [], ...changed }] });
const fault = (code: PageFacts['structuredData'][number]['faults'][number]['code']): Change =>
  data({ faults: [{ code, what: 'A fault.' }] });

const OF_ARTICLE = 'blog_articles First';
const OF_REDIRECT = 'redirects r1';

interface Row {
  readonly code: RuleCode;
  readonly change: Change;
  readonly owner: string;
  /** Codes of findings that follow from it. */
  readonly also?: readonly RuleCode[];
}

const FAULTS: readonly Row[] = [
  { code: 'LINK_DEAD', change: article({ links: ['/nowhere/'] }), owner: OF_ARTICLE },
  {
    code: 'LINK_DEAD',
    change: { fragment: { links: ['/nowhere/'] } },
    owner: 'templates/layouts/Layout.tsx',
    also: ['PAGE_ORPHAN'],
  },
  { code: 'LINK_REDIRECTED', change: { ...article({ links: ['/old/'] }), exact: [{}] }, owner: OF_ARTICLE },
  { code: 'LINK_SLASHLESS', change: article({ links: ['/blog'] }), owner: OF_ARTICLE },
  { code: 'LINK_INSECURE', change: article({ links: ['http://www.example.com/blog/'] }), owner: OF_ARTICLE },
  { code: 'LINK_INVALID', change: article({ links: ['http://[bad'] }), owner: OF_ARTICLE },
  { code: 'LINK_SCHEME_UNKNOWN', change: article({ links: ['htps://www.example.com/'] }), owner: OF_ARTICLE },
  { code: 'ANCHOR_DEAD', change: article({ links: ['#nowhere'] }), owner: OF_ARTICLE },
  { code: 'ANCHOR_DEAD', change: article({ links: ['/ua/#nowhere'] }), owner: OF_ARTICLE },
  { code: 'ASSET_DEAD', change: article({ assets: ['/assets/none.png'] }), owner: OF_ARTICLE },
  { code: 'ASSET_DEAD', change: { fragment: { assets: ['/assets/none.png'] } }, owner: 'templates/layouts/Layout.tsx' },
  { code: 'CSS_URL_DEAD', change: { css: '@font-face{src:url("none.woff2")}' }, owner: '/assets/main.css' },
  {
    code: 'OPEN_GRAPH_URL_DEAD',
    change: article({ openGraph: { title: 'A', type: 'a', url: `${ORIGIN}${FIRST}`, image: `${ORIGIN}/none.png` } }),
    owner: OF_ARTICLE,
  },
  { code: 'JSONLD_URL_DEAD', change: data({ urls: [`${ORIGIN}/none.png`] }), owner: OF_ARTICLE },
  {
    code: 'ALTERNATE_CODE_INVALID',
    change: homeAlternates([...HOME_LIST, { hreflang: 'ua', href: `${ORIGIN}/ua/` }]),
    owner: 'its page',
  },
  {
    code: 'ALTERNATE_CODE_TWICE',
    change: homeAlternates([...HOME_LIST, { hreflang: 'uk', href: `${ORIGIN}/ua/blog/` }]),
    owner: 'its page',
    also: ['ALTERNATE_NOT_RETURNED'],
  },
  {
    code: 'ALTERNATE_RELATIVE',
    change: homeAlternates([...HOME_LIST, { hreflang: 'es', href: '/es/' }]),
    owner: 'its page',
  },
  {
    code: 'ALTERNATE_SELF_MISSING',
    change: homeAlternates(HOME_LIST.filter(({ href }) => href !== `${ORIGIN}/`)),
    owner: 'its page',
  },
  {
    code: 'ALTERNATE_NOT_RETURNED',
    change: homeAlternates([]),
    owner: 'its page',
  },
  {
    code: 'ALTERNATE_DEFAULT_WRONG',
    change: homeAlternates(HOME_LIST.filter(({ hreflang }) => hreflang !== 'x-default')),
    owner: 'its page',
  },
  {
    code: 'ALTERNATE_DEAD',
    change: homeAlternates([...HOME_LIST, { hreflang: 'es', href: `${ORIGIN}/es/` }]),
    owner: 'its page',
  },
  {
    code: 'ALTERNATE_NOINDEX',
    change: { pages: { '/ua/': { hasNoindex: true } } },
    owner: 'its page',
    also: ['ROBOTS_WRONG', 'ALTERNATE_ON_NOINDEX', 'SITEMAP_NOINDEX'],
  },
  {
    code: 'ALTERNATE_NOT_CANONICAL',
    change: { pages: { '/ua/': { canonical: `${ORIGIN}/` } } },
    owner: 'its page',
    also: ['CANONICAL_WRONG'],
  },
  {
    code: 'ALTERNATE_LANGUAGE_WRONG',
    change: { pages: { '/ua/': { language: 'ru' } } },
    owner: 'its page',
    also: ['LANGUAGE_WRONG'],
  },
  {
    code: 'ALTERNATE_ON_NOINDEX',
    change: {
      pages: { '/kz/': { hasNoindex: true } },
      plan: { '/kz/': { isIndexable: false, isInSitemap: false } },
      sitemap: (urls) => urls.filter((url) => url !== `${ORIGIN}/kz/`),
    },
    owner: 'its page',
    also: ['ALTERNATE_NOINDEX'],
  },
  {
    code: 'ALTERNATE_UNPLANNED',
    change: { pages: { '/': { alternates: HOME_LIST.toReversed() } } },
    owner: 'its page',
  },
  { code: 'SITEMAP_PAGE_MISSING', change: { sitemap: (urls) => urls.slice(1) }, owner: 'sitemap.xml' },
  {
    code: 'SITEMAP_NOINDEX',
    change: {
      pages: { [FIRST]: { hasNoindex: true } },
      plan: { [FIRST]: { isIndexable: false, isInSitemap: false } },
    },
    owner: 'sitemap.xml',
  },
  { code: 'SITEMAP_DEAD', change: { sitemap: (urls) => [...urls, `${ORIGIN}/none/`] }, owner: 'sitemap.xml' },
  {
    code: 'SITEMAP_NOT_CANONICAL',
    change: { sitemap: (urls) => urls.map((url) => (url === `${ORIGIN}/blog/` ? `${ORIGIN}/blog` : url)) },
    owner: 'sitemap.xml',
  },
  { code: 'SITEMAP_TWICE', change: { sitemap: (urls) => [...urls, ...urls.slice(0, 1)] }, owner: 'sitemap.xml' },
  {
    code: 'CANONICAL_WRONG',
    change: article({ canonical: `${ORIGIN}/blog/first` }),
    owner: 'templates/head/head-tags.ts',
  },
  { code: 'CANONICAL_WRONG', change: article({ canonical: null }), owner: 'templates/head/head-tags.ts' },
  {
    code: 'ROBOTS_WRONG',
    change: { pages: { '/404.html': { hasNoindex: false } } },
    owner: 'templates/head/head-tags.ts',
  },
  { code: 'LANGUAGE_WRONG', change: article({ language: null }), owner: 'templates/print-document.ts' },
  { code: 'HEADING_COUNT', change: article({ headingCount: 0 }), owner: 'templates/pages/ArticlePage.tsx' },
  { code: 'HEADING_COUNT', change: article({ headingCount: 2 }), owner: 'templates/pages/ArticlePage.tsx' },
  { code: 'TITLE_MISSING', change: article({ title: null }), owner: OF_ARTICLE },
  { code: 'TITLE_MISSING', change: { pages: { '/404.html': { title: ' ' } } }, owner: 'locales/en.json' },
  { code: 'TITLE_TWICE', change: article({ title: 'A whole title of /blog/' }), owner: 'pages Title of blog' },
  { code: 'TITLE_LONG', change: article({ title: 'Слово '.repeat(14) }), owner: OF_ARTICLE },
  { code: 'TITLE_SHORT', change: article({ title: '🦜🦜🦜🦜🦜🦜🦜🦜🦜' }), owner: OF_ARTICLE },
  { code: 'DESCRIPTION_MISSING', change: article({ description: null }), owner: OF_ARTICLE },
  {
    code: 'DESCRIPTION_TWICE',
    change: article({ description: 'A description of /blog/ that is long enough.' }),
    owner: 'pages Title of blog',
  },
  { code: 'DESCRIPTION_LONG', change: article({ description: 'word '.repeat(41) }), owner: OF_ARTICLE },
  { code: 'DESCRIPTION_SHORT', change: article({ description: 'Too short.' }), owner: OF_ARTICLE },
  { code: 'ID_TWICE', change: article({ ids: ['main', 'a', 'a'] }), owner: OF_ARTICLE },
  { code: 'ID_TWICE', change: article({ ids: ['main', 'c-menu'] }), owner: OF_ARTICLE },
  {
    code: 'PAGE_ORPHAN',
    change: { fragment: { links: routes.map(({ path }) => encodeURI(path)).filter((path) => path !== FIRST) } },
    owner: OF_ARTICLE,
  },
  {
    code: 'OPEN_GRAPH_MISSING',
    change: article({ openGraph: { title: 'A', type: 'a', url: `${ORIGIN}${FIRST}` } }),
    owner: 'templates/head/head-tags.ts',
  },
  {
    code: 'OPEN_GRAPH_URL_WRONG',
    change: article({ openGraph: { title: 'A', type: 'a', url: `${ORIGIN}/`, image: `${ORIGIN}/assets/a.png` } }),
    owner: 'templates/head/head-tags.ts',
  },
  { code: 'IMAGE_WITHOUT_SIZE', change: article({ unsizedImages: ['/assets/a.png'] }), owner: OF_ARTICLE },
  { code: 'IMAGE_WITHOUT_ALT', change: article({ unnamedImages: ['/assets/a.png'] }), owner: OF_ARTICLE },
  { code: 'JSONLD_MISSING', change: article({ structuredData: [] }), owner: 'templates/head/structured-data.ts' },
  { code: 'JSONLD_INVALID', change: fault('JSONLD_INVALID'), owner: 'templates/head/structured-data.ts' },
  { code: 'JSONLD_PROPERTY_MISSING', change: fault('JSONLD_PROPERTY_MISSING'), owner: OF_ARTICLE },
  { code: 'JSONLD_URL_RELATIVE', change: fault('JSONLD_URL_RELATIVE'), owner: 'templates/head/structured-data.ts' },
  { code: 'JSONLD_DATE_INVALID', change: fault('JSONLD_DATE_INVALID'), owner: OF_ARTICLE },
  {
    code: 'JSONLD_REFERENCE_BROKEN',
    change: fault('JSONLD_REFERENCE_BROKEN'),
    owner: 'templates/head/structured-data.ts',
  },
  { code: 'JSONLD_BREADCRUMBS', change: fault('JSONLD_BREADCRUMBS'), owner: 'templates/head/structured-data.ts' },
  { code: 'JSONLD_TYPE_RETIRED', change: fault('JSONLD_TYPE_RETIRED'), owner: 'templates/head/structured-data.ts' },
  { code: 'JSONLD_PAGE_WRONG', change: data({ pageUrl: `${ORIGIN}/` }), owner: 'templates/head/structured-data.ts' },
  { code: 'REDIRECT_LOOP', change: { exact: [{ to: '/old/?x=1' }] }, owner: OF_REDIRECT },
  {
    code: 'REDIRECT_LOOP',
    change: { exact: [{ to: '/older/' }, { from: '/older/', to: '/old/' }] },
    owner: OF_REDIRECT,
  },
  { code: 'REDIRECT_TARGET_MISSING', change: { exact: [{ to: '/nowhere/' }] }, owner: OF_REDIRECT },
  { code: 'REDIRECT_TARGET_INVALID', change: { exact: [{ to: 'javascript:alert(1)' }] }, owner: OF_REDIRECT },
  { code: 'REDIRECT_CONFLICT', change: { exact: [{}, { from: '/old', to: '/' }] }, owner: OF_REDIRECT },
  { code: 'REDIRECT_CASE_CONFLICT', change: { exact: [{}, { from: '/Old/' }] }, owner: OF_REDIRECT },
  { code: 'REDIRECT_REPLACES_PAGE', change: { exact: [{ from: FIRST }] }, owner: OF_REDIRECT },
  {
    code: 'REDIRECT_CHAIN_EMITTED',
    change: { exact: [{ to: '/older/' }, { from: '/older/', to: '/blog/' }] },
    owner: OF_REDIRECT,
  },
  { code: 'REDIRECT_PATTERN_OPEN', change: { segments: [{ to: '/:splat' }] }, owner: 'config/redirects.ts' },
  { code: 'REDIRECT_PATTERN_OPEN', change: { segments: [{ to: '//evil.example/' }] }, owner: 'config/redirects.ts' },
];

function ownerOf({ file, collection, entry, path }: ProblemPlace): string {
  if (file !== undefined) return file;
  return collection === undefined && path !== undefined ? 'its page' : `${collection} ${entry}`;
}

describe('checkSite on planted faults', () => {
  it('finds no faults on a correct site', async () => {
    expect(routes.length).toBeGreaterThan(10);
    const { findings, pages } = await checkWith();
    expect(findings).toEqual([]);
    expect(pages).toBe(routes.length);
  });

  it('plants a fault for every rule about pages', () => {
    const topics = ['links', 'alternates', 'sitemap', 'metadata', 'structured data'];
    const codes = Object.entries<Rule>(RULES).flatMap(([code, { topic }]) => (topics.includes(topic) ? [code] : []));
    // Missing files: tests/commands/check.test.ts.
    expect(codes.filter((code) => !FAULTS.some((row) => row.code === code))).toEqual(['PAGE_FILE_MISSING']);
  });

  it('names files that exist in the project', () => {
    const texts = [...Object.values<Rule>(RULES).map(({ fix }) => fix), ...FAULTS.map(({ owner }) => owner)];
    const files = texts.flatMap((text) => text.match(/(?:templates|cli|config)\/[\w/-]+(?:\.tsx?)?/g) ?? []);
    expect(files.filter((file) => !existsSync(resolve(import.meta.dirname, '../..', file)))).toEqual([]);
    expect(files.length).toBeGreaterThan(5);
  });

  it('never advises to change the program', () => {
    const fixes = Object.values<Rule>(RULES).map(({ fix }) => fix);
    expect(fixes.filter((fix) => /cli\/|templates\//.test(fix))).toEqual([]);
  });

  it.each(FAULTS.map((row, index) => [`${index + 1} ${row.code}`, row] as const))(
    'finds %s and its owner',
    async (_, row) => {
      const { findings } = await checkWith(row.change);
      const found = findings.filter(({ code }) => code === row.code);
      const owners = found.map(({ where }) => ownerOf(where));
      expect(owners).toContain(row.owner);
      expect(found.every(({ severity }) => severity === RULES[row.code].severity)).toBe(true);
      const others = new Set(findings.map(({ code }) => code).filter((code) => code !== row.code));
      expect([...others].toSorted()).toEqual([...(row.also ?? [])].toSorted());
    },
  );
});
