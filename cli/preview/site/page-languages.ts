// The state of a page in all locales of the site, with its counterparts, for the toolbar.

import { listSwitcherLinks } from '../../../templates/components/switcher-links.ts';
import { toSitePath } from '../../files/brands.ts';
import { hrefOf } from '../../paths/site-path.ts';
import type { PageRoute } from '../../plan/route-plan.ts';
import { createLanguages, createSwitcherInput } from '../../render/page-input/switcher-input.ts';
import { type Finding, LABELS } from '../../translations/things.ts';
import type { SiteView, ViewPages } from './site-view.ts';

export interface PageLanguage {
  readonly locale: string;
  readonly label: string;
  readonly isCurrent: boolean;
  /** Of its counterpart; without one, of the page that the language switcher leads to. */
  readonly href: string;
  readonly hasPage: boolean;
  /** Of the entry, in the control panel. */
  readonly editUrl: string | null;
  /** `Older than its source`; null for a page without an entry. */
  readonly state: string | null;
  /** What to do about it, with the fields. */
  readonly findings: readonly Finding[];
}

export async function listLanguages(
  view: SiteView,
  pages: ViewPages,
  route: PageRoute,
): Promise<readonly PageLanguage[]> {
  const { routes, site } = pages.contextOf(route);
  const { translations } = await view.translations();
  const cells = route.entry === null ? [] : (translations.find(route.entry)?.cells ?? []);
  const links = listSwitcherLinks(
    createLanguages(site.locales, route),
    createSwitcherInput(route, routes, site.locales),
  );
  return links.map(({ locale, label, isCurrent, href, target }) => {
    const cell = cells.find((each) => each.locale === locale);
    const path = cell?.path ?? null;
    const isOwn = path !== null && view.routeByPath.has(path);
    return {
      ...{ locale, label, isCurrent },
      href: isOwn ? hrefOf(toSitePath(path)) : href,
      hasPage: isOwn || target === 'same-page',
      editUrl: cell?.editUrl ?? null,
      state: cell === undefined ? null : LABELS[cell.state],
      findings: cell?.findings ?? [],
    };
  });
}
