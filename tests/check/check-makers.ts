// A small site past the checks: a plan of three locales whose every page is right, with records in two files, and with a
// few changes.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { openSegment } from '../../cli/cache/record-segments.ts';
import { type BriefShelf, createBriefPacker, createBriefShelf } from '../../cli/check/briefs/packed-briefs.ts';
import { createBriefMaker } from '../../cli/check/briefs/page-brief.ts';
import { readPages } from '../../cli/check/briefs/read-pages.ts';
import type { CheckInput, CheckRoute } from '../../cli/check/check-input.ts';
import { type CheckContext, type CheckResult, checkSite } from '../../cli/check/check-site.ts';
import type { SiteChecks } from '../../cli/check/kept-checks.ts';
import type { RuleSeverities } from '../../cli/check/rules/rules.ts';
import { type FragmentFacts, type PageFacts, parsePageFacts } from '../../cli/facts/page-facts.ts';
import { canonicalOf } from '../../cli/paths/site-path.ts';
import { planRoutes } from '../../cli/plan/plan-routes.ts';
import type { ExactRedirect, RedirectRules, SegmentRule } from '../../cli/plan/redirects/redirect-rules.ts';
import { modelWith, rowWith } from '../makers.ts';

export const ORIGIN = 'https://www.example.com';
/** The site's files, besides its pages. */
export const FILES: readonly string[] = ['/assets/main.css', '/assets/a.png', '/blog/feed.xml'];

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
/** Every page of the small site. */
export const routes: readonly CheckRoute[] = planRoutes(model, { redirectEntries: [] }).routes;
const NO_FACTS = parsePageFacts('');
const GOOD_DATA = { urls: [], pageUrl: null, faults: [] };

/** The facts of a page that is right, from its route. */
function rightFacts(route: CheckRoute): PageFacts {
  const { path, alternates, isIndexable, languageTag } = route;
  const canonical = canonicalOf(ORIGIN, route);
  const url = canonical ?? `${ORIGIN}/`;
  return {
    ...NO_FACTS,
    title: `A whole title of ${path}`,
    description: `A description of ${path} that is long enough.`,
    language: languageTag,
    canonical,
    alternates,
    links: ['/', '/blog/', '/blog/feed.xml', 'mailto:a@example.com', 'https://other.example/nowhere/'],
    assets: ['/assets/main.css'],
    ids: ['main'],
    headingCount: 1,
    hasNoindex: !isIndexable,
    openGraph: {
      title: 'A',
      type: 'website',
      image: `${ORIGIN}/assets/a.png`,
      ...(canonical === null ? {} : { url }),
    },
    structuredData: [{ ...GOOD_DATA, pageUrl: canonical, urls: canonical === null ? [] : [url] }],
  };
}

/** What differs from the site that is right. */
export interface Change {
  /** Facts of pages by path. */
  readonly pages?: Readonly<Record<string, Partial<PageFacts>>>;
  /** Facts of header and footer. */
  readonly fragment?: Partial<PageFacts>;
  /** Plans of pages by path. */
  readonly plan?: Readonly<Record<string, Partial<CheckRoute>>>;
  /** Paths of pages that were not taken over from the last build. */
  readonly rendered?: readonly string[];
  /** Locales whose pages are rendered. */
  readonly locales?: readonly string[];
  readonly exact?: readonly Partial<ExactRedirect>[];
  readonly segments?: readonly Partial<SegmentRule>[];
  readonly css?: string;
  /** Stand in place of {@link FILES}. */
  readonly files?: readonly string[];
  /** Stands where each page's brief was. */
  readonly brief?: string;
  /** Whether briefs of rendered pages come as threads pack them, one for each half of these, that of the last half first. */
  readonly isPacked?: boolean;
  /** Changes the addresses of the sitemap. */
  readonly sitemap?: (urls: readonly string[]) => readonly string[];
  readonly severities?: RuleSeverities;
  readonly context?: Partial<CheckContext>;
}

const SOURCE = { kind: 'content', site: 'en', entryId: 'r1', editUrl: 'https://cms.example.com/r1' } as const;

/** Links of header and footer, which reach every page. */
const EVERYWHERE = routes.filter(({ kind }) => kind !== 'error').map(({ path }) => encodeURI(path));

/**
 * Checks the site with a change: page by page, by the briefs of pages, by those that threads packed, and by what the last
 * build found out about them, which must say the same.
 */
export async function checkWith(change: Change = {}): Promise<CheckResult> {
  const inBrief = await checkRecords(change);
  const result = await checkRecords({ ...change, brief: 'null' });
  const inNumbers = await checkRecords({ ...change, isPacked: true });
  expect([inBrief, inNumbers]).toEqual([result, result]);
  const last = await checkAfter(change, {});
  const again = await checkAfter(change, { last: last.checks });
  expect([last, again].map((found) => ({ ...found, checks: null }))).toEqual([result, result]);
  return result;
}

