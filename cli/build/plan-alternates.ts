// Which routes are the same page in another language. Relied on afterwards: alternates are reciprocal, list the page
// itself, and name only routes that exist and may be indexed.

import { localeRow } from '../../config/locales.ts';
import { PAGES } from '../../config/pages.ts';
import type { Alternate, PageRoute } from './route-plan.ts';

const ruleByPage = new Map(PAGES.map((row) => [row.page, row.alternates]));

/** Fills in the hreflang links of every route (decisions, "Alternates"). A page alone in its cluster has none. */
export function planAlternates(routes: readonly PageRoute[]): readonly PageRoute[] {
  const clusters = Map.groupBy(routes, clusterOf);
  const alternatesByCluster = new Map(
    [...clusters].flatMap(([cluster, members]) =>
      cluster === null || members.length < 2 ? [] : [[cluster, createAlternates(members)] as const],
    ),
  );
  return routes.map((route) => ({ ...route, alternates: alternatesByCluster.get(clusterOf(route) ?? '') ?? [] }));
}

/** What a route shares with its counterparts; null where its kind has no alternates. */
function clusterOf(route: PageRoute): string | null {
  if (!route.isIndexable || route.kind === 'list-page') return null;
  const rule = ruleByPage.get(route.page) ?? 'none';
  if (rule === 'none') return null;
  if (rule === 'same-page') return route.page;
  return route.source.kind === 'entry' ? `${route.page} ${route.source.row.slug}` : null;
}

/** Hrefs are the routes' own canonical URLs, so that none stands twice in memory: what may be indexed has one. */
function createAlternates(members: readonly PageRoute[]): readonly Alternate[] {
  const alternates = members.flatMap((route) => hreflangOf(route).map((hreflang) => createAlternate(hreflang, route)));
  const english = members.find(({ locale }) => locale === 'en');
  return english === undefined ? alternates : [...alternates, createAlternate('x-default', english)];
}

function createAlternate(hreflang: string, { canonical, path }: PageRoute): Alternate {
  if (canonical === null) throw new Error(`The route ${path} has no canonical URL and cannot be an alternate.`);
  return { hreflang, href: canonical };
}

/** The locale's values, or the entry's own language where it differs. */
function hreflangOf(route: PageRoute): readonly string[] {
  const row = localeRow(route.locale);
  return route.languageTag === row.languageTag ? row.hreflang : [route.languageTag];
}
