// The collections and globals of the content service: a zod schema for each, from which the Entry types follow.
// `id`, `slug` and `title` are required (redirects: `from`). All other fields are optional, so an entry without them still makes a
// decent page.

import * as z from 'zod';
import { BODY_COLLECTION_LIMIT, FULL_COLLECTION_LIMIT, SEO_TITLE_MAX_LENGTH } from '../config/constants.ts';
import { askedFields, blocks, formKind, richText } from './blocks.ts';
import { kind, shown } from './editing.ts';
import * as field from './fields.ts';
import type { COLLECTION_HANDLES, GLOBAL_NAMES } from './handles.ts';
import { screenChoice } from './screens.ts';

/** Fields of every entry. Those without a label are set by the service. */
const common = {
  id: field.requiredText,
  title: shown(field.requiredText, 'Title'),
  slug: shown(field.requiredText, 'Slug', { type: 'slug' }),
  /** Only in dated collections. */
  date: shown(field.date, 'Date', { isRequired: true }),
  published: field.published,
  status: field.status,
  private: field.toggle,
  edit_url: field.text,
  api_url: field.text,
  origin_id: field.text,
  last_modified: field.date,
  blueprint: field.handle,
};

/** Search engine fields of entries with a page. */
const seo = {
  seo_title: shown(field.text, 'Title in search results', {
    instructions: 'If empty, the title.',
    max: SEO_TITLE_MAX_LENGTH,
  }),
  seo_description: shown(field.longText, 'Description in search results', {
    instructions: 'One or two sentences. If empty, the short description.',
    max: 160,
  }),
  seo_noindex: shown(field.toggle, 'Keep out of search engines', { width: 50 }),
  hide_from_index: shown(field.toggle, 'Keep out of the lists of the site', { width: 50 }),
  /** BCP 47, if it differs from the language of the locale (a Kazakh page under kz). */
  language: shown(field.language, 'Language', {
    instructions: 'Only if it differs from the language of the site: a tag such as kk-KZ.',
  }),
};

const card = {
  short_description: shown(field.longText, 'Short description', { instructions: 'On cards, and in search results.' }),
  image: shown(field.asset, 'Picture'),
};

const opening = {
  subtitle: shown(field.longText, 'Subtitle'),
  image: shown(field.asset, 'Picture'),
};

const content = shown(richText, 'Text');
const pageBlocks = shown(blocks, 'Blocks');

/** Taxonomies with their titles. */
export const TAXONOMIES = { category: 'Categories', industry: 'Industries' } as const;

/**
 * Fields that cards show as they are: texts, numbers, lines. Templates of cards and of the pages of these entries get them by name, in
 * `fields`. A field of cards needs nothing else but a line here and its place in a template.
 */
const shownOnCards = {
  blog_articles: {
    correction: shown(field.text, 'Last correction', {
      instructions:
        'What was wrong, in a few words: "Eight weeks, not six." The text begins with the sentence, crossed out.',
    }),
  },
  'e-books': {
    pages: shown(field.amount, 'Number of pages', { width: 50 }),
    spine: shown(field.colours, 'Colours of the spine', {
      instructions: 'Ground and bands, as on the cover: "#f8f3ec #b98b5e".',
      width: 50,
    }),
    correction: shown(field.text, 'Last correction', {
      instructions: 'Page and change: "Page 31: the lily was a lid."',
    }),
    corrected_words: shown(field.text, 'What stood there before', {
      instructions: 'Crossed out, above the correction.',
    }),
  },
  webinars: {
    duration_minutes: shown(field.amount, 'Duration in minutes', { width: 50 }),
    screen: shown(screenChoice, 'Product screen', {
      instructions: 'Instead of the picture, on cards and next to the title.',
    }),
  },
};

const blogArticle = z.object({
  ...common,
  ...card,
  ...shownOnCards.blog_articles,
  category: shown(field.terms('category'), TAXONOMIES.category, { width: 50 }),
  author: shown(field.relation('team'), 'Author', { width: 50 }),
  content,
  ...seo,
});

