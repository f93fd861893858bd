// Finds routes that are the same page in another language. Alternates are reciprocal, include the page itself, and are existing,
// indexable routes.

import { localeRow } from '../../config/locales.ts';
import { PAGES, type PageRow } from '../../config/pages.ts';
import type { Problem } from '../errors.ts';
import { urlOf } from '../paths/site-path.ts';
import { type Alternate, type PageRoute, placeOfRoute, type RoutePlan } from './route-plan.ts';

const ruleByPage = new Map<string, PageRow['alternates']>(PAGES.map((row) => [row.page, row.alternates]));

/** Shared by all pages without alternates. */
export const NO_ALTERNATES: readonly Alternate[] = [];

/**
 * Adds hreflang links to routes (decisions, "Alternates"). A page without counterparts gets none, and one that was left out a warning.
 */
export function planAlternates(routes: readonly PageRoute[], origin: string): Pick<RoutePlan, 'routes' | 'problems'> {
  const clusters = routes.map(clusterOf);
  const membersByCluster = Map.groupBy(routes, (_, index) => clusters[index] ?? null);
  const alternatesByCluster = new Map<string, readonly Alternate[]>();
  const holderOf = new Map<PageRoute, PageRoute>();
  for (const [cluster, members] of membersByCluster) {
    if (cluster === null || members.length < 2) continue;
    const own = findRepeated(members);
    for (const [route, holder] of own) holderOf.set(route, holder);
    const kept = own.size === 0 ? members : members.filter((route) => !own.has(route));
    if (kept.length > 1) alternatesByCluster.set(cluster, createAlternates(kept, origin));
  }
  return {
    routes: routes.map((route, index) => {
      const alternates = holderOf.has(route) ? undefined : alternatesByCluster.get(clusters[index] ?? '');
      return alternates === undefined ? route : { ...route, alternates };
    }),
    problems: [...holderOf].map(([route, holder]) => repeatedLanguage(route, holder)),
  };
}

/** Pages with the language of another page, which the value is. The language of a locale wins over that of an entry. */
function findRepeated(members: readonly PageRoute[]): ReadonlyMap<PageRoute, PageRoute> {
  const others = members.filter(hasOwnLanguage);
  if (others.length === 0) return new Map();
  const holders = new Map<string, PageRoute>();
  const repeated = new Map<PageRoute, PageRoute>();
  for (const route of [...members.filter((member) => !hasOwnLanguage(member)), ...others]) {
    const codes = hreflangOf(route).map((code) => code.toLowerCase());
    const holder = codes.map((code) => holders.get(code)).find((found) => found !== undefined);
    if (holder !== undefined) repeated.set(route, holder);
    else for (const code of codes) holders.set(code, route);
  }
  return repeated;
}

function repeatedLanguage(route: PageRoute, holder: PageRoute): Problem {
  return {
    code: 'ALTERNATE_CODE_TWICE',
    severity: 'warning',
    where: { ...placeOfRoute(route), field: 'language' },
    what: `The page has the language "${route.languageTag}", which ${holder.path} has too. The links between the translations (hreflang) were made without it.`,
    fix: 'Correct the language of one of the two entries, publish, and build again.',
  };
}

/** Equal for counterparts; null for routes without alternates. */
function clusterOf(route: PageRoute): string | null {
  if (!route.isIndexable || route.kind === 'list-page') return null;
  const rule = ruleByPage.get(route.page) ?? 'none';
  if (rule === 'none') return null;
  if (rule === 'same-page') return route.page;
  return route.entry === null ? null : `${route.page} ${route.entry.slug}`;
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
  return hasOwnLanguage(route) ? [route.languageTag] : localeRow(route.locale).hreflang;
}

/** Whether the entry sets another language than the locale has. */
function hasOwnLanguage({ locale, languageTag }: PageRoute): boolean {
  return languageTag !== localeRow(locale).languageTag;
}
