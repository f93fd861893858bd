// Describes a page for the toolbar: its entry and template, its other locales, and what an editor may want to fix.

import { SEO_TITLE_MAX_LENGTH } from '../../../config/constants.ts';
import type { Locale } from '../../../config/locales.ts';
import { isIn, PAGES } from '../../../config/pages.ts';
import { hostOriginOf } from '../../../config/site-address.ts';
import type { Entry } from '../../../content/collections.ts';
import { listSwitcherLinks, type SwitcherLink } from '../../../templates/components/switcher-links.ts';
import type { Problem } from '../../errors.ts';
import { parsePageFacts } from '../../facts/page-facts.ts';
import { outFileOf, pathOfUrl, urlOf } from '../../paths/site-path.ts';
import { type PageRoute, placeOfRoute } from '../../plan/route-plan.ts';
import { createLanguages, createSwitcherInput } from '../../render/page-input/switcher-input.ts';
import { cleanPlace } from '../../report/clean-problem.ts';
import type { SiteView, ViewKit } from './site-view.ts';

/** One page for the toolbar. */
export interface PageInspection {
  readonly status: number;
  readonly routeName: string | null;
  readonly template: string | null;
  readonly outFile: string | null;
  readonly entry: {
    readonly collection: string;
    readonly site: string;
    readonly title: string;
    readonly id: string;
    readonly status: string | null;
    readonly editUrl: string | null;
  } | null;
  readonly warnings: readonly Problem[];
  readonly locales: readonly {
    readonly locale: string;
    readonly label: string;
    readonly href: string;
    readonly isSamePage: boolean;
  }[];
}

/** A page to describe. */
export interface InspectedPage {
  readonly route: PageRoute;
  readonly status: number;
  readonly html: string;
}

interface ShownPages {
  readonly view: SiteView;
  readonly kit: ViewKit;
}

/** Describes a page of a view. */
export async function inspectPage(shown: ShownPages, { route, status, html }: InspectedPage): Promise<PageInspection> {
  const { view, kit } = shown;
  const context = kit.contexts.get(route.locale);
  if (context === undefined) throw new Error(`No context for ${route.locale}.`);
  const entry = await view.findEntry(route);
  const { entry: row } = route;
  const links = listSwitcherLinks(
    createLanguages(context.site.locales, route.locale),
    createSwitcherInput(route, context.routes, context.site.locales),
  );
  return {
    status,
    routeName: route.name,
    template: route.template,
    outFile: outFileOf(route.path),
    entry:
      row === null
        ? null
        : {
            collection: row.collection,
            site: row.site,
            title: row.title,
            id: row.id,
            status: entry?.status ?? (entry?.published === false ? 'draft' : null),
            editUrl: row.editUrl,
          },
    warnings: [
      ...findKnownProblems(shown, route),
      ...findMissingTranslations(route, links),
      ...(entry === null ? [] : findMissingAlts(route, entry)),
      ...findLongTitle(route, html),
      ...(await findDeadLinks(shown, { route, html, origin: context.site.origin })),
    ],
    locales: links.flatMap(({ locale, label, href, isCurrent, target }) =>
      isCurrent ? [] : [{ locale, label, href, isSamePage: target === 'same-page' }],
    ),
  };
}

/** Problems of this page or its entry that were found before. */
function findKnownProblems({ view: { plan }, kit }: ShownPages, route: PageRoute): readonly Problem[] {
  // Some problems have a shortened title.
  const { collection, entry, site } = cleanPlace(placeOfRoute(route));
  const isOwn = ({ where }: Problem) =>
    where.path === route.path ||
    (entry !== undefined &&
      where.collection === collection &&
      where.site === site &&
      cleanPlace(where).entry === entry);
  return [...plan.model.snapshot.problems, ...plan.problems, ...kit.problems()].filter(isOwn);
}

function findMissingTranslations(route: PageRoute, links: readonly SwitcherLink[]): readonly Problem[] {
  const row = PAGES.find(({ page }) => page === route.page);
  if (row === undefined || route.kind === 'error') return [];
  const missing = links.filter(({ locale, target }) => target !== 'same-page' && isIn(locale as Locale, row));
  if (missing.length === 0) return [];
  return [
    {
      code: 'TRANSLATION_MISSING',
      severity: 'notice',
      where: placeOfRoute(route),
      what: `This page does not exist in ${missing.map(({ locale }) => locale).join(', ')}: the language switcher leads to another page.`,
      fix: 'If visitors there should have the page, create and publish the entry in these sites.',
    },
  ];
}

/** Images of the entry without a text alternative. */
function findMissingAlts(route: PageRoute, entry: Entry): readonly Problem[] {
  return findAssets(entry, '').map((field) => ({
    code: 'ALT_MISSING',
    severity: 'warning',
    where: { ...placeOfRoute(route), field },
    what: 'The picture has no text alternative (alt).',
    fix: 'Describe the picture in the alt text of the asset, or leave it empty if the picture is only decoration.',
  }));
}

function findAssets(value: unknown, field: string): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'url' in value && 'alt' in value && 'width' in value && (value.alt === null || value.alt === '');
  const inner = Object.entries(value).flatMap(([name, item]) =>
    findAssets(item, field === '' ? name : `${field}.${name}`),
  );
  return own ? [field, ...inner] : inner;
}

function findLongTitle(route: PageRoute, html: string): readonly Problem[] {
  const { title } = parsePageFacts(html);
  if (title === null || [...title].length <= SEO_TITLE_MAX_LENGTH) return [];
  return [
    {
      code: 'TITLE_LONG',
      severity: 'notice',
      where: { ...placeOfRoute(route), field: 'seo_title' },
      what: `The title has ${[...title].length} characters; search engines show about ${SEO_TITLE_MAX_LENGTH}.`,
      fix: 'Give the entry a shorter title for search engines (seo_title).',
    },
  ];
}

/** Internal links without a page or file. */
async function findDeadLinks(
  { view, kit }: ShownPages,
  { route, html, origin }: { readonly route: PageRoute; readonly html: string; readonly origin: string },
): Promise<readonly Problem[]> {
  const files = await kit.listFiles();
  const isServed = (href: string) => {
    const url = URL.parse(href, urlOf(origin, route.path));
    if (url?.origin !== hostOriginOf(origin)) return true;
    const path = pathOfUrl(url, origin);
    return path === null || view.routeByPath.has(path) || files.has(path.slice(1)) || path.startsWith('/assets/');
  };
  return parsePageFacts(html)
    .links.filter((href) => !isServed(href))
    .map((href) => ({
      code: 'LINK_DEAD',
      severity: 'warning',
      where: placeOfRoute(route),
      what: `The link ${href} leads to no page.`,
      fix: 'Correct the link, or publish the page.',
    }));
}
