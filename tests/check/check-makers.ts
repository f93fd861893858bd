// Checks a small site of three locales: without faults, or with a few changes.

import type { CheckInput, CheckRoute } from '../../cli/check/check-input.ts';
import { type CheckOptions, type CheckResult, checkSite } from '../../cli/check/check-site.ts';
import type { RuleSeverities } from '../../cli/check/rules/rules.ts';
import { NO_FACTS, type PageFacts } from '../../cli/facts/page-facts.ts';
import { toSitePath } from '../../cli/files/brands.ts';
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
const GOOD_DATA = { urls: [], pageUrl: null, faults: [] };

/** The facts of a page without faults. */
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

/** Changes of the correct site. */
export interface Change {
  /** Facts of pages by path. */
  readonly pages?: Readonly<Record<string, Partial<PageFacts>>>;
  /** Facts of header and footer. */
  readonly fragment?: Partial<PageFacts>;
  /** Plans of pages by path. */
  readonly plan?: Readonly<Record<string, Partial<CheckRoute>>>;
  /** Locales whose pages are rendered. */
  readonly locales?: readonly string[];
  readonly exact?: readonly Partial<ExactRedirect>[];
  readonly segments?: readonly Partial<SegmentRule>[];
  readonly css?: string;
  /** Replaces {@link FILES}. */
  readonly files?: readonly string[];
  /** Changes the addresses of the sitemap. */
  readonly sitemap?: (urls: readonly string[]) => readonly string[];
  readonly severities?: RuleSeverities;
  readonly context?: Partial<CheckOptions>;
}

const SOURCE = { kind: 'content', site: 'en', entryId: 'r1', editUrl: 'https://cms.example.com/r1' } as const;

/** Links of header and footer, which reach every page. */
const EVERYWHERE = routes.filter(({ kind }) => kind !== 'error').map(({ path }) => encodeURI(path));

/** Checks the site with a change. */
export function checkWith(change: Change = {}): CheckResult {
  const planned = routes.map((route) => ({ ...route, ...change.plan?.[route.path] }));
  const rendered = planned.filter(({ locale }) => (change.locales ?? ['en', 'ua', 'kz']).includes(locale));
  const fragment = { ...NO_FACTS, links: [...EVERYWHERE, '#main'], ids: ['c-menu'], ...change.fragment };
  const pages = rendered.map((route) => ({
    path: route.path,
    chrome: 'default',
    facts: { ...rightFacts(route), ...change.pages?.[route.path] },
  }));
  const sitemap = routes.flatMap((route) => (route.isInSitemap ? [canonicalOf(ORIGIN, route) ?? ''] : []));
  const input: CheckInput = {
    origin: ORIGIN,
    routes: planned,
    readPages: (paths) => pages.filter(({ path }) => paths?.has(path) !== false),
    fragmentFacts: new Map([['default', fragment]]),
    editedFiles: new Set(),
    hasFile: (path) => (change.files ?? FILES).includes(path),
    stylesheets: [{ path: toSitePath('/assets/main.css'), text: change.css ?? 'body{background:url(a.png)}' }],
    sitemap: (change.sitemap?.(sitemap) ?? sitemap).map((url) => ({ url, file: 'sitemap-1.xml' })),
    redirects: rulesOf(change),
    severities: change.severities ?? {},
  };
  return checkSite(input, {
    content: null,
    scope: 'all',
    ...change.context,
  });
}

function rulesOf({ exact = [], segments = [] }: Change): RedirectRules {
  const common = { status: 301, locale: 'en', to: '/blog/', source: SOURCE } as const;
  return {
    exact: exact
      .map((rule): ExactRedirect => ({ from: toSitePath('/old/'), ...common, ...rule }))
      .toSorted((a, b) => (a.from < b.from ? -1 : 1)),
    segments: segments.map(
      (rule): SegmentRule => ({
        prefix: '',
        segment: 'old-program',
        ...common,
        source: { kind: 'segment', segment: 'old-program' },
        ...rule,
      }),
    ),
  };
}