const webinar = z.object({
  ...common,
  page_description: shown(field.longText, 'Description', { instructions: 'On cards, and above the text.' }),
  image: shown(field.asset, 'Picture'),
  speakers: shown(field.relations('speakers'), 'Speakers'),
  /** Start of the event. `date` is that of the entry. */
  webinar_date: shown(field.date, 'Start of the webinar', { width: 50 }),
  ...shownOnCards.webinars,
  time_zone: shown(field.timeZone, 'Time zone', {
    instructions: 'The start is shown in it, such as "Europe/Kyiv". Empty: that of the site.',
  }),
  agenda: shown(field.lines, 'Agenda', {
    instructions: 'One part a line. It may begin with its time: "0:10 Questions".',
  }),
  /** Upcoming or past: dates do not matter. */
  current_webinar: shown(field.toggle, 'Upcoming', { instructions: 'Off: listed among the past webinars.' }),
  content,
  ...seo,
});

const eBook = z.object({
  ...common,
  ...card,
  category: shown(field.terms('category'), TAXONOMIES.category, { width: 50 }),
  author: shown(field.relation('team'), 'Author', { width: 50 }),
  content,
  ...shownOnCards['e-books'],
  chapters: shown(field.lines, 'Chapters', {
    instructions: 'One a line. It may begin with its page: "11 Two sources".',
  }),
  sample: shown(field.html, 'A page to try', { instructions: 'The text of one page of the book.' }),
  sample_page: shown(field.amount, 'Number of that page', { width: 50 }),
  sample_screen: shown(screenChoice, 'Picture on that page', { width: 50 }),
  file: shown(field.asset, 'File to download'),
  ...seo,
});

const landing = z.object({ ...common, ...opening, content, blocks: pageBlocks, ...seo });

/** Kinds of sections; each is a component of `templates/sections/`. */
export const SECTIONS = {
  text: 'Text',
  split: 'Text beside a picture or a product screen',
  screen: 'Product screen',
  features: 'Features',
  steps: 'Steps (headings that tell times, such as "Day 1", make a line of time)',
  stats: 'Figures',
  quote: 'Quotation (the heading is the quotation, the text its author)',
  logos: 'Logos',
  plans: 'Plans with prices',
  comparison: 'Comparison table',
  cta: 'Call to action',
  form: 'Form',
  faq: 'Questions of this page',
  clients: 'Clients',
  team: 'Team',
  offices: 'Offices (with a button: only their map)',
  articles: 'Newest articles',
  directory: 'Directory (the figure of an item is its category)',
  jobs: 'Open positions (the figure of an item is the pay, its points are place and team)',
  content: 'Text of this page (else it comes last, before a closing form or call to action)',
} as const;

