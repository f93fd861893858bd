// Creates the props of list pages.

import { LIST_PAGE_SIZE } from '../../../config/constants.ts';
import { type ListName, PAGES } from '../../../config/pages.ts';
import type { Entry } from '../../../content/collections.ts';
import type { BlogProps, EBooksProps, MarketingProps, WebinarsProps } from '../../../templates/page-input.ts';
import type { IndexRow } from '../../content/snapshot/content-snapshot.ts';
import { feedPathOf, hrefOf } from '../../paths/site-path.ts';
import type { PageRoute } from '../../plan/route-plan.ts';
import { createCards } from './card-inputs.ts';
import type { LocaleContext, PageContext } from './locale-context.ts';
import { createMarketingProps, EMPTY_PAGE } from './marketing-props.ts';

type PageEntry = Entry<'pages'>;

/** One page of a list. */
interface ListPage extends Pick<BlogProps, 'pageNumber' | 'lastPage' | 'previousHref' | 'nextHref'> {
  readonly rows: readonly IndexRow[];
}

const LIST_BY_PAGE = new Map<string, ListName>(
  PAGES.flatMap(({ page, list }) => (list === undefined ? [] : [[page, list] as const])),
);

/** The part of a list that a route shows. */
function findListPage(context: LocaleContext, route: PageRoute): ListPage {
  const list = LIST_BY_PAGE.get(route.page);
  if (list === undefined) throw new Error(`The route ${route.path} shows no list.`);
  const { pageNumber } = route;
  const all = context.locale.paged[list];
  const rows = all.slice((pageNumber - 1) * LIST_PAGE_SIZE, pageNumber * LIST_PAGE_SIZE);
  const lastPage = Math.max(1, Math.ceil(all.length / LIST_PAGE_SIZE));
  // The plan has these pages and no others.
  const hrefOfNumber = (number: number) => {
    const neighbour = context.routes.findPage(route.page, route.locale, number);
    return neighbour === null ? null : hrefOf(neighbour.path);
  };
  return {
    pageNumber,
    lastPage,
    previousHref: hrefOfNumber(pageNumber - 1),
    nextHref: hrefOfNumber(pageNumber + 1),
    rows,
  };
}

/** Href of the locale's Atom feed; null if the locale has no blog. */
export function feedHref(context: LocaleContext): string | null {
  const blog = context.routes.findPage('blog', context.row.locale);
  return blog === null ? null : hrefOf(feedPathOf(blog.path));
}

/** The blog. The hero is only on page 1, and never among the cards. */
export function createBlogProps(context: PageContext, route: PageRoute, entry: PageEntry): BlogProps {
  const { rows, ...place } = findListPage(context, route);
  const hero = place.pageNumber === 1 ? context.locale.hero : null;
  const named = entry.hero_slug?.normalize('NFC') ?? null;
  if (hero !== null && named !== null && hero.slug !== named)
    context.notes.report({
      code: 'HERO_MISSING',
      where: { field: 'hero_slug' },
      what: `The blog of this site lists no article with the slug "${named}", so the newest one leads it.`,
      fix: `Write the slug of an article in the list, such as "${hero.slug}", or leave the field empty.`,
    });
  return {
    ...createListProps(context, entry, place),
    ...place,
    hero: hero === null ? null : (createCards(context, 'blog-slug', [hero])[0] ?? null),
    cards: createCards(context, 'blog-slug', rows),
    categories: context.shared.blogCategories,
    feedHref: feedHref(context),
    askHref: context.hrefOfPage('contacts'),
  };
}

/** Webinars. The current ones are on page 1, the previous ones on all pages. */
export function createWebinarsProps(context: PageContext, route: PageRoute, entry: PageEntry): WebinarsProps {
  const { rows, ...place } = findListPage(context, route);
  const current = place.pageNumber === 1 ? context.locale.currentWebinars : [];
  return {
    ...createListProps(context, entry, place),
    ...place,
    current: createCards(context, 'webinars-slug', current),
    previous: createCards(context, 'webinars-slug', rows),
  };
}

/** E-books, newest first. */
export function createEBooksProps(context: PageContext, route: PageRoute, entry: PageEntry): EBooksProps {
  const { rows, ...place } = findListPage(context, route);
  const { pageNumber, lastPage } = place;
  // The last page has the calls to action of the first one.
  const isEnd = pageNumber > 1 && pageNumber === lastPage;
  const calls = entry.sections?.filter(({ kind }) => kind === 'cta') ?? [];
  return {
    ...createListProps(context, entry, place),
    ...place,
    ...(isEnd && {
      subtitle: context.word('e-books.oldest'),
      sections: createMarketingProps(context, { ...entry, sections: calls }).sections,
    }),
    cards: createCards(context, 'e-books-slug', rows),
    categories: context.shared.eBookCategories,
  };
}

/** The title is on every page, everything else around the list only on page 1. */
function createListProps(
  context: PageContext,
  entry: PageEntry,
  { pageNumber, lastPage }: Omit<ListPage, 'rows'>,
): MarketingProps {
  if (pageNumber === 1) return createMarketingProps(context, entry);
  return { title: entry.title, subtitle: context.word('common.pageOf', { page: pageNumber, lastPage }), ...EMPTY_PAGE };
}
