// Finds routes that are the same page in another language. Alternates are reciprocal, include the page itself, and are existing,
// indexable routes.

import { localeRow } from '../../config/locales.ts';
import { PAGES, type PageRow } from '../../config/pages.ts';
import { urlOf } from '../paths/site-path.ts';
import type { Alternate, PageRoute } from './route-plan.ts';

const ruleByPage = new Map<string, PageRow['alternates']>(PAGES.map((row) => [row.page, row.alternates]));

/** Shared by all pages without alternates. */
export const NO_ALTERNATES: readonly Alternate[] = [];

/** Adds hreflang links to routes (decisions, "Alternates"). A page without counterparts gets none. */
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

/** Equal for counterparts; null for routes without alternates. */
function clusterOf(route: PageRoute): string | null {
  if (!route.isIndexable || route.kind === 'list-page') return null;
  const rule = ruleByPage.get(route.page) ?? 'none';
  if (rule === 'none') return null;
  if (rule === 'same-page') return route.page;
  return route.source.kind === 'entry' ? `${route.page} ${route.source.row.slug}` : null;
}

/** The hrefs are the canonical URLs of the routes. */
function createAlternates(members: readonly PageRoute[], origin: string): readonly Alternate[] {
  const createAlternate = (hreflang: string, { path }: PageRoute) => ({ hreflang, href: urlOf(origin, path) });
  const alternates = members.flatMap((route) => hreflangOf(route).map((hreflang) => createAlternate(hreflang, route)));
  const english = members.find(({ locale }) => locale === 'en');
  return english === undefined ? alternates : [...alternates, createAlternate('x-default', english)];
}

/** The values of the locale, or the language of the entry if it differs. */
function hreflangOf(route: PageRoute): readonly string[] {
  const row = localeRow(route.locale);
  return route.languageTag === row.languageTag ? row.hreflang : [route.languageTag];
}
