// What may come in: one zod schema a collection, and the Entry types that follow from it.
// `id`, `slug` and `title` are required (redirects: `from`, `to`); every other field is optional, those beyond the
// specification's field sets are ours, so an entry with nothing else still makes a decent page.

import * as z from 'zod';
import { BODY_COLLECTION_LIMIT, FULL_COLLECTION_LIMIT } from '../config/constants.ts';
import { blocks, formKind, richText } from './blocks.ts';
import * as field from './fields.ts';
import type { COLLECTION_HANDLES, GLOBAL_NAMES } from './handles.ts';

/** What every entry carries, whatever its collection. */
const common = {
  id: field.requiredText,
  slug: field.requiredText,
  title: field.requiredText,
  date: field.date,
  published: field.published,
  status: field.text,
  private: field.toggle,
  edit_url: field.text,
  api_url: field.text,
  origin_id: field.text,
  last_modified: field.date,
  blueprint: field.handle,
};

/** Search engine fields of anything with a page (ours). */
const seo = {
  seo_title: field.text,
  seo_description: field.text,
  seo_noindex: field.toggle,
  hide_from_index: field.toggle,
  /** BCP 47, where an entry is not in its locale's language (a Kazakh page under kz). */
  language: field.language,
};

const card = { short_description: field.text, image: field.asset };

const blogArticle = z.object({
  ...common,
  ...seo,
  ...card,
  category: field.terms,
  author: field.relation,
  content: richText,
});

const webinar = z.object({
  ...common,
  ...seo,
  page_description: field.text,
  image: field.asset,
  speakers: field.relations,
  /** When the event starts. `date` is the entry's own. */
  webinar_date: field.date,
  /** Decides alone whether the webinar is current or previous. */
  current_webinar: field.toggle,
  duration_minutes: field.amount,
  content: richText,
});

const eBook = z.object({
  ...common,
  ...seo,
  ...card,
  category: field.terms,
  content: richText,
  file: field.asset,
});

const landing = z.object({
  ...common,
  ...seo,
  subtitle: field.text,
  image: field.asset,
  content: richText,
  blocks,
});

/** The looks of a section (ours); each is one component of `templates/sections/`. */
const SECTION_KINDS = [
  'text',
  'split',
  'features',
  'steps',
  'stats',
  'quote',
  'logos',
  'plans',
  'comparison',
  'cta',
  'form',
  'faq',
  'clients',
  'team',
  'offices',
  'articles',
] as const;

/** A section of a page: a heading with text, an image, a call to action, and the items or rows of its kind (ours). */
const section = z.object({
  kind: field.choice(SECTION_KINDS),
  title: field.text,
  text: field.text,
  image: field.asset,
  cta_label: field.text,
  cta_link: field.link,
  /** `form` only. */
  form: formKind,
  items: field.rows(
    z.object({
      title: field.requiredText,
      text: field.text,
      /** A figure, a price, a number of a step. */
      value: field.text,
      image: field.asset,
      link: field.link,
      link_label: field.text,
      /** Short lines: what a plan includes. */
      points: field.rows(field.requiredText),
    }),
  ),
  /** `split` only: short lines under the text. */
  points: field.rows(field.requiredText),
  /** `comparison` only: captions of the columns, the first one that of the row headings. */
  head: field.rows(z.string()),
  rows: field.rows(z.object({ cells: field.rows(z.string()) })),
});

const page = z.object({
  ...common,
  ...seo,
  /** Where the service itself would show the page. */
  uri: field.text,
  subtitle: field.text,
  image: field.asset,
  /** Slug of the article that leads the blog. */
  hero_slug: field.text,
  cta_label: field.text,
  cta_link: field.link,
  content: richText,
  sections: field.rows(section),
  blocks,
});

const pageBlock = z.object({
  ...common,
  subtitle: field.text,
  button: field.text,
  image: field.asset,
  content: richText,
  blocks,
});