/** The fields of an item that not every kind with items shows. */
const sectionItem = z.object({
  title: shown(field.requiredText, 'Heading', { width: 66 }),
  value: shown(field.text, 'Figure or price', {
    instructions: 'A figure, a price or pay; in a directory the category. Not for steps and logos.',
    shownIn: ['features', 'stats', 'plans', 'directory', 'jobs'],
    width: 33,
  }),
  text: shown(field.html, 'Text', {
    instructions: 'Not for figures and logos.',
    shownIn: ['features', 'steps', 'plans', 'directory', 'jobs'],
  }),
  image: shown(field.asset, 'Picture', {
    instructions: 'For features, steps, logos and a directory.',
    shownIn: ['features', 'steps', 'logos', 'directory'],
  }),
  screen: shown(screenChoice, 'Product screen', {
    instructions: 'For features: its corner as a picture. All items need one.',
    shownIn: ['features'],
  }),
  link: shown(field.link, 'Link', {
    instructions: 'Not for figures.',
    shownIn: ['features', 'steps', 'logos', 'plans', 'directory', 'jobs'],
    width: 50,
  }),
  link_label: shown(field.text, 'Text of the link', {
    instructions: 'Empty: the heading. Not for figures and a directory.',
    shownIn: ['features', 'steps', 'logos', 'plans', 'jobs'],
    width: 50,
  }),
  points: shown(field.lines, 'Points', {
    instructions: 'Short lines: what a plan includes. Not for figures and logos.',
    shownIn: ['features', 'steps', 'plans', 'directory', 'jobs'],
  }),
  period: shown(field.text, 'What the price is for', {
    instructions: 'Of a plan: "a month, billed yearly".',
    shownIn: ['plans'],
    width: 50,
  }),
  badge: shown(field.text, 'Badge', {
    instructions: 'Of the plan that stands out: "Most popular".',
    shownIn: ['plans'],
    width: 50,
  }),
  other_value: shown(field.text, 'Price in the other period', {
    instructions: 'Of a plan.',
    shownIn: ['plans'],
    width: 33,
  }),
  other_period: shown(field.text, 'What that price is for', {
    instructions: 'Of a plan.',
    shownIn: ['plans'],
    width: 66,
  }),
  volumes: shown(field.lines, 'Mentions a month, for the slider', {
    instructions: 'Of a plan: one to three stops, short and rising, such as "5,000". Empty in all plans: no slider.',
    shownIn: ['plans'],
  }),
});

const KINDS = field.valuesOf(SECTIONS);

/** A section of a page: a heading with text, image and call to action, and the items or rows of its kind. */
export const section = z.object({
  kind: shown(field.choice(SECTIONS), 'Kind'),
  title: shown(field.text, 'Heading'),
  text: shown(field.html, 'Text'),
  image: shown(field.asset, 'Picture', { onlyIf: { field: 'kind', is: ['text', 'split', 'quote', 'cta'] } }),
  cta_label: shown(field.text, 'Text of the button', { width: 50 }),
  cta_link: shown(field.link, 'Link of the button', {
    onlyIf: { field: 'kind', is: KINDS.filter((kind) => kind !== 'form') },
    width: 50,
  }),
  screen: shown(screenChoice, 'Product screen', {
    onlyIf: { field: 'kind', is: ['split', 'screen', 'stats', 'quote', 'cta', 'form'] },
  }),
  form: shown(formKind, 'Form', { onlyIf: { field: 'kind', is: ['form'] } }),
  ...askedFields({ onlyIf: { field: 'kind', is: ['form'] } }),
  billing: shown(field.lines, 'Billing periods', {
    instructions: 'Names of both periods, such as "Yearly" and "Monthly". Empty: prices without a switch.',
    onlyIf: { field: 'kind', is: ['plans'] },
  }),
  category: shown(field.text, 'Slug of a category, or a department', {
    instructions: 'Only articles of the category, or people of the department. Empty: all.',
    onlyIf: { field: 'kind', is: ['articles', 'team'] },
  }),
  limit: shown(field.amount, 'How many articles', {
    instructions: 'At most. Empty: 6.',
    onlyIf: { field: 'kind', is: ['articles'] },
  }),
  items: shown(field.rows(sectionItem), 'Items', {
    onlyIf: { field: 'kind', is: ['features', 'steps', 'stats', 'logos', 'plans', 'directory', 'jobs'] },
  }),
  source: shown(field.text, 'Where the figures come from', {
    instructions: 'Source, sample and date. Empty: the page says that we do not know yet.',
    onlyIf: { field: 'kind', is: ['stats'] },
  }),
  points: shown(field.lines, 'Short lines under the text', {
    onlyIf: { field: 'kind', is: ['split'] },
  }),
  head: shown(field.cells, 'Headings of the columns', {
    instructions: 'The first one is above the headings of the rows.',
    onlyIf: { field: 'kind', is: ['comparison'] },
  }),
  rows: shown(field.table, 'Rows', {
    onlyIf: { field: 'kind', is: ['comparison'] },
  }),
});

const sections = shown(field.rows(section), 'Sections');

