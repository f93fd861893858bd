// The menus of header and footer. An item links to a page, an entry, another site or the help centre. Items without a page in a locale
// and empty groups are omitted. Labels are messages of locales/.

import type { Locale } from './locales.ts';
import type { PageName } from './pages.ts';

/** The target of a menu item. */
export type MenuTarget =
  | { readonly kind: 'page'; readonly page: PageName }
  /** The page of one entry: `lp-slug` and the slug of a landing page. */
  | { readonly kind: 'entry'; readonly page: PageName; readonly slug: string }
  | { readonly kind: 'external'; readonly url: string }
  | { readonly kind: 'help-centre' };

/** A menu item. */
export interface MenuItem {
  /** Key of its message under `menu.`; `{id}Description` is that of its description. */
  readonly id: string;
  readonly target: MenuTarget;
  readonly hasDescription?: boolean;
  /** If the locale does not have the page, the item links to that of the first locale and names its language. */
  readonly isForAll?: boolean;
  /** Default: all locales. */
  readonly onlyIn?: readonly Locale[];
}

/** A menu group: a link, a submenu, or both. */
export interface MenuGroup {
  readonly id: string;
  readonly target?: MenuTarget;
  readonly submenu: readonly MenuItem[];
  /** Default: all locales. */
  readonly onlyIn?: readonly Locale[];
}

const page = (name: PageName): MenuItem => ({ ...link(name), hasDescription: true });

/** An item without description, for the footer. */
const link = (name: PageName): MenuItem => ({ id: name, target: { kind: 'page', page: name } });

/** A legal text. */
const legal = (name: PageName): MenuItem => ({ ...link(name), isForAll: true });

const SECURITY: MenuItem = { id: 'security', target: { kind: 'entry', page: 'name', slug: 'security' } };
/** Says what is broken. */
export const STATUS_URL = 'https://status.example.org/murmurlens';

const HELP_CENTRE: MenuItem = { id: 'help-centre', target: { kind: 'help-centre' } };

const HEADER = [
  {
    id: 'platform',
    submenu: [
      page('product'),
      page('mentions'),
      page('visual-insights'),
      page('insights-copilot'),
      page('integrations'),
      { ...SECURITY, hasDescription: true },
    ],
  },
  {
    id: 'use-cases',
    submenu: [
      page('brand-health-tracking'),
      page('crisis-management'),
      page('competitor-analysis'),
      page('market-research'),
      page('audience-insights'),
      page('influencer-discovery'),
    ],
  },
  { id: 'services', submenu: [page('research'), page('benchmarks'), page('trends')] },
  {
    id: 'resources',
    submenu: [
      page('webinars'),
      page('e-books'),
      { ...HELP_CENTRE, hasDescription: true },
      page('academy'),
      page('social-listening-dashboards'),
    ],
  },
  { id: 'company', submenu: [page('about'), page('careers'), page('contacts'), page('ambassadors-program')] },
  { id: 'pricing', target: { kind: 'page', page: 'pricing' }, submenu: [] },
  { id: 'clients', target: { kind: 'page', page: 'clients' }, submenu: [] },
  { id: 'blog', target: { kind: 'page', page: 'blog' }, submenu: [] },
] as const satisfies readonly MenuGroup[];

/** The groups of the header, in order. */
export const HEADER_MENU: readonly MenuGroup[] = HEADER;

/** The columns of the footer. */
export const FOOTER_MENU: readonly MenuGroup[] = [
  {
    id: 'platform',
    submenu: [
      link('product'),
      link('mentions'),
      link('visual-insights'),
      link('insights-copilot'),
      link('integrations'),
      link('pricing'),
      link('demo'),
    ],
  },
  {
    id: 'use-cases',
    submenu: [
      link('brand-health-tracking'),
      link('crisis-management'),
      link('competitor-analysis'),
      link('market-research'),
      link('audience-insights'),
      link('influencer-discovery'),
    ],
  },
  {
    id: 'resources',
    submenu: [
      link('blog'),
      link('webinars'),
      link('e-books'),
      link('academy'),
      { id: 'newsletter', target: { kind: 'entry', page: 'lp-slug', slug: 'thursday-letter' } },
      HELP_CENTRE,
      { id: 'status', target: { kind: 'external', url: STATUS_URL } },
    ],
  },
  { id: 'company', submenu: [link('about'), link('clients'), link('careers'), link('contacts')] },
  {
    id: 'legal',
    submenu: [legal('privacy-policy'), legal('terms-of-services'), legal('cookie-policy'), link('license'), SECURITY],
  },
];

/** A banner next to the submenu of a header group, on screens from 1200 px. Its texts are messages under `promo.{id}`. */
export interface PromoBanner {
  readonly id: string;
  readonly group: (typeof HEADER)[number]['id'];
  readonly target: MenuTarget;
  /** On the content service. */
  readonly imageSource: string;
  /** Pixels. */
  readonly imageSize: { readonly width: number; readonly height: number };
  /** Default: all locales. */
  readonly onlyIn?: readonly Locale[];
}

/** All promo banners. */
export const PROMO_BANNERS: readonly PromoBanner[] = [
  {
    id: 'guide',
    group: 'resources',
    target: { kind: 'entry', page: 'lp-slug', slug: 'crisis-guide' },
    imageSource: '/assets/blog/crisis.svg',
    imageSize: { width: 1200, height: 630 },
  },
  {
    id: 'copilot',
    group: 'platform',
    target: { kind: 'page', page: 'insights-copilot' },
    imageSource: '/assets/pages/copilot.svg',
    imageSize: { width: 1200, height: 800 },
    onlyIn: ['en', 'es', 'ua', 'kz'],
  },
];
