// The names of pages in titles and breadcrumbs.

import { isWordKey } from '../../../locales/words.ts';
import type { PageInput } from '../../../templates/page-input.ts';
import { hrefOf } from '../../paths/site-path.ts';
import type { PageRoute } from '../../plan/route-plan.ts';
import type { LocaleContext, PageContext } from './locale-context.ts';

/** The text of a breadcrumb and its language. */
type PageName = Pick<PageInput['breadcrumbs'][number], 'name' | 'languageTag'>;

/** The page that lists entries like that of a detail page: `blog` for `blog-slug`. */
export function listPageOf({ page }: Pick<PageRoute, 'page'>): string {
  return page.replace(/-slug$/, '');
}

/** From the home page to the page itself. */
export function createBreadcrumbs(context: PageContext, route: PageRoute): PageInput['breadcrumbs'] {
  const home = { ...inLocale(context, context.word('common.home')), href: hrefOf(context.homePath) };
  if (route.page === 'main' || route.kind === 'error') return [home];
  const listPage = listPageOf(route);
  const listHref = route.kind === 'page' ? null : context.hrefOfPage(listPage);
  const list = listHref === null ? [] : [{ ...nameOfPage(context, listPage), href: listHref }];
  return [home, ...list, { ...nameOfRoute(context, route), href: hrefOf(route.path) }];
}

function nameOfRoute(context: PageContext, route: PageRoute): PageName {
  const { entry, kind, languageTag, pageNumber } = route;
  if (entry === null) return inLocale(context, titleWithoutEntry(context, route));
  if (kind === 'detail') return { name: entry.title, languageTag };
  const { name: title, ...name } = nameOfPage(context, route.page);
  return { ...name, name: pageNumber === 1 ? title : context.word('meta.pageOf', { title, page: pageNumber }) };
}

/** The name of a page in the menu, because the title of its entry is too long for a breadcrumb. */
export function nameOfPage(context: PageContext, page: string): PageName {
  const key = `common.menu.${page}`;
  if (isWordKey(key)) return inLocale(context, context.word(key));
  const entry = context.locale.pageBySlug.get(page);
  if (entry === undefined) return inLocale(context, page);
  context.notes.show('name', 'pages', [entry]);
  return { name: entry.title, languageTag: entry.language ?? context.row.languageTag };
}

function inLocale({ row }: LocaleContext, name: string): PageName {
  return { name, languageTag: row.languageTag };
}

/** The title of a page that has no entry. */
export function titleWithoutEntry(context: LocaleContext, route: PageRoute): string {
  if (route.status !== null) return context.word(`meta.errorTitle${route.status}`);
  return context.word(successTitleKey(route) ?? `meta.${metaName(route)}Title`);
}

/** The description of a page that has no entry. */
export function descriptionWithoutEntry(context: LocaleContext, route: PageRoute): string | null {
  const key = `meta.${metaName(route)}Description`;
  const { name: brand, legalName } = context.site.brand;
  return isWordKey(key) ? context.word(key, { brand, legalName }) : null;
}

/** The part of the key of a title or description that names the page. All success pages have the same description. */
function metaName({ page }: PageRoute): string {
  return page.endsWith('success') ? 'success' : page;
}

/** The heading of the success page of a form: `success.eBooksTitle` for `e-books-success`. Null for other pages. */
function successTitleKey({ page }: PageRoute): string | null {
  const form = /^(.+)-success$/.exec(page)?.[1];
  if (form === undefined) return null;
  const key = `success.${form.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Title`;
  return isWordKey(key) ? key : null;
}
