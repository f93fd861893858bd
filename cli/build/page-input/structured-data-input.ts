// The facts of a page from which its JSON-LD graph is made.

import type { Entry } from '../../../content/collections.ts';
import type { Asset } from '../../../content/fields.ts';
import type { StructuredDataInput } from '../../../templates/page-input.ts';
import { findAuthor } from './detail-props.ts';
import type { LocaleContext } from './locale-context.ts';
import type { RoutedEntry } from './page-props.ts';

const MINUTE_MS = 60_000;

/** Absolute URLs throughout; what a page is not about is null. */
export function createStructuredData(context: LocaleContext, page: RoutedEntry): StructuredDataInput {
  return {
    article: createArticle(context, page),
    event: createEvent(context, page),
    book: createBook(context, page),
    software: createSoftware(context, page),
  };
}

function createArticle(context: LocaleContext, { route, entry }: RoutedEntry): StructuredDataInput['article'] {
  if (route.template !== 'article') return null;
  const article = entry as Entry<'blog_articles'>;
  return {
    headline: article.title,
    description: article.short_description,
    image: absoluteImage(context, article.image),
    author: findAuthor(context, article),
    datePublished: article.date,
    dateModified: route.lastModified,
  };
}

/** A webinar without a start is no event. */
function createEvent(context: LocaleContext, { route, entry }: RoutedEntry): StructuredDataInput['event'] {
  if (route.template !== 'webinar') return null;
  const webinar = entry as Entry<'webinars'>;
  if (webinar.webinar_date === null) return null;
  const speakerById = new Map(context.collections.speakers.map(({ id, title }) => [id, title]));
  return {
    name: webinar.title,
    description: webinar.page_description,
    image: absoluteImage(context, webinar.image),
    startDate: webinar.webinar_date,
    endDate: webinar.duration_minutes === null ? null : laterBy(webinar.webinar_date, webinar.duration_minutes),
    performers: (webinar.speakers ?? []).flatMap(({ id, title }) => speakerById.get(id) ?? title ?? []),
  };
}

function laterBy(moment: string, minutes: number): string {
  return new Date(Date.parse(moment) + minutes * MINUTE_MS).toISOString();
}

function createBook(context: LocaleContext, { route, entry }: RoutedEntry): StructuredDataInput['book'] {
  if (route.template !== 'e-book') return null;
  const book = entry as Entry<'e-books'>;
  return { name: book.title, description: book.short_description, image: absoluteImage(context, book.image) };
}

/** The platform is described where it is sold. */
function createSoftware(context: LocaleContext, { route, entry }: RoutedEntry): StructuredDataInput['software'] {
  if (route.template !== 'product' && route.template !== 'pricing') return null;
  const page = entry as Entry<'pages'>;
  return { name: context.site.brand.name, description: page.seo_description ?? page.subtitle };
}

function absoluteImage({ images }: LocaleContext, asset: Asset | null): string | null {
  return asset === null ? null : images.findUrl(asset);
}
