// Creates the input of header, footer and banner ("chrome"). Many pages have the same chrome, and each is rendered once.

import type { ClientConfig } from '../../../client/client-config.ts';
import { asksConsent, listThirdParties } from '../../../config/define-site.ts';
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
import { listPageOf } from './page-names.ts';
import { PageNotes } from './page-notes.ts';
import { createOffice } from './people-inputs.ts';
import { findOther } from './switcher-input.ts';

/**
 * The properties of a page that its chrome depends on: pages of a locale with equal looks have the same one. `lastFormId`: the last form of
 * a landing page, where its demo button leads. `isOffer`: its first button leads where the banner does, which would say it twice.
 */
export function findChromeLook(
  { layout, page }: Pick<PageRoute, 'layout' | 'page'>,
  lastFormId: string | null,
  isOffer = false,
) {
  return {
    layout,
    hasBanner: layout === 'default' && !isOffer,
    activeGroup: findActiveGroup(page),
    isLanding: page === 'lp-slug',
    middleware: PAGES.find((row) => row.page === page)?.middleware ?? [],
    lastFormId,
  };
}

type ChromeLook = ReturnType<typeof findChromeLook>;

/** The chrome of a page with the entries that it shows. */
export function createChrome(context: LocaleContext, look: ChromeLook) {
  const { offices, social_links: links } = context.collections;
  const notes = new PageNotes({});
  const input = createChromeInput(context, look);
  if (input.banner !== null) notes.show('banner', 'globals', [{ id: 'top_banner' }]);
  if (input.office !== null) notes.show('office', 'offices', offices.slice(0, 1));
  if (input.socialLinks.length > 0) notes.show('social-link', 'social_links', links);
  return { input, shows: notes.shows };
}

/** The chrome of a page (decisions, "Header"). */
export function createChromeInput(context: LocaleContext, look: ChromeLook): ChromeInput {
  const { site, row } = context;
  const { layout, hasBanner, activeGroup, isLanding, lastFormId } = look;
  const hasMenu = layout !== 'header-only';
  const [office] = context.collections.offices;
  return {
    locale: row.locale,
    languageTag: row.languageTag,
    layout,
    activeGroup,
    brand: site.brand.name,
    legalName: site.brand.legalName,
    homeHref: hrefOf(context.homePath),
    menu: hasMenu ? createGroups(context, HEADER_MENU, 'menu') : [],
    footer: hasMenu ? createGroups(context, FOOTER_MENU, 'footer') : [],
    socialLinks: hasMenu ? context.shared.socialLinks : [],
    office: hasMenu && office !== undefined ? createOffice(context, office) : null,
    homes: hasMenu ? createHomes(context) : [],
    demoHref: isLanding && lastFormId !== null ? `#${lastFormId}` : context.hrefOfPage('demo'),
    signInHref: isLanding ? null : site.integrations.signInUrl,
    banner: hasBanner ? context.shared.banner : null,
    policyHref: context.hrefOfPage('cookie-policy') ?? context.hrefOfPage('privacy-policy'),
    year: yearOf(context.model.clock, site.timeZone),
    client: createClientConfig(context, look.middleware),
  };
}

/** The configuration of the scripts of a page. */
function createClientConfig(
  { site, row, homePath }: LocaleContext,
  middleware: ClientConfig['middleware'],
): ClientConfig {
  const base = basePathOf(site.origin);
  const { geoUrl, chatAppId, formsPortal, copyrightBadgeId } = site.integrations;
  return {
    locale: row.locale,
    languageTag: row.languageTag,
    site: row.site,
    homeHref: hrefOf(homePath),
    ...(base === '' ? {} : { base }),
    prefixes: site.locales.map((code) => localeRow(code).prefix),
    middleware,
    country: new Intl.Locale(row.languageTag).maximize().region ?? '',
    geoUrl,
    scripts: Object.fromEntries(
      listThirdParties(site).map(({ id, account }) => [id, site.thirdParties[id].script.replace('{id}', account)]),
    ),
    chatAppId,
    formsPortal,
    formsLanguage: row.formsLanguage ?? row.languageTag,
    copyrightBadgeId,
    asksConsent: asksConsent(site),
  };
}

/** The header group that has a page, or the list page of a detail page. */
function findActiveGroup(page: string): string | null {
  const listPage = listPageOf({ page });
  const leadsToPage = (target: MenuTarget | undefined) => target?.kind === 'page' && target.page === listPage;
  const group = HEADER_MENU.find(
    ({ target, submenu }) => leadsToPage(target) || submenu.some((item) => leadsToPage(item.target)),
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

/** Null if the target has no route in the locale. */
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
    case 'help-centre': {
      const { helpCentreUrl } = context.site.integrations;
      return { label, href: `${helpCentreUrl}/hc/${context.row.helpCentreLanguage}`, isOuter: true };
    }
  }
}

/** A link to the page of the first locale, for items that all locales show. */
function createForeignLink({ site, routes }: LocaleContext, item: MenuItem, label: string): LinkInput | null {
  const [first] = site.locales;
  if (item.isForAll !== true || item.target.kind !== 'page' || first === undefined) return null;
  const route = routes.findPage(item.target.page, first);
  if (route === null) return null;
  return { label: `${label} (${localeRow(first).ownName})`, href: hrefOf(route.path), isOuter: false };
}

/** The home page of every locale. */
function createHomes({ site, routes, row }: LocaleContext): ChromeInput['homes'] {
  return site.locales.flatMap((locale) => {
    const home = routes.findPage('main', locale);
    const { ownName: label, languageTag, alsoIn } = localeRow(locale);
    const other = locale === row.locale ? findOther(routes, locale) : null;
    return [
      ...(home === null ? [] : [{ label, href: hrefOf(home.path), languageTag, isCurrent: locale === row.locale }]),
      ...(other === null || alsoIn === undefined
        ? []
        : [{ label: alsoIn.ownName, href: hrefOf(other.path), languageTag: alsoIn.languageTag, isCurrent: false }]),
    ];
  });
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
