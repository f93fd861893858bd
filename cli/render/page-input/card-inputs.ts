// Cards of entries with a page of their own.

import { LRUCache } from 'lru-cache';
import type { CardInput, EventCardInput } from '../../../templates/page-input.ts';
import type { IndexRow } from '../../content/snapshot/content-snapshot.ts';
import { hrefOf } from '../../paths/site-path.ts';
import { createImage } from './block-inputs.ts';
import type { LocaleContext } from './locale-context.ts';

/** The same cards are on many pages. */
const CARDS_CACHED = 1000;
const cacheByContext = new WeakMap<LocaleContext, LRUCache<IndexRow, CachedCards>>();

/** Many entries show the same list of related ones. */
const relatedByContext = new WeakMap<LocaleContext, WeakMap<readonly IndexRow[], readonly CardInput[]>>();

interface CachedCards {
  readonly page: string;
  readonly cards: readonly CardInput[];
}

/** A card of an entry; none where it has no route (a redirect stands in its place). */
export function createCard(context: LocaleContext, page: string, row: IndexRow): readonly CardInput[] {
  context.reads.note('card', `${page} ${row.id}`);
  const cached = cacheByContext.get(context) ?? new LRUCache<IndexRow, CachedCards>({ max: CARDS_CACHED });
  cacheByContext.set(context, cached);
  const known = cached.get(row);
  if (known?.page === page) return known.cards;
  const cards = context.reads.asOneRead('card', `${page} ${row.id}`, () => makeCard(context, page, row));
  cached.set(row, { page, cards });
  return cards;
}

/** Cards of the entries beside one: the same list for the same rows. */
export function createRelatedCards(
  context: LocaleContext,
  page: string,
  rows: readonly IndexRow[],
): readonly CardInput[] {
  const related = relatedByContext.get(context) ?? new WeakMap<readonly IndexRow[], readonly CardInput[]>();
  relatedByContext.set(context, related);
  // Each card is a read of every page that shows it.
  const cards = rows.flatMap((row) => createCard(context, page, row));
  const known = related.get(rows) ?? cards;
  related.set(rows, known);
  return known;
}

function makeCard(context: LocaleContext, page: string, row: IndexRow): readonly CardInput[] {
  const route = context.routes.findDetail(page, context.row.locale, row.slug);
  if (route === null) return [];
  const { description, image } = row.card;
  return [
    {
      title: row.title,
      href: hrefOf(route.path),
      description,
      image: image === null ? null : createImage(context, image),
      date: context.localMoment(row.date),
      categories: row.categories.map(({ slug, title }) => ({ slug, title })),
      languageTag: route.languageTag,
    },
  ];
}

/** A card of a webinar, with its start. */
export function createEventCard(context: LocaleContext, row: IndexRow): readonly EventCardInput[] {
  return createCard(context, 'webinars-slug', row).map((card) => ({
    ...card,
    startsAt: context.eventMoment(row.eventDate, row.eventTimeZone),
    durationMinutes: row.durationMinutes,
  }));
}
