// Creates the props of pages that show one entry: articles, webinars, e-books, landing pages, pages of blocks.

import type { DetailCollection } from '../../../config/pages.ts';
import type { Entry } from '../../../content/collections.ts';
import type { Relation } from '../../../content/fields.ts';
import type {
  ArticleProps,
  CardInput,
  EBookProps,
  EntryProps,
  LandingProps,
  NeighbourInput,
  PageConstructorProps,
  PersonInput,
  WebinarProps,
} from '../../../templates/page-input.ts';
import { cardFieldsOf } from '../../content/intake/index-entry.ts';
import type { IndexRow } from '../../content/snapshot/content-snapshot.ts';
import { calendarPathOf, hrefOf, urlOf } from '../../paths/site-path.ts';
import type { PageRoute } from '../../plan/route-plan.ts';
import { DAY_LENGTH, hasCalendarFile } from '../../plan/visible-times.ts';
import { printableText } from '../../text/printable-text.ts';
import { createBlockInputs, createFormInput, createImage, findRelated, nameOfRelation } from './block-inputs.ts';
import { createCards } from './card-inputs.ts';
import type { PageContext } from './locale-context.ts';
import { contentOf } from './marketing-props.ts';
import { createPerson } from './people-inputs.ts';

/** An article with related articles and the demo form of the blog. */
export function createArticleProps(
  context: PageContext,
  article: Entry<'blog_articles'>,
  route: PageRoute,
): ArticleProps {
  const row = rowOf(route);
  const blog = findFormBlock(context, route);
  const date = context.localMoment(article.date);
  const { newer, older } = findNeighbours(context.locale.listed.blog, row);
  if (blog !== null) context.notes.show('form', 'pages_block', [blog]);
  return {
    title: article.title,
    description: article.short_description,
    image: article.image === null ? null : createImage(context, article.image),
    author: article.author === null ? null : findPerson(context, 'team', article.author),
    date,
    updated: findUpdate(date, context.localMoment(route.lastModified)),
    url: urlOf(context.site.origin, route.path),
    newer: createNeighbour(context, newer),
    older: createNeighbour(context, older),
    categories: (article.category ?? []).map(({ slug, title }) => ({ slug, title })),
    content: createBlockInputs(context, article.content ?? []),
    fields: cardFieldsOf(article),
    related: createRelated(context, 'blog', row),
    form: blog === null ? null : createFormInput(context, 'blog-demo', { id: 'demo-form', texts: blog }),
  };
}

/** The default texts of the form: for an article in another language, those whose slug ends with it (`…-kk`), else the messages. */
function findFormBlock({ shared, collections, row }: PageContext, { languageTag }: PageRoute) {
  const { blog } = shared.formBlocks;
  if (blog === null || languageTag === row.languageTag) return blog;
  const slug = `${blog.slug}-${new Intl.Locale(languageTag).language}`;
  const own = collections.pages_block.find((block) => block.slug === slug);
  return own === undefined ? blog : { ...own, text: own.subtitle, languageTag };
}

/** The time of the last change, if it is on a later day. */
function findUpdate(date: string | null, changed: string | null): string | null {
  if (date === null || changed === null) return null;
  return changed.slice(0, DAY_LENGTH) > date.slice(0, DAY_LENGTH) ? changed : null;
}

/** The articles of a list by language, and the index of each: searching the list for every article would take quadratic time. */
const orderByList = new WeakMap<readonly IndexRow[], ReturnType<typeof orderOf>>();

/** The articles before and after another one, in its language. Hidden articles are not listed and have no neighbours. */
function findNeighbours(list: readonly IndexRow[], row: IndexRow) {
  const order = orderByList.getOrInsertComputed(list, orderOf);
  const index = order.indexes.get(row) ?? Number.NaN;
  const same = order.byLanguage.get(row.language);
  return { newer: same?.[index - 1], older: same?.[index + 1] };
}

function orderOf(list: readonly IndexRow[]) {
  const byLanguage = Map.groupBy(list, ({ language }) => language);
  return {
    byLanguage,
    indexes: new Map([...byLanguage.values()].flatMap((rows) => rows.map((each, index) => [each, index] as const))),
  };
}

function createRelated(
  context: PageContext,
  list: 'blog' | 'e-books' | 'webinars',
  row: IndexRow,
): readonly CardInput[] {
  return createCards(context, `${list}-slug`, context.model.findRelated(context.locale, list, row), 'related');
}

