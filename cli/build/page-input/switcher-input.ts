// Where each language of the switcher leads: the same page where it exists, else the list of its kind, else home.

import { type Locale, localeRow } from '../../../config/locales.ts';
import type { SwitcherInput } from '../../../templates/page-input.ts';
import type { PageRoute } from '../route-plan.ts';
import { hrefOf } from '../site-path.ts';
import type { RouteFinder } from './locale-context.ts';

type Item = SwitcherInput['items'][number];

/** The switcher of the page that was asked for last: its input and its key both show it. */
const last = new WeakMap<RouteFinder, LastSwitcher>();

interface LastSwitcher {
  readonly route: PageRoute;
  readonly locales: readonly Locale[];
  readonly switcher: SwitcherInput;
}

/** The switcher of one page (decisions, "Alternates"). Locales without a home page are left out. */
export function createSwitcherInput(route: PageRoute, routes: RouteFinder, locales: readonly Locale[]): SwitcherInput {
  const known = last.get(routes);
  if (known?.route === route && known.locales === locales) return known.switcher;
  const switcher = makeSwitcher(route, routes, locales);
  last.set(routes, { route, locales, switcher });
  return switcher;
}

function makeSwitcher(route: PageRoute, routes: RouteFinder, locales: readonly Locale[]): SwitcherInput {
  return {
    items: locales.flatMap((locale) => {
      const row = localeRow(locale);
      const found = findTarget(route, routes, row.locale);
      if (found === null) return [];
      return [
        {
          locale: row.locale,
          languageTag: row.languageTag,
          label: row.ownName,
          href: hrefOf(found.path),
          isCurrent: row.locale === route.locale,
          target: found.target,
        },
      ];
    }),
  };
}

function findTarget(
  route: PageRoute,
  routes: RouteFinder,
  locale: Locale,
): { path: string; target: Item['target'] } | null {
  if (route.locale === locale && route.kind !== 'error') return { path: route.path, target: 'same-page' };
  const same = findCounterpart(route, routes, locale);
  if (same !== null) return { path: same.path, target: 'same-page' };
  const list = routes.findPage(route.page.replace(/-slug$/, ''), locale);
  if (list !== null) return { path: list.path, target: 'list' };
  const home = routes.findPage('main', locale);
  return home === null ? null : { path: home.path, target: 'home' };
}

/** A page without parameters of the same name, or the same entry: by its origin, else by its slug. */
function findCounterpart(route: PageRoute, routes: RouteFinder, locale: string): PageRoute | null {
  if (route.kind === 'page') return routes.findPage(route.page, locale);
  if (route.kind !== 'detail' || route.source.kind !== 'entry') return null;
  const { slug, id, originId } = route.source.row;
  return routes.findLocalisation(route.page, locale, originId ?? id) ?? routes.findDetail(route.page, locale, slug);
}
