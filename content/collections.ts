// What may come in: one zod schema a collection, and the Entry types that follow from it.
// `id`, `slug` and `title` are required (redirects: `from`, `to`); every other field is optional, those beyond the
// specification's field sets are ours, so an entry with nothing else still makes a decent page.

import * as z from 'zod';
import { BODY_COLLECTION_LIMIT, FULL_COLLECTION_LIMIT } from '../config/constants.ts';
import { blocks, formKind, richText } from './blocks.ts';
import * as field from './fields.ts';

const optional = <T extends z.ZodType>(schema: T) => z.preprocess((value) => value ?? null, schema);

/** What every entry carries, whatever its collection. */
const common = {
  id: field.requiredText,
  slug: field.requiredText,
  title: field.requiredText,
  date: optional(field.date),
  published: z.preprocess((value) => value ?? true, z.boolean()),
  status: optional(field.text),
  private: optional(field.toggle),
  edit_url: optional(field.text),
  api_url: optional(field.text),
  origin_id: optional(field.text),
  last_modified: optional(field.date),
  blueprint: optional(
    z.preprocess(
      (value) => (typeof value === 'object' && value !== null && 'handle' in value ? value.handle : value),
      field.text,
    ),
  ),
};

/** Search engine fields of anything with a page (ours). */
const seo = {
  seo_title: optional(field.text),
  seo_description: optional(field.text),
  seo_noindex: optional(field.toggle),
  hide_from_index: optional(field.toggle),
  /** BCP 47, where an entry is not in its locale's language (a Kazakh page under kz). */
  language: optional(field.language),
};

const card = { short_description: optional(field.text), image: optional(field.asset) };

const blogArticle = z.object({
  ...common,
  ...seo,
  ...card,
  category: optional(field.terms),
  author: optional(field.relation),
  content: optional(richText),
});

const webinar = z.object({
  ...common,
  ...seo,
  page_description: optional(field.text),
  image: optional(field.asset),
  speakers: optional(field.relations),
  /** When the event starts. `date` is the entry's own. */
  webinar_date: optional(field.date),
  /** Decides alone whether the webinar is current or previous. */
  current_webinar: optional(field.toggle),
  duration_minutes: optional(field.number),
  content: optional(richText),
});

const eBook = z.object({
  ...common,
  ...seo,
  ...card,
  category: optional(field.terms),
  content: optional(richText),
  file: optional(field.asset),
});

const landing = z.object({
  ...common,
  ...seo,
  subtitle: optional(field.text),
  image: optional(field.asset),
  content: optional(richText),
  blocks: optional(blocks),
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
  kind: optional(z.enum(SECTION_KINDS).nullable()),
  title: optional(field.text),
  text: optional(field.text),
  image: optional(field.asset),
  cta_label: optional(field.text),
  cta_link: optional(field.link),
  /** `form` only. */
  form: optional(formKind.nullable()),
  items: optional(
    field.rows(
      z.object({
        title: field.requiredText,
        text: optional(field.text),
        /** A figure, a price, a number of a step. */
        value: optional(field.text),
        image: optional(field.asset),
        link: optional(field.link),
        link_label: optional(field.text),
        /** Short lines: what a plan includes. */
        points: optional(field.rows(field.requiredText)),
      }),
    ),
  ),
  /** `split` only: short lines under the text. */
  points: optional(field.rows(field.requiredText)),
  /** `comparison` only: captions of the columns, the first one that of the row headings. */
  head: optional(field.rows(z.string())),
  rows: optional(field.rows(z.object({ cells: field.rows(z.string()) }))),
});

const page = z.object({
  ...common,
  ...seo,
  subtitle: optional(field.text),
  image: optional(field.asset),
  /** Slug of the article that leads the blog. */
  hero_slug: optional(field.text),
  cta_label: optional(field.text),
  cta_link: optional(field.link),
  content: optional(richText),
  sections: optional(field.rows(section)),
  blocks: optional(blocks),
});

const pageBlock = z.object({
  ...common,
  subtitle: optional(field.text),
  button: optional(field.text),
  image: optional(field.asset),
  content: optional(richText),
  blocks: optional(blocks),
});

const redirect = z.object({
  ...common,
  slug: optional(field.text),
  title: optional(field.text),
  from: field.requiredText,
  to: optional(field.link),
  type: optional(field.select),
});

const client = z.object({
  ...common,
  ...card,
  industry: optional(field.terms),
  logo: optional(field.asset),
  quote: optional(field.text),
  quote_author: optional(field.text),
  link: optional(field.link),
});
const faq = z.object({ ...common, answer: optional(field.text), page: optional(field.text) });
const office = z.object({
  ...common,
  city: optional(field.text),
  country: optional(field.text),
  address: optional(field.text),
  phone: optional(field.text),
  email: optional(field.text),
});
const person = z.object({
  ...common,
  position: optional(field.text),
  department: optional(field.text),
  photo: optional(field.asset),
  bio: optional(field.text),
  link: optional(field.link),
});
const socialLink = z.object({ ...common, link: optional(field.link), network: optional(field.select) });

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
} as const;

/** The handle of a collection. */
export type Collection = keyof typeof COLLECTIONS;
/** A valid entry of a collection, in the service's field names. */
export type Entry<C extends Collection = Collection> = z.output<(typeof COLLECTIONS)[C]['schema']>;

/** The handles in the order in which they are read. */
export const COLLECTION_HANDLES = Object.keys(COLLECTIONS) as readonly Collection[];

const bannerImage = optional(field.asset);
const topBanner = z.object({
  enabled: optional(field.toggle),
  link: optional(field.link),
  alt: optional(field.text),
  /** Pixels. */
  height: optional(field.number),
  object_fit: z
    .preprocess((value) => value ?? null, field.select)
    .pipe(z.enum(['contain', 'cover', 'fill', 'none', 'scale-down']).nullable()),
  background_color: optional(field.text).pipe(
    z
      .string()
      .regex(/^#([0-9a-f]{3}|[0-9a-f]{6})$/i, { error: 'Expected a colour such as "#1a2b3c".' })
      .nullable(),
  ),
  desktop_image: bannerImage,
  mobile_image: bannerImage,
});
const pricePageBanner = z.object({
  enabled: optional(field.toggle),
  link: optional(field.link),
  alt: optional(field.text),
  desktop_image: bannerImage,
  mobile_image: bannerImage,
});

/** Globals by name. One that the service does not have in a site is unset there: no banner. */
export const GLOBALS = { top_banner: topBanner, price_page_banner: pricePageBanner } as const;
/** The name of a global. */
export type GlobalName = keyof typeof GLOBALS;
/** A valid global. */
export type Global<G extends GlobalName = GlobalName> = z.output<(typeof GLOBALS)[G]>;
/** The names in the order in which they are read. */
export const GLOBAL_NAMES = Object.keys(GLOBALS) as readonly GlobalName[];
