// Where a fault has to be fixed: one for each kind of owner, and faults that files of a build cannot show. Every rule is tried on a built
// site, with the faults in tests/acceptance/support/planted-faults.ts.

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
  { code: 'ANCHOR_DEAD', change: article({ links: ['/ua/#nowhere'] }), owner: OF_ARTICLE },
  { code: 'ASSET_DEAD', change: { fragment: { assets: ['/assets/none.png'] } }, owner: 'templates/layouts/Layout.tsx' },
  { code: 'CSS_URL_DEAD', change: { css: '@font-face{src:url("none.woff2")}' }, owner: '/assets/main.css' },
  {
    code: 'ALTERNATE_CODE_INVALID',
    change: homeAlternates([...HOME_LIST, { hreflang: 'ua', href: `${ORIGIN}/ua/` }]),
    owner: 'its page',
  },
  {
    code: 'ALTERNATE_NOINDEX',
    change: { pages: { '/ua/': { hasNoindex: true } } },
    owner: 'its page',
    also: ['ROBOTS_WRONG', 'ALTERNATE_ON_NOINDEX', 'SITEMAP_NOINDEX'],
  },
  {
    code: 'SITEMAP_NOINDEX',
    change: {
      pages: { [FIRST]: { hasNoindex: true } },
      plan: { [FIRST]: { isIndexable: false, isInSitemap: false } },
    },
    owner: 'sitemap-1.xml',
  },
  { code: 'CANONICAL_WRONG', change: article({ canonical: null }), owner: 'templates/head/head-tags.ts' },
  {
    code: 'ROBOTS_WRONG',
    change: { pages: { '/404.html': { hasNoindex: false } } },
    owner: 'templates/head/head-tags.ts',
  },
  { code: 'LANGUAGE_WRONG', change: article({ language: null }), owner: 'templates/print-document.ts' },
  { code: 'HEADING_COUNT', change: article({ headingCount: 0 }), owner: 'templates/pages/ArticlePage.tsx' },
  { code: 'TITLE_MISSING', change: { pages: { '/404.html': { title: ' ' } } }, owner: 'locales/en.json' },
  { code: 'TITLE_TWICE', change: article({ title: 'A whole title of /blog/' }), owner: 'pages Title of blog' },
  { code: 'TITLE_LONG', change: article({ title: 'Слово '.repeat(14) }), owner: OF_ARTICLE },
  { code: 'TITLE_SHORT', change: article({ title: '🦜🦜🦜🦜🦜🦜🦜🦜🦜' }), owner: OF_ARTICLE },
  { code: 'ID_TWICE', change: article({ ids: ['main', 'c-menu'] }), owner: OF_ARTICLE },
  {
    code: 'PAGE_ORPHAN',
    change: { fragment: { links: routes.map(({ path }) => encodeURI(path)).filter((path) => path !== FIRST) } },
    owner: OF_ARTICLE,
  },
  { code: 'IMAGE_WITHOUT_ALT', change: article({ unnamedImages: ['/assets/a.png'] }), owner: OF_ARTICLE },
  { code: 'JSONLD_MISSING', change: article({ structuredData: [] }), owner: 'templates/head/structured-data.ts' },
  { code: 'JSONLD_DATE_INVALID', change: fault('JSONLD_DATE_INVALID'), owner: OF_ARTICLE },
  { code: 'REDIRECT_PATTERN_OPEN', change: { exact: [{ to: '/:splat' }] }, owner: OF_REDIRECT },
  { code: 'REDIRECT_PATTERN_OPEN', change: { segments: [{ to: '//evil.example/' }] }, owner: 'config/redirects.ts' },
];

function ownerOf({ file, collection, entry, path }: ProblemPlace): string {
  if (file !== undefined) return file;
  return collection === undefined && path !== undefined ? 'its page' : `${collection} ${entry}`;
}

describe('checkSite', () => {
  it('finds no faults on a correct site', async () => {
    expect(routes.length).toBeGreaterThan(10);
    const { findings, pages } = await checkWith();
    expect(findings).toEqual([]);
    expect(pages).toBe(routes.length);
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

  it('names each of several canonical addresses once', async () => {
    const other = 'https://a.example/';
    const { findings } = await checkWith(article({ otherCanonicals: [other, `${ORIGIN}${FIRST}`, other] }));
    expect(findings.filter(({ code }) => code === 'CANONICAL_TWICE').map(({ what }) => what)).toEqual([
      `The page names ${other} and ${ORIGIN}${FIRST}.`,
    ]);
  });

  it('names no field where the page does not tell which one it is', async () => {
    const changed = {
      unnamedImages: ['/a.png'],
      unsizedImages: ['/a.png'],
      ids: ['main', 'c-menu'],
      assets: ['http://b.example/c.js'],
    };
    const { findings } = await checkWith(article(changed));
    expect(findings.map(({ code, where }) => `${code} ${where.field}`).toSorted()).toEqual(
      ['ID_TWICE', 'IMAGE_WITHOUT_ALT', 'IMAGE_WITHOUT_SIZE', 'MIXED_CONTENT'].map((code) => `${code} undefined`),
    );
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
