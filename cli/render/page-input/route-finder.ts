// Finds routes by what they show.

import type { PageRoute } from '../../plan/route-plan.ts';

/** Finds routes. */
export interface RouteFinder {
  readonly findPage: (page: string, locale: string) => PageRoute | null;
  /** The page of a list with a number, from 1. */
  readonly findListPage: (page: string, locale: string, number: number) => PageRoute | null;
  /** The page of an entry. */
  readonly findDetail: (page: string, locale: string, slug: string) => PageRoute | null;
  /** The pages of an entry in all languages, by the id of the original entry. */
  readonly findLocalisations: (page: string, originId: string) => readonly PageRoute[];
}

/** Indexes the routes of a plan. */
export function createRouteFinder(routes: readonly PageRoute[]): RouteFinder {
  const pages = new Map<string, PageRoute>();
  const lists = new Map<string, PageRoute>();
  const details = new Map<string, PageRoute>();
  const localisations = new Map<string, PageRoute[]>();
  for (const route of routes) {
    const { page, locale, kind, source } = route;
    if (kind === 'page') {
      pages.set(`${locale} ${page}`, route);
      lists.set(`${locale} ${page} 1`, route);
    }
    if (source.kind === 'list') lists.set(`${locale} ${page} ${source.pageNumber}`, route);
    if (kind !== 'detail' || source.kind !== 'entry') continue;
    details.set(`${locale} ${page} ${source.row.slug}`, route);
    const origin = `${page} ${source.row.originId ?? source.row.id}`;
    const found = localisations.get(origin);
    if (found === undefined) localisations.set(origin, [route]);
    else found.push(route);
  }
  return {
    findPage: (page, locale) => pages.get(`${locale} ${page}`) ?? null,
    findListPage: (page, locale, number) => lists.get(`${locale} ${page} ${number}`) ?? null,
    findDetail: (page, locale, slug) => details.get(`${locale} ${page} ${slug}`) ?? null,
    findLocalisations: (page, originId) => localisations.get(`${page} ${originId}`) ?? [],
  };
}
