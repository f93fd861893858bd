// Header and footer groups. An item is a page, an entry with a page, a place outside, or the help centre; an item without a route in
// a locale disappears there, an emptied group with it. Captions are word keys, so the table has no language.

import type { Locale } from './locales.ts';
import type { PageName } from './pages.ts';

/** The target of a menu item. */
export type MenuTarget =
  | { readonly kind: 'page'; readonly page: PageName }
  /** The page of one entry: `lp-slug` and the slug of a landing page. */
  | { readonly kind: 'entry'; readonly page: PageName; readonly slug: string }
  | { readonly kind: 'outer'; readonly url: string }
  | { readonly kind: 'help-centre' };

/** A menu item: target, text, description, per-locale exclusions, outer-link flag (section 3). */
export interface MenuItem {
  /** Key under `menu.` in the words; `{id}Description` may be beside it. */
  readonly id: string;
  readonly target: MenuTarget;
  readonly hasDescription?: boolean;
  readonly notIn?: readonly Locale[];
}

/** A header group: a link of its own, a submenu, or both. */
export interface MenuGroup {
  readonly id: string;
  readonly target?: MenuTarget;
  readonly submenu: readonly MenuItem[];
  readonly notIn?: readonly Locale[];
}

const page = (name: PageName): MenuItem => ({ ...link(name), hasDescription: true });

/** An item without a description: the footer has none. */
const link = (name: PageName): MenuItem => ({ id: name, target: { kind: 'page', page: name } });

const HEADER = [
  {
    id: 'platform',
    submenu: [page('product'), page('insights-copilot'), page('visual-insights'), page('integrations')],
  },
  {
    id: 'use-cases',
    submenu: [
      page('audience-insights'),
      page('brand-health-tracking'),
      page('crisis-management'),
      page('competitor-analysis'),
      page('market-research'),
      page('influencer-discovery'),
      page('mentions'),
    ],
  },
  { id: 'services', submenu: [page('research'), page('benchmarks'), page('trends')] },
  {
    id: 'resources',
    submenu: [
      page('webinars'),
      page('e-books'),
      { id: 'help-centre', target: { kind: 'help-centre' }, hasDescription: true },
      page('academy'),
      page('social-listening-dashboards'),
    ],
  },
  { id: 'company', submenu: [page('about'), page('careers'), page('contacts'), page('ambassadors-program')] },
  { id: 'pricing', target: { kind: 'page', page: 'pricing' }, submenu: [] },
  { id: 'clients', target: { kind: 'page', page: 'clients' }, submenu: [] },
  { id: 'blog', target: { kind: 'page', page: 'blog' }, submenu: [] },
] as const satisfies readonly MenuGroup[];

/** The eight groups of the header, in their order. */
export const HEADER_MENU: readonly MenuGroup[] = HEADER;

/** The columns of the footer; each is a group whose caption is a word. */
export const FOOTER_MENU: readonly MenuGroup[] = [
  { id: 'platform', submenu: [link('product'), link('pricing'), link('integrations'), link('demo')] },
  { id: 'resources', submenu: [link('blog'), link('webinars'), link('e-books'), link('academy')] },
  { id: 'company', submenu: [link('about'), link('clients'), link('careers'), link('contacts')] },
  {
    id: 'legal',
    submenu: [link('privacy-policy'), link('terms-of-services'), link('cookie-policy'), link('license')],
  },
];

/** A banner beside a header group's submenu, shown from 1200 px up. Texts are words under `promo.{id}`. */
export interface PromoBanner {
  readonly id: string;
  readonly group: (typeof HEADER)[number]['id'];
  readonly target: MenuTarget;
  /** On the content service. */
  readonly imageSource: string;
  /** Pixels. */
  readonly imageSize: { readonly width: number; readonly height: number };
  readonly notIn?: readonly Locale[];
}

/** Promo banners: title, quote, description, link caption, link, image source, image alt. */
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
    notIn: ['pt'],
  },
];