/** Checks the site with a change as a build that took most of its pages over from another one. */
export async function checkAfter(
  change: Change,
  { last = null, ...taken }: Pick<Change, 'rendered'> & { readonly last?: SiteChecks | null },
): Promise<CheckResult> {
  const rest = [JSON.stringify(rulesOf(change)), ...(change.files ?? FILES)];
  return checkRecords({
    ...change,
    ...taken,
    context: { ...change.context, lastChecks: { rest, last } },
  });
}

/** A page with what it says. */
interface TestPage {
  readonly path: string;
  readonly facts: PageFacts;
}

/** As a build leaves them: rows that name the places of records and briefs. */
function writeRows(
  file: string,
  pages: readonly TestPage[],
  { fragment, brief, rendered = [] }: Pick<Change, 'brief' | 'rendered'> & { readonly fragment: PageFacts },
): void {
  const createBrief = createBriefMaker();
  const segment = openSegment({ dir: dirname(file), name: `${basename(file, '.ndjson')}-segment.ndjson` });
  const places = segment.append(
    pages.map(({ path, facts }) => ({
      record: '{}',
      brief: brief ?? JSON.stringify(createBrief({ path, origin: ORIGIN, facts, fragment })?.brief ?? null),
    })),
  );
  segment.close();
  const rows = pages.map(({ path }, index) => {
    const isReused = !rendered.includes(path);
    return `${JSON.stringify({ path, chrome: 'default', isReused, at: places[index] })}\n`;
  });
  writeFileSync(file, rows.join(''));
}

/** As two threads hand them over. */
function packBriefs(
  planned: readonly CheckRoute[],
  pages: readonly TestPage[],
  fragment: PageFacts,
): BriefShelf['find'] {
  const { put, find } = createBriefShelf(planned.length);
  const paths = planned.map(({ path }) => path);
  const half = Math.ceil(pages.length / 2);
  for (const part of [pages.slice(half), pages.slice(0, half)]) {
    const { add, numberOf, take } = createBriefPacker(paths.join('\n'));
    const createBrief = createBriefMaker(numberOf);
    for (const { path, facts } of part) add(createBrief({ path, origin: ORIGIN, facts, fragment }));
    put(
      part.map(({ path }) => paths.indexOf(path)),
      take(),
    );
  }
  return find;
}

async function checkRecords(change: Change): Promise<CheckResult> {
  const folder = mkdtempSync(join(tmpdir(), 'sitegen-records-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const planned = routes.map((route) => ({ ...route, ...change.plan?.[route.path] }));
  const rendered = planned.filter(({ locale }) => (change.locales ?? ['en', 'ua', 'kz']).includes(locale));
  const fragment: FragmentFacts = {
    ...NO_FACTS,
    links: [...EVERYWHERE, '#main'],
    ids: ['c-menu'],
    ...change.fragment,
    lengths: [0, 0, 0],
  };
  const pages = rendered.map((route) => ({
    path: route.path,
    facts: { ...rightFacts(route), ...change.pages?.[route.path] },
  }));
  const isRendered = ({ path }: TestPage) => change.rendered?.includes(path) ?? true;
  const recordFiles = [pages.slice(0, 2), pages.slice(2)].map((part, index) => {
    const file = join(folder, `${index}.ndjson`);
    writeRows(file, part, { ...change, fragment });
    return file;
  });
  const sitemap = routes.flatMap((route) => (route.isInSitemap ? [canonicalOf(ORIGIN, route) ?? ''] : []));
  const input: CheckInput = {
    origin: ORIGIN,
    routes: planned,
    listPages: () => readPages(recordFiles),
    fragmentFacts: new Map([['default', fragment]]),
    editedFiles: new Set(),
    readFacts: (path) => pages.find((page) => page.path === path)?.facts ?? null,
    hasFile: (path) => (change.files ?? FILES).includes(path),
    stylesheets: [{ path: '/assets/main.css', text: change.css ?? 'body{background:url(a.png)}' }],
    sitemapUrls: change.sitemap?.(sitemap) ?? sitemap,
    redirects: rulesOf(change),
    severities: change.severities ?? {},
  };
  return checkSite(input, {
    content: null,
    scope: 'all',
    onExternal: null,
    findBrief: change.isPacked === true ? packBriefs(planned, pages.filter(isRendered), fragment) : () => null,
    lastChecks: null,
    ...change.context,
  });
}

function rulesOf({ exact = [], segments = [] }: Change): RedirectRules {
  const common = { status: 301, locale: 'en', to: '/blog/', source: SOURCE } as const;
  return {
    root: null,
    exact: exact
      .map((rule): ExactRedirect => ({ kind: 'exact', from: '/old/', ...common, ...rule }))
      .toSorted((a, b) => (a.from < b.from ? -1 : 1)),
    segments: segments.map(
      (rule): SegmentRule => ({
        kind: 'segment',
        prefix: '',
        segment: 'old-program',
        ...common,
        source: { kind: 'segment', segment: 'old-program' },
        ...rule,
      }),
    ),
  };
}
