// Finds routes by what they show.

import type { PageRoute } from '../../plan/route-plan.ts';

/** The routes of a plan. */
export class RouteFinder {
  readonly #pages = new Map<string, PageRoute>();
  readonly #details = new Map<string, PageRoute>();
  readonly #localisations: ReadonlyMap<string, readonly PageRoute[]>;

  constructor(routes: readonly PageRoute[]) {
    for (const route of routes) {
      const { page, locale, kind, entry, pageNumber } = route;
      if (kind === 'detail') this.#details.set(`${locale} ${page} ${entry?.slug}`, route);
      else if (kind !== 'error') this.#pages.set(`${locale} ${page} ${pageNumber}`, route);
    }
    const details = routes.filter(({ kind }) => kind === 'detail');
    this.#localisations = Map.groupBy(details, ({ page, entry }) => `${page} ${entry?.originId ?? entry?.id}`);
  }

  /** A page, or a further one of a list. */
  findPage(page: string, locale: string, number = 1): PageRoute | null {
    return this.#pages.get(`${locale} ${page} ${number}`) ?? null;
  }

  /** The page of an entry. */
  findDetail(page: string, locale: string, slug: string): PageRoute | null {
    return this.#details.get(`${locale} ${page} ${slug}`) ?? null;
  }

  /** The pages of an entry in all languages, by the id of the original entry. */
  findLocalisations(page: string, originId: string): readonly PageRoute[] {
    return this.#localisations.get(`${page} ${originId}`) ?? [];
  }
}
