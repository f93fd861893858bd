// The collections and globals of the sample service: titles, URLs, field types and allowed filters.
// A field of a blueprint is in every document of its collection; one without a value is empty in the service's way.

import type { Collection, GlobalName } from '../../../content/collections.ts';

/** How the service sends a stored value. `sets` is rich text: HTML, or a list of sets; `rows` is always a list. */
export type Field =
  | { readonly kind: 'plain' | 'toggle' | 'date' | 'asset' | 'sets' | 'rows' }
  | { readonly kind: 'terms'; readonly taxonomy: string }
  | { readonly kind: 'entry' | 'entries'; readonly collection: Collection }
  | { readonly kind: 'select'; readonly labels: Readonly<Record<string, string>> };

/** One collection of the sample service. */
export interface Blueprint {
  readonly title: string;
  /** Path without the site's prefix, `{slug}` stands for the slug; null where entries have no page. */
  readonly route: string | null;
  /** Whether an entry with a future date is 'scheduled' until then. */
  readonly hidesFutureDates: boolean;
  readonly fields: Readonly<Record<string, Field>>;
  /** Allowed filters beside {@link COMMON_FILTERS}. */
  readonly filters: readonly string[];
}

/** Filters that every collection allows. */
export const COMMON_FILTERS: readonly string[] = ['id', 'site', 'locale', 'slug', 'published', 'status'];

const plain: Field = { kind: 'plain' };
const toggle: Field = { kind: 'toggle' };
const date: Field = { kind: 'date' };
const asset: Field = { kind: 'asset' };
const sets: Field = { kind: 'sets' };
const rows: Field = { kind: 'rows' };
const category: Field = { kind: 'terms', taxonomy: 'category' };
const redirectType: Field = {
  kind: 'select',
  labels: {
    301: '301 Permanent',
    302: '302 Temporary',
    303: '303 See Other',
    307: '307 Temporary, same method',
    308: '308 Permanent, same method',
    410: '410 Gone',
  },
};
const network: Field = {
  kind: 'select',
  labels: { linkedin: 'LinkedIn', x: 'X', youtube: 'YouTube', facebook: 'Facebook', instagram: 'Instagram' },
};
const objectFit: Field = {
  kind: 'select',
  labels: { contain: 'Contain', cover: 'Cover', fill: 'Fill', none: 'None', 'scale-down': 'Scale down' },
};

const seo = { seo_title: plain, seo_description: plain, seo_noindex: toggle, hide_from_index: toggle, language: plain };
const card = { short_description: plain, image: asset };
const person = { position: plain, department: plain, photo: asset, bio: plain, link: plain };

const blueprint = (
  title: string,
  route: string | null,
  options: { fields: Readonly<Record<string, Field>>; filters?: readonly string[]; hidesFutureDates?: boolean },
): Blueprint => ({ title, route, hidesFutureDates: false, filters: [], ...options });

/** The collections, each under its handle. */
export const BLUEPRINTS: Readonly<Record<Collection, Blueprint>> = {
  blog_articles: blueprint('Blog Articles', '/blog/{slug}', {
    fields: { ...seo, ...card, category, author: { kind: 'entry', collection: 'team' }, content: sets },
    filters: ['category', 'taxonomy:category', 'author', 'date', 'hide_from_index', 'seo_noindex', 'language'],
    hidesFutureDates: true,
  }),
  webinars: blueprint('Webinars', '/webinars/{slug}', {
    fields: {
      ...seo,
      page_description: plain,
      image: asset,
      speakers: { kind: 'entries', collection: 'speakers' },
      webinar_date: date,
      current_webinar: toggle,
      duration_minutes: plain,
      content: sets,
    },
    filters: ['current_webinar', 'hide_from_index'],
  }),
  'e-books': blueprint('E-books', '/e-books/{slug}', {
    fields: { ...seo, ...card, category, content: sets, file: asset },
    filters: ['category', 'taxonomy:category', 'hide_from_index'],
  }),
  landings: blueprint('Landings', '/lp/{slug}', {
    fields: { ...seo, subtitle: plain, image: asset, content: sets, blocks: rows },
  }),
  pages: blueprint('Pages', '/{slug}', {
    fields: {
      ...seo,
      subtitle: plain,
      image: asset,
      hero_slug: plain,
      cta_label: plain,
      cta_link: plain,
      content: sets,
      sections: rows,
      blocks: rows,
    },
  }),
  pages_block: blueprint('Pages Block', null, {
    fields: { subtitle: plain, button: plain, image: asset, content: sets, blocks: rows },
  }),
  redirects: blueprint('Redirects', null, {
    fields: { from: plain, to: plain, type: redirectType },
    filters: ['from', 'type'],
  }),
  clients: blueprint('Clients', null, {
    fields: {
      ...card,
      industry: { kind: 'terms', taxonomy: 'industry' },
      logo: asset,
      quote: plain,
      quote_author: plain,
      link: plain,
    },
    filters: ['industry', 'taxonomy:industry'],
  }),
  faq: blueprint('FAQ', null, {
    fields: { answer: plain, shown_on: { kind: 'entry', collection: 'pages' } },
    filters: ['shown_on'],
  }),
  offices: blueprint('Offices', null, {
    fields: { city: plain, country: plain, address: plain, phone: plain, email: plain },
  }),
  team: blueprint('Team', null, { fields: person, filters: ['department'] }),
  speakers: blueprint('Speakers', null, { fields: person }),
  social_links: blueprint('Social Links', null, { fields: { link: plain, network }, filters: ['network'] }),
};

/** The fields of each global. */
export const GLOBAL_FIELDS: Readonly<Record<GlobalName, Readonly<Record<string, Field>>>> = {
  top_banner: {
    enabled: toggle,
    link: plain,
    alt: plain,
    height: plain,
    object_fit: objectFit,
    background_color: plain,
    desktop_image: asset,
    mobile_image: asset,
  },
  price_page_banner: { enabled: toggle, link: plain, alt: plain, desktop_image: asset, mobile_image: asset },
};

/** Handles of the collections. */
export const SAMPLE_COLLECTIONS = Object.keys(BLUEPRINTS) as readonly Collection[];
/** Names of the globals. */
export const SAMPLE_GLOBALS = Object.keys(GLOBAL_FIELDS) as readonly GlobalName[];
