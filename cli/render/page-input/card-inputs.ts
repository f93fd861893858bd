// Creates the cards of entries that have a page.

import { LRUCache } from 'lru-cache';
import type { CardInput } from '../../../templates/page-input.ts';
import type { IndexRow } from '../../content/snapshot/content-snapshot.ts';
import { hrefOf } from '../../paths/site-path.ts';
import { createImage } from './block-inputs.ts';
import type { LocaleContext } from './locale-context.ts';

type Cards = readonly CardInput[];

/** Cards are cached because many pages show the same ones. */
interface CardCache {
  readonly byRow: LRUCache<IndexRow, Cards>;
  /** Pages with the same related entries get the same list object. */
  readonly byRelatedRows: WeakMap<readonly IndexRow[], Cards>;
}

const CARDS_CACHED = 1000;
const caches = new WeakMap<LocaleContext, CardCache>();

function cacheOf(context: LocaleContext): CardCache {
  const cache = caches.get(context) ?? { byRow: new LRUCache({ max: CARDS_CACHED }), byRelatedRows: new WeakMap() };
  caches.set(context, cache);
  return cache;
}

/** The card of an entry; none if a redirect replaces its route. `page` is the page of its collection: `blog-slug`. */
export function createCard(context: LocaleContext, page: string, row: IndexRow): Cards {
  const { byRow } = cacheOf(context);
  return context.reads.group('card', `${page} ${row.id}`, () => {
    const cards = byRow.get(row) ?? makeCard(context, page, row);
    byRow.set(row, cards);
    return cards;
  });
}

/** The cards of related entries. */
export function createRelatedCards(context: LocaleContext, page: string, rows: readonly IndexRow[]): Cards {
  const { byRelatedRows } = cacheOf(context);
  // Also if the list is cached, because the page reads every card.
  const cards = rows.flatMap((row) => createCard(context, page, row));
  const known = byRelatedRows.get(rows) ?? cards;
  byRelatedRows.set(rows, known);
  return known;
}

function makeCard(context: LocaleContext, page: string, row: IndexRow): Cards {
  const route = context.routes.findDetail(page, context.row.locale, row.slug);
  if (route === null) return [];
  const { description, image, fields } = row.card;
  return [
    {
      slug: row.slug,
      title: row.title,
      href: hrefOf(route.path),
      description,
      image: image === null ? null : createImage(context, image),
      date: context.localMoment(row.date),
      categories: row.categories.map(({ slug, title }) => ({ slug, title })),
      languageTag: route.languageTag,
      ...(row.collection === 'webinars' ? { startsAt: context.eventMoment(row.eventDate, row.eventTimeZone) } : {}),
      fields,
    },
  ];
}