/** Fields that several blueprints share. */
export const FIELDSETS = {
  seo: kind(z.object(seo), { label: 'Search engines' }),
  card: kind(z.object(card), { label: 'Card' }),
  opening: kind(z.object(opening), { label: 'Opening' }),
  rich_text: kind(z.object({ content }), { label: 'Rich text' }),
  sections: kind(z.object({ sections }), { label: 'Sections' }),
  blocks: kind(z.object({ blocks: pageBlocks }), { label: 'Blocks' }),
} as const;

const page = z.object({
  ...common,
  /** The path at which the service itself would show the page. */
  uri: field.text,
  ...opening,
  image_small: shown(field.asset, 'Picture on phones', { instructions: 'Empty: the same one.' }),
  cta_label: shown(field.text, 'Text of the button', { width: 50 }),
  cta_link: shown(field.link, 'Link of the button', { width: 50 }),
  second_label: shown(field.text, 'Text of the second, quiet button', { width: 50 }),
  second_link: shown(field.link, 'Link of the second button', { width: 50 }),
  screen: shown(screenChoice, 'Product screen', { instructions: 'Shown instead of the picture.' }),
  hero_slug: shown(field.text, 'Leading article', { instructions: 'Only on the page "blog": the slug of an article.' }),
  content,
  sections,
  blocks: pageBlocks,
  ...seo,
});

const pageBlock = z.object({
  ...common,
  ...opening,
  button: shown(field.text, 'Text of the button'),
  ...askedFields(),
  content,
  blocks: pageBlocks,
});

const redirect = z.object({
  ...common,
  slug: field.text,
  title: field.text,
  from: shown(field.requiredText, 'From', { instructions: 'A path of the site, such as /old-page/.', width: 50 }),
  to: shown(field.link, 'To', { instructions: 'Not needed for 410.', width: 50 }),
  type: shown(
    field.select({
      301: '301 Permanent',
      302: '302 Temporary',
      303: '303 See Other',
      307: '307 Temporary, same method',
      308: '308 Permanent, same method',
      410: '410 Gone',
    }),
    'Kind',
  ),
});