const redirect = z.object({
  ...common,
  slug: field.text,
  title: field.text,
  from: field.requiredText,
  to: field.link,
  type: field.select,
});

const client = z.object({
  ...common,
  ...card,
  industry: field.terms,
  logo: field.asset,
  quote: field.text,
  quote_author: field.text,
  link: field.link,
});
const faq = z.object({
  ...common,
  answer: field.text,
  /** The pages that show the question. */
  shown_on: field.relations,
  /** The same in older snapshots: Statamic keeps `page` for itself. */
  page: field.relations,
});
const office = z.object({
  ...common,
  city: field.text,
  country: field.text,
  address: field.text,
  phone: field.text,
  email: field.text,
});
const person = z.object({
  ...common,
  position: field.text,
  department: field.text,
  photo: field.asset,
  bio: field.text,
  link: field.link,
});
const socialLink = z.object({ ...common, link: field.link, network: field.select });

/** How a collection is read: its schema, its sort order, and how many entries a request asks for. */
const collection = <T extends z.ZodType>(schema: T, order: 'dated' | 'editors', limit: number) => ({
  schema,
  sort: order === 'dated' ? '-date,id' : 'order,id',
  isDated: order === 'dated',
  limit,
});

/** Every collection of the content service that the site reads, per site. */
export const COLLECTIONS = {
  blog_articles: collection(blogArticle, 'dated', BODY_COLLECTION_LIMIT),
  webinars: collection(webinar, 'dated', BODY_COLLECTION_LIMIT),
  'e-books': collection(eBook, 'dated', BODY_COLLECTION_LIMIT),
  landings: collection(landing, 'editors', BODY_COLLECTION_LIMIT),
  pages: collection(page, 'editors', BODY_COLLECTION_LIMIT),
  pages_block: collection(pageBlock, 'editors', BODY_COLLECTION_LIMIT),
  redirects: collection(redirect, 'editors', FULL_COLLECTION_LIMIT),
  clients: collection(client, 'editors', FULL_COLLECTION_LIMIT),
  faq: collection(faq, 'editors', FULL_COLLECTION_LIMIT),
  offices: collection(office, 'editors', FULL_COLLECTION_LIMIT),
  team: collection(person, 'editors', FULL_COLLECTION_LIMIT),
  speakers: collection(person, 'editors', FULL_COLLECTION_LIMIT),
  social_links: collection(socialLink, 'editors', FULL_COLLECTION_LIMIT),
} as const satisfies Record<(typeof COLLECTION_HANDLES)[number], unknown>;

/** The handle of a collection. */
export type Collection = keyof typeof COLLECTIONS;
/** A valid entry of a collection, in the service's field names. */
export type Entry<C extends Collection = Collection> = z.output<(typeof COLLECTIONS)[C]['schema']>;

const bannerImage = field.asset;
const topBanner = z.object({
  enabled: field.toggle,
  link: field.link,
  alt: field.text,
  /** Pixels. */
  height: field.amount,
  object_fit: field.choice(['contain', 'cover', 'fill', 'none', 'scale-down']),
  background_color: field.text.pipe(
    z
      .string()
      .regex(/^#([0-9a-f]{3}|[0-9a-f]{6})$/i, { error: 'Expected a colour such as "#1a2b3c".' })
      .nullable(),
  ),
  desktop_image: bannerImage,
  mobile_image: bannerImage,
});
const pricePageBanner = z.object({
  enabled: field.toggle,
  link: field.link,
  alt: field.text,
  desktop_image: bannerImage,
  mobile_image: bannerImage,
});

/** Globals by name. One that the service does not have in a site is unset there: no banner. */
export const GLOBALS = { top_banner: topBanner, price_page_banner: pricePageBanner } as const satisfies Record<
  (typeof GLOBAL_NAMES)[number],
  unknown
>;
/** The name of a global. */
export type GlobalName = keyof typeof GLOBALS;
/** A valid global. */
export type Global<G extends GlobalName = GlobalName> = z.output<(typeof GLOBALS)[G]>;
