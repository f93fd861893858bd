// What header, footer and banner show in one locale: menus without the items that have no route, captions in the
// locale's words. Distinct values are few, so each is rendered once.

import type { ClientConfig } from '../../../client/client-config.ts';
import { asksConsent, listThirdParties, type SiteConfig } from '../../../config/define-site.ts';
import { localeRow } from '../../../config/locales.ts';
import {
  FOOTER_MENU,
  HEADER_MENU,
  type MenuGroup,
  type MenuItem,
  type MenuTarget,
  PROMO_BANNERS,
} from '../../../config/menu.ts';
import { isIn, PAGES } from '../../../config/pages.ts';
import { basePathOf } from '../../../config/site-address.ts';
import type { ChromeInput, LinkInput, MenuGroupInput } from '../../../templates/page-input.ts';
import { hrefOf } from '../../paths/site-path.ts';
import type { PageRoute } from '../../plan/route-plan.ts';
import { yearOf } from '../../plan/visible-times.ts';
import type { LocaleContext } from './locale-context.ts';
import { createOffice } from './people-inputs.ts';

/** Where a chrome stands. */
export interface ChromePlace {
  readonly route: Pick<PageRoute, 'layout' | 'page'>;
  /** Id of the last form of a landing page. */
  readonly lastFormId: string | null;
}

/** What of its place a chrome depends on: of all pages of a locale a handful. */
interface ChromeLook extends Pick<PageRoute, 'layout'>, Pick<ChromePlace, 'lastFormId'> {
  readonly activeGroup: string | null;
  readonly isLanding: boolean;
  readonly middleware: ClientConfig['middleware'];
}

/** How the chrome of a place looks: equal looks in one locale have one chrome. */
export function findChromeLook({ route: { layout, page }, lastFormId }: ChromePlace): ChromeLook {
  const middleware = PAGES.find((row) => row.page === page)?.middleware ?? [];
  return { layout, activeGroup: findActiveGroup(page), isLanding: page === 'lp-slug', middleware, lastFormId };
}

/** The chrome of a page (decisions, "Header"). */
export function createChromeInput(context: LocaleContext, look: ChromeLook): ChromeInput {
  const { site, row } = context;
  const { layout, activeGroup, isLanding, lastFormId } = look;
  const hasMenu = layout !== 'header-only';
  return {
    locale: row.locale,
    languageTag: row.languageTag,
    layout,
    activeGroup,
    brand: site.brand.name,
    legalName: site.brand.legalName,
    homeHref: hrefOf(context.homePath),
    ...(hasMenu ? shareMenus(context) : NO_MENUS),
    socialLinks: hasMenu ? context.shared.socialLinks : [],
    office: hasMenu ? createMainOffice(context) : null,
    homes: hasMenu ? createHomes(context) : [],
    demoHref: isLanding && lastFormId !== null ? `#${lastFormId}` : context.hrefOfPage('demo'),
    signInHref: isLanding ? null : site.integrations.signInUrl,
    banner: layout === 'default' ? context.shared.banner : null,
    policyHref: context.hrefOfPage('cookie-policy') ?? context.hrefOfPage('privacy-policy'),
    year: yearOf(context.clock, site.timeZone),
    client: { ...shareClientConfig(context), middleware: look.middleware },
  };
}

type Menus = Pick<ChromeInput, 'menu' | 'footer'>;

const NO_MENUS: Menus = { menu: [], footer: [] };

const shareMenus = onceALocale(
  (context): Menus => ({
    menu: createGroups(context, HEADER_MENU, 'menu'),
    footer: createGroups(context, FOOTER_MENU, 'footer'),
  }),
);
const shareClientConfig = onceALocale(createClientConfig);

/** Makes once what the chromes of a locale have in common: they differ in the group that is active. */
function onceALocale<Value>(create: (context: LocaleContext) => Value): (context: LocaleContext) => Value {
  const made = new WeakMap<LocaleContext, Value>();
  return (context) => {
    const value = made.get(context) ?? create(context);
    made.set(context, value);
    return value;
  };
}

/** What the scripts of pages without middleware are told. */
function createClientConfig({ site, row, homePath }: LocaleContext): ClientConfig {
  const base = basePathOf(site.origin);
  const { geoUrl, chatAppId, formsPortal, copyrightBadgeId } = site.integrations;
  return {
    locale: row.locale,
    languageTag: row.languageTag,
    site: row.site,
    homeHref: hrefOf(homePath),
    ...(base === '' ? {} : { base }),
    prefixes: site.locales.map((code) => localeRow(code).prefix),
    middleware: [],
    country: new Intl.Locale(row.languageTag).maximize().region ?? '',
    geoUrl,
    scripts: Object.fromEntries(
      listThirdParties(site).map(({ id, account }) => [id, site.thirdParties[id].script.replace('{id}', account)]),
    ),
    chatAppId,
    formsPortal,
    copyrightBadgeId,
    asksConsent: asksConsent(site),
  };
}

