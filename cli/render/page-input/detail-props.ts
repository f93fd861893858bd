// The props of pages of one entry: article, webinar, e-book, landing page, page from blocks.

import type { DetailCollection } from '../../../config/pages.ts';
import type { Entry } from '../../../content/collections.ts';
import type { Relation } from '../../../content/fields.ts';
import type {
  ArticleProps,
  EBookProps,
  EntryProps,
  LandingProps,
  NeighbourInput,
  PageConstructorProps,
  PersonInput,
  WebinarProps,
} from '../../../templates/page-input.ts';
import type { IndexRow } from '../../content/snapshot/content-snapshot.ts';
import { calendarPathOf, hrefOf, urlOf } from '../../paths/site-path.ts';
import { hasCalendarFile } from '../../plan/calendar-events.ts';
import type { PageRoute } from '../../plan/route-plan.ts';
import { createBlockInputs, createFormInput, createImage } from './block-inputs.ts';
import { createCard, createRelatedCards } from './card-inputs.ts';
import { findRelated, nameOfRelation } from './find-related.ts';
import type { LocaleContext } from './locale-context.ts';
import { contentOf } from './marketing-props.ts';
import { createPerson } from './people-inputs.ts';

/** Of a day without a time: '2026-01-31'. */
const DAY_LENGTH = 10;
const NO_TEXTS = { title: null, text: null, button: null };

/** An article with three related ones and the blog's demo form. */
export function createArticleProps(
  context: LocaleContext,
  article: Entry<'blog_articles'>,
  route: PageRoute,
): ArticleProps {
  const { blog } = context.shared.formBlocks;
  const row = rowOf(route);
  const date = context.localMoment(article.date);
  const { newer, older } = context.readNeighbours(row);
  return {
    title: article.title,
    description: article.short_description,
    image: article.image === null ? null : createImage(context, article.image),
    author: findAuthor(context, article.author),
    date,
    updated: findUpdate(date, context.localMoment(route.lastModified)),
    url: urlOf(context.site.origin, route.path),
    newer: createNeighbour(context, newer),
    older: createNeighbour(context, older),
    categories: (article.category ?? []).map(({ slug, title }) => ({ slug, title })),
    content: createBlockInputs(context, article.content ?? []),
    related: createRelatedCards(context, 'blog-slug', context.readRelated('blog', row)),
    form: blog === null ? null : createFormInput(context, 'blog-demo', { id: 'demo-form', texts: blog }),
  };
}

/** The day of the last change, if it is a later one. */
function findUpdate(date: string | null, changed: string | null): string | null {
  if (date === null || changed === null) return null;
  return changed.slice(0, DAY_LENGTH) > date.slice(0, DAY_LENGTH) ? changed : null;
}

function createNeighbour(context: LocaleContext, row: IndexRow | null): NeighbourInput | null {
  const [card] = row === null ? [] : createCard(context, 'blog-slug', row);
  return card === undefined ? null : { title: card.title, href: card.href, languageTag: card.languageTag };
}

/** Relations are shallow: the author is an entry of `team`, or a name alone. */
function findAuthor(context: LocaleContext, author: Relation | null): PersonInput | null {
  if (author === null) return null;
  const known = findRelated(context.collections.team, author);
  return known === null ? namePerson(nameOfRelation(author)) : createPerson(context, known);
}

function namePerson(name: string | null): PersonInput | null {
  return name === null ? null : { name, position: null, department: null, photo: null, bio: null };
}

/** A speaker of the list, or a name alone. */
function createSpeakers(context: LocaleContext, speaker: Relation): readonly PersonInput[] {
  const known = findRelated(context.collections.speakers, speaker);
  if (known !== null) return [createPerson(context, known)];
  const named = namePerson(nameOfRelation(speaker));
  return named === null ? [] : [named];
}

