// Cards of entries with a page of their own.

import type { CardInput, EventCardInput } from '../../../templates/page-input.ts';
import type { IndexRow } from '../../content/content-snapshot.ts';
import { hrefOf } from '../site-path.ts';
import { createImage } from './block-inputs.ts';
import type { LocaleContext } from './locale-context.ts';

/** A card of an entry; none where it has no route (a redirect stands in its place). */
export function createCard(context: LocaleContext, page: string, row: IndexRow): readonly CardInput[] {
  const route = context.routes.findDetail(page, context.locale.row.locale, row.slug);
  if (route === null) return [];
  return [
    {
      title: row.title,
      href: hrefOf(route.path),
      description: row.description,
      image: row.image === null ? null : createImage(context, row.image),
      date: row.date,
      categories: row.categories.map(({ slug, title }) => ({ slug, title })),
      languageTag: route.languageTag,
    },
  ];
}

/** A card of a webinar, with its start. */
export function createEventCard(context: LocaleContext, row: IndexRow): readonly EventCardInput[] {
  return createCard(context, 'webinars-slug', row).map((card) => ({
    ...card,
    startsAt: row.eventDate,
    durationMinutes: row.durationMinutes,
  }));
}