/** The header group that a page or the list of its kind belongs to. */
function findActiveGroup(page: string): string | null {
  const listPage = page.replace(/-slug$/, '');
  const leadsThere = (target: MenuTarget | undefined) => target?.kind === 'page' && target.page === listPage;
  const group = HEADER_MENU.find(
    ({ target, submenu }) => leadsThere(target) || submenu.some((item) => leadsThere(item.target)),
  );
  return group?.id ?? null;
}

function createGroups(
  context: LocaleContext,
  groups: readonly MenuGroup[],
  place: 'menu' | 'footer',
): readonly MenuGroupInput[] {
  return groups.flatMap((group) => {
    if (!isIn(context.row.locale, group)) return [];
    const label = context.word(`common.${place}.${group.id}`);
    const link = group.target === undefined ? null : createLink(context, group.target, label);
    const items = group.submenu.flatMap((item) => createItem(context, item));
    return link === null && items.length === 0
      ? []
      : [{ id: group.id, label, link, items, promo: place === 'menu' ? createPromo(context, group.id) : null }];
  });
}

function createItem(context: LocaleContext, item: MenuItem): readonly MenuGroupInput['items'][number][] {
  if (!isIn(context.row.locale, item)) return [];
  const label = context.word(`common.menu.${item.id}`);
  const link = createLink(context, item.target, label) ?? createForeignLink(context, item, label);
  if (link === null) return [];
  return [
    {
      ...link,
      id: item.id,
      description: item.hasDescription === true ? context.word(`common.menu.${item.id}Description`) : null,
    },
  ];
}

/** Null where the target has no route in the locale. */
function createLink(context: LocaleContext, target: MenuTarget, label: string): LinkInput | null {
  switch (target.kind) {
    case 'page': {
      const href = context.hrefOfPage(target.page);
      return href === null ? null : { label, href, isOuter: false };
    }
    case 'entry': {
      const route = context.routes.findDetail(target.page, context.row.locale, target.slug);
      return route === null ? null : { label, href: hrefOf(route.path), isOuter: false };
    }
    case 'external':
      return { label, href: target.url, isOuter: true };
    case 'help-centre':
      return { label, href: helpCentreUrl(context.site, context.row.helpCentreLanguage), isOuter: true };
  }
}

/** To the page of the first locale, for items of all locales. */
function createForeignLink({ site, routes }: LocaleContext, item: MenuItem, label: string): LinkInput | null {
  const [first] = site.locales;
  if (item.isForAll !== true || item.target.kind !== 'page' || first === undefined) return null;
  const route = routes.findPage(item.target.page, first);
  if (route === null) return null;
  return { label: `${label} (${localeRow(first).ownName})`, href: hrefOf(route.path), isOuter: false };
}

/** The first office of the locale, for the footer. */
function createMainOffice({ collections }: LocaleContext): ChromeInput['office'] {
  const [office] = collections.offices;
  return office === undefined ? null : createOffice(office);
}

/** The home page of every locale. */
function createHomes({ site, routes, row }: LocaleContext): ChromeInput['homes'] {
  return site.locales.flatMap((locale) => {
    const home = routes.findPage('main', locale);
    const { ownName: label, languageTag } = localeRow(locale);
    return home === null ? [] : [{ label, href: hrefOf(home.path), languageTag, isCurrent: locale === row.locale }];
  });
}

function helpCentreUrl(site: SiteConfig, language: string): string {
  return `${site.integrations.helpCentreUrl}/hc/${language}`;
}

function createPromo(context: LocaleContext, group: string): MenuGroupInput['promo'] {
  const promo = PROMO_BANNERS.find((banner) => banner.group === group && isIn(context.row.locale, banner));
  if (promo === undefined) return null;
  const word = (part: string) => context.word(`promo.${promo.id}.${part}`);
  const link = createLink(context, promo.target, word('linkCaption'));
  if (link === null) return null;
  return {
    title: word('title'),
    quote: word('quote'),
    description: word('description'),
    link,
    image: context.images.resolve({ url: promo.imageSource, alt: null, ...promo.imageSize }, word('imageAlt')),
  };
}
