// Creates the input of the language switcher. A language leads to the same page, else to the list of its kind, else to the home page.

import { type Locale, localeRow } from '../../../config/locales.ts';
import type { LanguageInput, SwitcherInput } from '../../../templates/page-input.ts';
import type { SitePath } from '../../files/brands.ts';
import { hrefOf } from '../../paths/site-path.ts';
import type { PageRoute } from '../../plan/route-plan.ts';
import { listPageOf } from './page-names.ts';
import type { RouteFinder } from './route-finder.ts';

type Target = SwitcherInput['targets'][number];

/** The languages of a site, for the pages of the locale `current`. */
export function createLanguages(locales: readonly Locale[], current: Locale): readonly LanguageInput[] {
  return locales.map((locale) => {
    const { languageTag, ownName: label } = localeRow(locale);
    return { locale, languageTag, label, isCurrent: locale === current };
  });
}

/** The switcher of one page (decisions, "Alternates"). Locales without a home page are left out. */
export function createSwitcherInput(route: PageRoute, routes: RouteFinder, locales: readonly Locale[]): SwitcherInput {
  const page = { route, localisations: findLocalisations(route, routes) };
  const hrefs: string[] = [];
  const targets: Target[] = [];
  for (const locale of locales) {
    const found = findTarget(page, routes, locale);
    hrefs.push(found === null ? '' : hrefOf(found.path));
    targets.push(found?.target ?? 'none');
  }
  return { hrefs, targets };
}

/** A page with the routes of its entry in all languages. */
interface LocalisedPage {
  readonly route: PageRoute;
  readonly localisations: readonly PageRoute[];
}

/** None if the page does not show one entry. */
function findLocalisations(route: PageRoute, routes: RouteFinder): readonly PageRoute[] {
  if (route.kind !== 'detail' || route.entry === null) return [];
  const { id, originId } = route.entry;
  return routes.findLocalisations(route.page, originId ?? id);
}

function findTarget(
  { route, localisations }: LocalisedPage,
  routes: RouteFinder,
  locale: Locale,
): { path: SitePath; target: Target } | null {
  if (route.locale === locale && route.kind !== 'error') return { path: route.path, target: 'same-page' };
  const same = localisations.findLast((other) => other.locale === locale) ?? findNamesake(route, routes, locale);
  if (same !== null) return { path: same.path, target: 'same-page' };
  const list = routes.findPage(listPageOf(route), locale);
  if (list !== null) return { path: list.path, target: 'list' };
  const home = routes.findPage('main', locale);
  return home === null ? null : { path: home.path, target: 'home' };
}

/** The page with the same name, or the entry with the same slug. */
function findNamesake(route: PageRoute, routes: RouteFinder, locale: Locale): PageRoute | null {
  if (route.kind === 'page') return routes.findPage(route.page, locale);
  if (route.kind !== 'detail' || route.entry === null) return null;
  return routes.findDetail(route.page, locale, route.entry.slug);
}
