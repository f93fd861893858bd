// Creates the cards of entries that have a page.

import type { CardInput } from '../../../templates/page-input.ts';
import type { IndexRow } from '../../content/snapshot/content-snapshot.ts';
import { hrefOf } from '../../paths/site-path.ts';
import { readCard } from '../../plan/site-model.ts';
import { createImage } from './block-inputs.ts';
import type { LocaleContext, PageContext } from './locale-context.ts';

type Cards = readonly CardInput[];

/** The card of an entry; none if a redirect replaces its route. `page` is the page of its collection: `blog-slug`. */
export function createCard(context: LocaleContext, page: string, row: IndexRow): Cards {
  const known = context.cards.get(row);
  if (known !== undefined) return known;
  const cards = makeCard(context, page, row);
  context.cards.set(row, cards);
  return cards;
}

/** The cards that a page shows. */
export function createCards(
  context: PageContext,
  page: string,
  rows: readonly IndexRow[],
  as: 'card' | 'related' | 'neighbour' = 'card',
): Cards {
  return rows.flatMap((row) => {
    context.notes.show(as, row.collection, [row]);
    return createCard(context, page, row);
  });
}

function makeCard(context: LocaleContext, page: string, row: IndexRow): Cards {
  const route = context.routes.findDetail(page, context.row.locale, row.slug);
  if (route === null) return [];
  const { description, image, fields } = readCard(context.model.snapshot, row);
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
      ...(row.collection === 'webinars'
        ? { startsAt: context.eventMoment(row.eventDate, row.eventTimeZone), isCurrent: row.isCurrent }
        : {}),
      fields,
    },
  ];
}