const client = z.object({
  ...common,
  logo: shown(field.asset, 'Logo'),
  ...card,
  industry: shown(field.terms('industry'), TAXONOMIES.industry, { width: 50 }),
  link: shown(field.link, 'Link', { width: 50 }),
  quote: shown(field.longText, 'What they say'),
  quote_author: shown(field.text, 'Who says it', { instructions: 'Name, then the position after a comma.' }),
  portrait: shown(field.asset, 'Portrait of that person'),
  figure: shown(field.text, 'What they found, as a figure', { instructions: 'Such as "64 photos".', width: 33 }),
  figure_label: shown(field.text, 'What the figure says', {
    instructions: 'Such as "of one cracked tile, in eleven weeks".',
    width: 66,
  }),
  figure_source: shown(field.text, 'Where the figures come from', { instructions: 'Source, sample and date.' }),
  before: shown(field.longText, 'Story: before', {
    instructions: 'The page "clients" tells the story if its three parts are written.',
  }),
  before_figure: shown(field.text, 'Figure of before', { instructions: 'Such as "11 a month".', width: 33 }),
  found: shown(field.longText, 'Story: what they found', { instructions: 'Its figure is the one above.' }),
  changed: shown(field.longText, 'Story: what changed'),
  changed_figure: shown(field.text, 'Figure of what changed', { instructions: 'Such as "2 a month".', width: 33 }),
  screen: shown(screenChoice, 'Story: picture', { instructions: 'A piece for a card, above what people posted.' }),
  posts: shown(field.lines, 'Story: what people posted', {
    instructions: 'One a line: when, a colon, what. "19:02: My phone has gone on holiday."',
  }),
});
const faq = z.object({
  ...common,
  title: shown(field.requiredText, 'Question'),
  answer: shown(field.html, 'Answer'),
  shown_on: shown(field.relations('pages'), 'Pages', {
    instructions: 'Each page needs a section of the kind "Questions of this page".',
  }),
  /** The name of `shown_on` in older snapshots: Statamic reserves `page`. */
  page: field.relations('pages'),
});
const office = z.object({
  ...common,
  title: shown(field.requiredText, 'Name'),
  city: shown(field.text, 'City', { width: 50 }),
  country: shown(field.text, 'Country', { width: 50 }),
  address: shown(field.longText, 'Address'),
  phone: shown(field.text, 'Phone', { width: 50 }),
  email: shown(field.text, 'E-mail', { width: 50 }),
  languages: shown(field.text, 'Languages', { instructions: 'In which languages it answers.' }),
  photo: shown(field.asset, 'Picture', { instructions: 'Its door, or its street.' }),
  coordinates: shown(field.coordinates, 'Place on the map', {
    instructions: 'Latitude and longitude as maps copy them: "53.34, -6.27". Empty: the office is not on the map.',
  }),
  opens: shown(field.clockTime, 'Opens on weekdays', { instructions: 'Local time, such as "09:00".', width: 33 }),
  closes: shown(field.clockTime, 'Closes on weekdays', { instructions: 'Such as "18:00".', width: 33 }),
  time_zone: shown(field.timeZone, 'Time zone', {
    instructions: 'Such as "Europe/Dublin". With it, visitors see whether the office is open.',
    width: 33,
  }),
});
const person = z.object({
  ...common,
  title: shown(field.requiredText, 'Name'),
  position: shown(field.text, 'Position', { width: 50 }),
  department: shown(field.text, 'Department', { width: 50 }),
  photo: shown(field.asset, 'Photo'),
  bio: shown(field.longText, 'Biography'),
  link: shown(field.link, 'Profile or website'),
  language: shown(field.language, 'Language', {
    instructions:
      'Only of a second entry of a person, as the author of texts in another language: a tag such as kk-KZ.',
  }),
});
const socialLink = z.object({
  ...common,
  title: shown(field.requiredText, 'Name'),
  link: shown(field.link, 'Address'),
  network: shown(
    field.select({ linkedin: 'LinkedIn', x: 'X', youtube: 'YouTube', facebook: 'Facebook', instagram: 'Instagram' }),
    'Network',
  ),
});

/** The settings of a collection, apart from its fields. */
interface CollectionSettings {
  readonly title: string;
  /** Path with the placeholder `{slug}`, without the prefix of the site; null if entries have no page. */
  readonly route: string | null;
  /** By date, newest first, or in the order of editors. */
  readonly order: 'dated' | 'editors';
  /** Entries with a future date are 'scheduled' until then. */
  readonly hidesFutureDates?: boolean;
  /** Entries per request. */
  readonly limit: number;
  /** The title of entries without title and slug, made from their fields. */
  readonly titleFormat?: string;
  /** Blueprints by handle, if editors can choose one: title, and the fields that it does not have. */
  readonly blueprints?: Readonly<Record<string, { readonly title: string; readonly without: readonly string[] }>>;
}

const collection = <T extends z.ZodObject>(
  schema: T,
  { order, hidesFutureDates = false, titleFormat, blueprints, ...settings }: CollectionSettings,
) => ({
  ...settings,
  hidesFutureDates,
  titleFormat: titleFormat ?? null,
  blueprints: blueprints ?? null,
  schema,
  sort: order === 'dated' ? '-date,id' : 'order,id',
  isDated: order === 'dated',
});

const dated = { order: 'dated', limit: BODY_COLLECTION_LIMIT } as const;
const withBodies = { order: 'editors', limit: BODY_COLLECTION_LIMIT } as const;
const list = { order: 'editors', limit: FULL_COLLECTION_LIMIT, route: null } as const;