/** A webinar with its speakers and the form to register, or to get the recording. */
export function createWebinarProps(context: LocaleContext, webinar: Entry<'webinars'>, route: PageRoute): WebinarProps {
  return {
    title: webinar.title,
    description: webinar.page_description,
    image: webinar.image === null ? null : createImage(context, webinar.image),
    startsAt: context.eventMoment(webinar.webinar_date, webinar.time_zone),
    durationMinutes: webinar.duration_minutes,
    isCurrent: webinar.current_webinar,
    calendarHref: hasCalendarFile(rowOf(route)) ? hrefOf(calendarPathOf(route.path)) : null,
    agenda: (webinar.agenda ?? []).map(readAgendaLine),
    speakers: webinar.speakers.flatMap((speaker) => createSpeakers(context, speaker)),
    content: createBlockInputs(context, webinar.content ?? []),
    form: createFormInput(context, 'webinar', { id: 'webinar-form', texts: NO_TEXTS }),
  };
}

/** '0:10 Questions' as a time and a title. */
function readAgendaLine(line: string): WebinarProps['agenda'][number] {
  const [, time = null, title = line] = /^(\d+:\d\d)\s+(.+)$/s.exec(line.trim()) ?? [];
  return { time, title };
}

/** '11 Two sources' as a page and a title. */
function readChapterLine(line: string): EBookProps['chapters'][number] {
  const [, page = null, title = line] = /^(\d+)\s+(.+)$/s.exec(line.trim()) ?? [];
  return { page, title };
}

/** An e-book with three related ones and the form that leads to it. */
export function createEBookProps(context: LocaleContext, book: Entry<'e-books'>, row: IndexRow): EBookProps {
  return {
    title: book.title,
    description: book.short_description,
    image: book.image === null ? null : createImage(context, book.image),
    categories: (book.category ?? []).map(({ slug, title }) => ({ slug, title })),
    author: findAuthor(context, book.author),
    pages: book.pages,
    chapters: (book.chapters ?? []).map(readChapterLine),
    sample: book.sample === null ? null : { html: book.sample, page: book.sample_page },
    content: createBlockInputs(context, book.content ?? []),
    related: createRelatedCards(context, 'e-books-slug', context.readRelated('e-books', row)),
    form: createFormInput(context, 'e-book', { id: 'e-book-form', texts: NO_TEXTS }),
  };
}

/** A landing page; where the editor placed no form, it ends with one. */
export function createLandingProps(context: LocaleContext, landing: Entry<'landings'>): LandingProps {
  const content = createBlockInputs(context, contentOf(landing));
  const hasForm = content.some(({ type }) => type === 'form');
  return {
    title: landing.title,
    subtitle: landing.subtitle,
    image: landing.image === null ? null : createImage(context, landing.image),
    content,
    form: hasForm ? null : createFormInput(context, 'subscription', { id: 'subscription-form', texts: NO_TEXTS }),
  };
}

/** A page that an editor built from blocks. */
export function createPageConstructorProps(context: LocaleContext, page: Entry<'pages'>): PageConstructorProps {
  return { title: page.title, subtitle: page.subtitle, content: createBlockInputs(context, contentOf(page)) };
}

/** What any entry has, for templates without props of their own. */
export function createEntryProps(context: LocaleContext, entry: Entry<DetailCollection>): EntryProps {
  const fields: Readonly<Record<string, unknown>> = entry;
  const text = [fields.short_description, fields.subtitle].find((value) => typeof value === 'string');
  const image = 'image' in entry ? entry.image : null;
  return {
    title: entry.title,
    description: text ?? null,
    image: image === null ? null : createImage(context, image),
    date: context.localMoment(entry.date),
    content: createBlockInputs(
      context,
      contentOf({ content: entry.content ?? null, blocks: 'blocks' in entry ? entry.blocks : null }),
    ),
    fields,
  };
}

/** The row of a route that shows one entry. */
export function rowOf({ path, source }: PageRoute): IndexRow {
  if (!('row' in source)) throw new Error(`The route ${path} has no entry.`);
  return source.row;
}
