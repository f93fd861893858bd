// Finds routes by what they show, and records each lookup as a read.

import type { PageRoute } from '../../plan/route-plan.ts';
import type { ReadRecorder } from './read-recorder.ts';

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
export function createRouteFinder(routes: readonly PageRoute[], reads: ReadRecorder): RouteFinder {
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
    findPage: (page, locale) => {
      const key = `${locale} ${page}`;
      reads.add('page', key);
      return pages.get(key) ?? null;
    },
    findListPage: (page, locale, number) => {
      const key = `${locale} ${page} ${number}`;
      reads.add('list-page', key);
      return lists.get(key) ?? null;
    },
    findDetail: (page, locale, slug) => {
      const key = `${locale} ${page} ${slug}`;
      reads.add('detail', key);
      return details.get(key) ?? null;
    },
    findLocalisations: (page, originId) => {
      const key = `${page} ${originId}`;
      reads.add('localisations', key);
      return localisations.get(key) ?? [];
    },
  };
}