/** The collections that the site reads, in each of its locales. */
export const COLLECTIONS = {
  blog_articles: collection(blogArticle, {
    ...dated,
    title: 'Blog Articles',
    route: '/blog/{slug}',
    hidesFutureDates: true,
  }),
  webinars: collection(webinar, {
    ...dated,
    title: 'Webinars',
    route: '/webinars/{slug}',
  }),
  'e-books': collection(eBook, {
    ...dated,
    title: 'E-books',
    route: '/e-books/{slug}',
  }),
  landings: collection(landing, { ...withBodies, title: 'Landings', route: '/lp/{slug}' }),
  pages: collection(page, {
    ...withBodies,
    title: 'Pages',
    route: '/{slug}',
    blueprints: {
      pages: { title: 'Page', without: ['blocks'] },
      page_constructor: {
        title: 'Page built from blocks',
        without: ['cta_label', 'cta_link', 'second_label', 'second_link', 'screen', 'hero_slug', 'sections'],
      },
    },
  }),
  pages_block: collection(pageBlock, { ...withBodies, title: 'Pages Block', route: null }),
  redirects: collection(redirect, { ...list, title: 'Redirects', titleFormat: '{from}' }),
  clients: collection(client, { ...list, title: 'Clients' }),
  faq: collection(faq, { ...list, title: 'FAQ' }),
  offices: collection(office, { ...list, title: 'Offices' }),
  team: collection(person, { ...list, title: 'Team' }),
  speakers: collection(person, { ...list, title: 'Speakers' }),
  social_links: collection(socialLink, { ...list, title: 'Social Links' }),
} as const satisfies Record<(typeof COLLECTION_HANDLES)[number], unknown>;

/** The handle of a collection. */
export type Collection = keyof typeof COLLECTIONS;
/** A valid entry of a collection, in the service's field names. */
export type Entry<C extends Collection = Collection> = z.output<(typeof COLLECTIONS)[C]['schema']>;

const cardFields = z.object({
  ...shownOnCards.blog_articles,
  ...shownOnCards['e-books'],
  ...shownOnCards.webinars,
});
/** The fields that cards show as they are. A card has those of its collection. */
export type CardFields = Partial<z.output<typeof cardFields>>;
/** The names of these fields. */
export const CARD_FIELDS = cardFields.keyof().options;

const banner = {
  enabled: shown(field.toggle, 'Show the banner'),
  link: shown(field.link, 'Link'),
  alt: shown(field.text, 'Text of the picture', {
    instructions: 'What the picture says, for people who cannot see it.',
  }),
  desktop_image: shown(field.asset, 'Picture on wide screens', { width: 50 }),
  mobile_image: shown(field.asset, 'Picture on phones', { width: 50 }),
};
const pricePageBanner = kind(z.object(banner), { label: 'Banner of the pricing page' });
const topBanner = kind(
  z.object({
    ...banner,
    height: shown(field.amount, 'Height in pixels', { width: 33 }),
    object_fit: shown(
      field.choice({ contain: 'Contain', cover: 'Cover', fill: 'Fill', none: 'None', 'scale-down': 'Scale down' }),
      'How the picture fills it',
      { width: 33 },
    ),
    background_color: shown(field.colour, 'Background', { width: 33 }),
  }),
  { label: 'Banner above the header' },
);

const sources = kind(
  z.object({
    sources: shown(
      field.rows(
        z.object({
          figures: shown(field.figures, 'Figures', {
            instructions:
              'As the texts write them, one a line: "31 million posts". The first place on each page gets a number.',
          }),
          source: shown(field.longText, 'Where they come from', {
            instructions: 'Source, sample and date. Empty: the page says that we do not know yet.',
          }),
        }),
      ),
      'Sources',
    ),
  }),
  { label: 'Sources of figures' },
);

/** Globals by name. A site does without those that are not set there. */
export const GLOBALS = { top_banner: topBanner, price_page_banner: pricePageBanner, sources } as const satisfies Record<
  (typeof GLOBAL_NAMES)[number],
  unknown
>;
/** The name of a global. */
export type GlobalName = keyof typeof GLOBALS;
/** A valid global. */
export type Global<G extends GlobalName = GlobalName> = z.output<(typeof GLOBALS)[G]>;
