// Creates the input of the language switcher. A language leads to the same page, else to the list of its kind, else to the home page.

import { type Locale, localeRow } from '../../../config/locales.ts';
import type { LanguageInput, SwitcherInput } from '../../../templates/page-input.ts';
import type { SitePath } from '../../files/brands.ts';
import { hrefOf } from '../../paths/site-path.ts';
import type { PageRoute } from '../../plan/route-plan.ts';
import { listPageOf } from './page-names.ts';
import type { RouteFinder } from './route-finder.ts';

type Target = SwitcherInput['targets'][number];

/** The languages of a site, for pages of a locale in a language. Their second language follows it. */
export function createLanguages(
  locales: readonly Locale[],
  current: Pick<PageRoute, 'locale' | 'languageTag'>,
): readonly LanguageInput[] {
  return locales.flatMap((locale) => {
    const { alsoIn, ...row } = localeRow(locale);
    const isOther = alsoIn?.languageTag === current.languageTag;
    return [row, ...(alsoIn === undefined || locale !== current.locale ? [] : [alsoIn])].map(
      ({ languageTag, ownName: label }): LanguageInput => ({
        ...{ locale, languageTag, label },
        isCurrent: locale === current.locale && isOther === (languageTag === alsoIn?.languageTag),
      }),
    );
  });
}

/** The switcher of one page (decisions, "Alternates"). Locales without a home page are left out. */
export function createSwitcherInput(route: PageRoute, routes: RouteFinder, locales: readonly Locale[]): SwitcherInput {
  const hrefs: string[] = [];
  const targets: Target[] = [];
  const add = (found: { readonly path: SitePath; readonly target: Target } | null) => {
    hrefs.push(found === null ? '' : hrefOf(found.path));
    targets.push(found?.target ?? 'none');
  };
  for (const locale of locales) {
    const alsoIn = locale === route.locale ? localeRow(locale).alsoIn : undefined;
    const isOther = alsoIn !== undefined && route.languageTag === alsoIn.languageTag;
    const home = isOther ? routes.findPage('main', locale) : null;
    add(home === null ? findTarget(route, routes, locale) : { path: home.path, target: 'home' });
    if (isOther) add({ path: route.path, target: 'same-page' });
    else if (alsoIn !== undefined) add(findOther(routes, locale));
  }
  return { hrefs, targets };
}

/** The list of what a locale has in its second language. */
export function findOther(routes: RouteFinder, locale: Locale): { path: SitePath; target: Target } | null {
  const { alsoIn } = localeRow(locale);
  const list = alsoIn === undefined ? null : routes.findDetail('name', locale, alsoIn.slug);
  return list === null ? null : { path: list.path, target: 'list' };
}

function findTarget(route: PageRoute, routes: RouteFinder, locale: Locale): { path: SitePath; target: Target } | null {
  if (route.locale === locale && route.kind !== 'error') return { path: route.path, target: 'same-page' };
  const same = findLocalisation(route, routes, locale) ?? findNamesake(route, routes, locale);
  if (same !== null) return { path: same.path, target: 'same-page' };
  const list = routes.findPage(listPageOf(route), locale);
  if (list !== null) return { path: list.path, target: 'list' };
  const home = routes.findPage('main', locale);
  return home === null ? null : { path: home.path, target: 'home' };
}

/** The page of the same entry. */
function findLocalisation(
  { kind, entry, page }: PageRoute,
  routes: RouteFinder,
  locale: Locale,
): PageRoute | undefined {
  if (kind !== 'detail' || entry === null) return undefined;
  return routes.findLocalisations(page, entry.originId ?? entry.id).findLast((other) => other.locale === locale);
}

/** The page with the same name, or the entry with the same slug. */
function findNamesake(route: PageRoute, routes: RouteFinder, locale: Locale): PageRoute | null {
  if (route.kind === 'page') return routes.findPage(route.page, locale);
  if (route.kind !== 'detail' || route.entry === null) return null;
  return routes.findDetail(route.page, locale, route.entry.slug);
}
