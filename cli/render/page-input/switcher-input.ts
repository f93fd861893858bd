// Creates the input of the language switcher. A language leads to the same page, else to the list of its kind, else to the home page.

import { type Locale, localeRow } from '../../../config/locales.ts';
import type { LanguageInput, SwitcherInput } from '../../../templates/page-input.ts';
import type { SitePath } from '../../files/brands.ts';
import { hrefOf } from '../../paths/site-path.ts';
import type { PageRoute } from '../../plan/route-plan.ts';
import { listPageOf } from './page-names.ts';
import type { RouteFinder } from './route-finder.ts';

/** The languages of a site, for the pages of the locale `current`. */
export function createLanguages(locales: readonly Locale[], current: Locale): readonly LanguageInput[] {
  return locales.map((locale) => {
    const { languageTag, ownName: label } = localeRow(locale);
    return { locale, languageTag, label, isCurrent: locale === current };
  });
}

/** The switcher of one page (decisions, "Alternates"). Locales without a home page are left out. */
export function createSwitcherInput(route: PageRoute, routes: RouteFinder, locales: readonly Locale[]): SwitcherInput {
  const found = locales.map((locale) => findTarget(route, routes, locale));
  return {
    hrefs: found.map((target) => (target === null ? '' : hrefOf(target.path))),
    targets: found.map((target) => target?.target ?? 'none'),
  };
}

function findTarget(
  route: PageRoute,
  routes: RouteFinder,
  locale: Locale,
): { path: SitePath; target: SwitcherInput['targets'][number] } | null {
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