function createNeighbour(context: PageContext, row: IndexRow | undefined): NeighbourInput | null {
  const [card] = row === undefined ? [] : createCards(context, 'blog-slug', [row], 'neighbour');
  return card === undefined ? null : { title: card.title, href: card.href, languageTag: card.languageTag };
}

/** The entry of a relation to a person, or else only the name. */
function findPerson(context: PageContext, collection: 'team' | 'speakers', relation: Relation): PersonInput | null {
  const person = findRelated<Entry<'team'>>(context.collections[collection], relation);
  if (person !== null) {
    context.notes.show('person', collection, [person]);
    return createPerson(context, person);
  }
  const name = nameOfRelation(relation);
  if (name !== null) {
    const languageTag = context.row.languageTag;
    return { name, position: null, department: null, photo: null, bio: null, languageTag };
  }
  context.notes.report({
    code: 'PERSON_MISSING',
    where: { field: collection === 'team' ? 'author' : 'speakers' },
    what: `The collection "${collection}" has no published entry "${printableText(relation.id, 80)}": the page was built without the person.`,
    fix: 'Choose another person, or publish the entry.',
  });
  return null;
}

/** A webinar with its speakers and the form to register or to get the recording. */
export function createWebinarProps(context: PageContext, webinar: Entry<'webinars'>, route: PageRoute): WebinarProps {
  return {
    title: webinar.title,
    description: webinar.page_description,
    image: webinar.image === null ? null : createImage(context, webinar.image),
    startsAt: context.eventMoment(webinar.webinar_date, webinar.time_zone),
    fields: cardFieldsOf(webinar),
    isCurrent: webinar.current_webinar,
    calendarHref: hasCalendarFile(rowOf(route)) ? hrefOf(calendarPathOf(route.path)) : null,
    agenda: (webinar.agenda ?? []).map(parseAgendaLine),
    speakers: webinar.speakers.flatMap((speaker) => findPerson(context, 'speakers', speaker) ?? []),
    content: createBlockInputs(context, webinar.content ?? []),
    related: createRelated(context, 'webinars', rowOf(route)),
    form: createFormInput(context, 'webinar', { id: 'webinar-form' }),
  };
}

/** Splits '0:10 Questions' into time and title. */
function parseAgendaLine(line: string): WebinarProps['agenda'][number] {
  const [, time = null, title = line] = /^(\d+:\d\d)\s+(.+)$/s.exec(line.trim()) ?? [];
  return { time, title };
}

/** Splits '11 Two sources' into page and title. */
function parseChapterLine(line: string): EBookProps['chapters'][number] {
  const [, page = null, title = line] = /^(\d+)\s+(.+)$/s.exec(line.trim()) ?? [];
  return { page, title };
}

/** An e-book with related ones and the form to get it. */
export function createEBookProps(context: PageContext, book: Entry<'e-books'>, row: IndexRow): EBookProps {
  return {
    title: book.title,
    description: book.short_description,
    image: book.image === null ? null : createImage(context, book.image),
    categories: (book.category ?? []).map(({ slug, title }) => ({ slug, title })),
    author: book.author === null ? null : findPerson(context, 'team', book.author),
    pages: book.pages,
    chapters: (book.chapters ?? []).map(parseChapterLine),
    sample: book.sample === null ? null : { html: book.sample, page: book.sample_page, screen: book.sample_screen },
    content: createBlockInputs(context, book.content ?? []),
    fields: cardFieldsOf(book),
    related: createRelated(context, 'e-books', row),
    form: createFormInput(context, 'e-book', { id: 'e-book-form' }),
  };
}

/** A landing page. It ends with a form if it has none in its content. */
export function createLandingProps(context: PageContext, landing: Entry<'landings'>): LandingProps {
  const content = createBlockInputs(context, contentOf(landing));
  const hasForm = content.some(({ type }) => type === 'form');
  return {
    title: landing.title,
    subtitle: landing.subtitle,
    image: landing.image === null ? null : createImage(context, landing.image),
    content,
    form: hasForm ? null : createFormInput(context, 'subscription', { id: 'subscription-form' }),
  };
}

/** A page that an editor built from blocks. */
export function createPageConstructorProps(context: PageContext, page: Entry<'pages'>): PageConstructorProps {
  return { title: page.title, subtitle: page.subtitle, content: createBlockInputs(context, contentOf(page)) };
}

/** The fields that all entries have, for templates without their own props. */
export function createEntryProps(context: PageContext, entry: Entry<DetailCollection>): EntryProps {
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
export function rowOf({ path, entry }: PageRoute): IndexRow {
  if (entry === null) throw new Error(`The route ${path} has no entry.`);
  return entry;
}
