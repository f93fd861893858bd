// Which routes are the same page in another language. Guarantee: alternates are reciprocal, list the page
// itself, and name only routes that exist and may be indexed.

import { localeRow } from '../../config/locales.ts';
import { PAGES, type PageRow } from '../../config/pages.ts';
import { urlOf } from '../paths/site-path.ts';
import type { Alternate, PageRoute } from './route-plan.ts';

const ruleByPage = new Map<string, PageRow['alternates']>(PAGES.map((row) => [row.page, row.alternates]));

/** Of a page alone: one list for all of them. */
export const NO_ALTERNATES: readonly Alternate[] = [];

/** Fills in the hreflang links of routes that have none yet (decisions, "Alternates"). A page alone in its cluster has none. */
export function planAlternates(routes: readonly PageRoute[], origin: string): readonly PageRoute[] {
  const clusters = routes.map(clusterOf);
  const membersByCluster = Map.groupBy(routes, (_, index) => clusters[index] ?? null);
  const alternatesByCluster = new Map<string, readonly Alternate[]>();
  for (const [cluster, members] of membersByCluster)
    if (cluster !== null && members.length > 1) alternatesByCluster.set(cluster, createAlternates(members, origin));
  return routes.map((route, index) => {
    const alternates = alternatesByCluster.get(clusters[index] ?? '');
    return alternates === undefined ? route : { ...route, alternates };
  });
}

/** What a route shares with its counterparts; null where its kind has no alternates. */
function clusterOf(route: PageRoute): string | null {
  if (!route.isIndexable || route.kind === 'list-page') return null;
  const rule = ruleByPage.get(route.page) ?? 'none';
  if (rule === 'none') return null;
  if (rule === 'same-page') return route.page;
  return route.source.kind === 'entry' ? `${route.page} ${route.source.row.slug}` : null;
}

/** Hrefs are the routes' own canonical URLs: what may be indexed has one. */
function createAlternates(members: readonly PageRoute[], origin: string): readonly Alternate[] {
  const createAlternate = (hreflang: string, { path }: PageRoute) => ({ hreflang, href: urlOf(origin, path) });
  const alternates = members.flatMap((route) => hreflangOf(route).map((hreflang) => createAlternate(hreflang, route)));
  const english = members.find(({ locale }) => locale === 'en');
  return english === undefined ? alternates : [...alternates, createAlternate('x-default', english)];
}

/** The locale's values, or the entry's own language where it differs. */
function hreflangOf(route: PageRoute): readonly string[] {
  const row = localeRow(route.locale);
  return route.languageTag === row.languageTag ? row.hreflang : [route.languageTag];
}
