// The sets of a rich text field and of a page built from blocks, a union by `type`. Text in them is HTML as an editor wrote it; only
// the rich text component turns it into markup.

import * as z from 'zod';
import { type Editing, kind, shown } from './editing.ts';
import * as field from './fields.ts';

const set = <Type extends string, Shape extends z.ZodRawShape>(
  type: Type,
  [group, label]: readonly [group: string, label: string],
  shape: Shape,
) => kind(z.object({ type: z.literal(type), ...shape }), { label, group });

const EMBEDS = {
  instagram: 'Instagram',
  reddit: 'Reddit',
  twitter: 'X (Twitter)',
  forms: 'Form of the forms provider',
  'copyright-badge': 'Copyright badge',
} as const;

const FORMS = {
  demo: 'Request a demo',
  'blog-demo': 'Request a demo, short form for articles',
  report: 'Order a report',
  subscription: 'Subscribe to the newsletter',
  'e-book': 'Download an e-book',
  academy: 'Sign up for the academy',
  benchmarks: 'Ask for benchmarks',
  webinar: 'Register for a webinar',
  'data-request': 'Request personal data',
} as const;

/** The kinds of our own forms. */
export const FORM_KINDS = field.valuesOf(FORMS);

/** A kind of form as an editor chooses it, or null. */
export const formKind = field.choice(FORMS);

const asked = (what: string, example: string, more: Partial<Editing>) =>
  shown(field.text, `Ask for ${what}`, {
    instructions: `Label of an optional field, such as "${example}"; with * at its end, of a required one, which comes first. Empty: the form has no such field.`,
    ...more,
  });

/**
 * More fields of a form: those for which an editor wrote a label. Visitors must fill in a choice, the link in a request for
 * personal data, and what has * at the end of its label.
 */
export const askedFields = (more: Partial<Editing> = {}) => ({
  ask_choice: shown(field.text, 'Ask for a choice', {
    instructions: 'Label of a required field, such as "Your industry". It needs choices.',
    ...more,
  }),
  choices: shown(field.lines, 'Choices', { instructions: 'One a line.', ...more }),
  ask_message: asked('a message', 'Your question', more),
  ask_link: asked('a link', 'Link to the post', {
    instructions:
      'Label of a field, such as "Link to the post"; required with * at its end, or in a request for personal data. Empty: the form has no such field.',
    ...more,
  }),
  ask_time: asked('a preferred time', 'Best time to call', more),
});

const TEXT = 'Text and pictures';
const LISTS = 'Lists and figures';
const ACTIONS = 'Forms and links';

const title = shown(field.text, 'Heading');

const blockUnion = z.discriminatedUnion('type', [
  set('text', [TEXT, 'Text'], { text: shown(field.markup, 'Text') }),
  set('image', [TEXT, 'Picture'], {
    image: shown(field.asset, 'Picture', { instructions: 'Without a picture the block is left out.' }),
    caption: shown(field.text, 'Caption'),
  }),
  set('gallery', [TEXT, 'Gallery'], { images: shown(field.assets, 'Pictures') }),
  set('quote', [TEXT, 'Quotation'], {
    quote: shown(field.requiredText, 'Quotation', { type: 'textarea' }),
    author: shown(field.text, 'Author', { width: 50 }),
    position: shown(field.text, 'Position of the author', { width: 50 }),
  }),
  set('cta', [ACTIONS, 'Call to action'], {
    label: shown(field.requiredText, 'Text of the button', { width: 50 }),
    link: shown(field.link, 'Link', { width: 50, instructions: 'Without a link the block is left out.' }),
    text: shown(field.longText, 'Text above the button'),
  }),
  set('embed', [ACTIONS, 'Embed'], {
    provider: shown(field.requiredChoice(EMBEDS), 'Service', { width: 50 }),
    url: shown(field.webAddress, 'Address of the post', {
      width: 50,
      onlyIf: { field: 'provider', is: ['instagram', 'reddit', 'twitter'] },
    }),
    form_id: shown(field.text, 'Id of the form', { width: 50, onlyIf: { field: 'provider', is: ['forms'] } }),
    caption: shown(field.text, 'Caption'),
  }),
  set('form', [ACTIONS, 'Form'], {
    form: shown(field.requiredChoice(FORMS), 'Form', { width: 50 }),
    button: shown(field.text, 'Text of the button', { width: 50 }),
    title,
    text: shown(field.longText, 'Text'),
    ...askedFields(),
  }),
  set('hero', [TEXT, 'Opening'], {
    title: shown(field.requiredText, 'Heading'),
    text: shown(field.longText, 'Text'),
    image: shown(field.asset, 'Picture'),
    cta_label: shown(field.text, 'Text of the button', { width: 50 }),
    cta_link: shown(field.link, 'Link of the button', { width: 50 }),
  }),
  set('features', [LISTS, 'Features'], {
    title,
    items: shown(
      field.rows(
        z.object({
          title: shown(field.requiredText, 'Heading'),
          text: shown(field.html, 'Text'),
          image: shown(field.asset, 'Picture', { width: 50 }),
          link: shown(field.link, 'Link', { width: 50 }),
        }),
      ),
      'Features',
    ),
  }),
  set('stats', [LISTS, 'Figures'], {
    title,
    items: shown(
      field.rows(
        z.object({
          value: shown(field.requiredText, 'Figure', { width: 33 }),
          label: shown(field.requiredText, 'What it counts', { width: 66 }),
        }),
      ),
      'Figures',
    ),
    source: shown(field.text, 'Where the figures come from', { instructions: 'Source, sample and date.' }),
  }),
  set('logos', [LISTS, 'Logos'], { title, images: shown(field.assets, 'Logos') }),
  set('faq', [LISTS, 'Questions and answers'], {
    title,
    items: shown(
      field.rows(
        z.object({
          question: shown(field.requiredText, 'Question'),
          answer: shown(field.requiredHtml, 'Answer'),
        }),
      ),
      'Questions',
    ),
  }),
  set('table', [LISTS, 'Table'], {
    caption: shown(field.text, 'Caption'),
    head: shown(field.cells, 'Headings of the columns'),
    rows: shown(field.table, 'Rows'),
  }),
  /** Generated from the settings of the site, for its policies. */
  set('data_use', [TEXT, 'What the site stores and loads'], {}),
  /** An entry of `pages_block`; null if it was deleted. */
  set('shared', [ACTIONS, 'Shared block'], { block: shown(field.relation('pages_block'), 'Block') }),
]);

/** One set of a rich text or blocks field. */
export type Block = z.output<typeof blockUnion>;
/** A form of ours. */
export type FormKind = keyof typeof FORMS;

/** The fields of sets without which they show nothing. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  image: ['image'],
  gallery: ['images'],
  logos: ['images'],
  cta: ['link'],
  features: ['items'],
  stats: ['items'],
  faq: ['items'],
  table: ['rows'],
};

/** A row of a table in which nothing is written. */
function isBlankRow(row: unknown): boolean {
  const cells: unknown = typeof row === 'object' && row !== null && 'cells' in row ? row.cells : null;
  return Array.isArray(cells) && cells.every((cell) => cell === '');
}

/** The name of an empty field without which a set shows nothing; null if it shows something. */
export function findEmptyPart(set: Readonly<Record<string, unknown>>): string | null {
  const ofEmbed = set.provider === 'forms' ? ['form_id'] : set.provider === 'copyright-badge' ? [] : ['url'];
  const needed = set.type === 'embed' ? ofEmbed : (NEEDED[String(set.type)] ?? []);
  const isMissing = (value: unknown) => value === null || (Array.isArray(value) && value.every(isBlankRow));
  return needed.find((name) => isMissing(set[name])) ?? null;
}

/** Sets as the service sends them. */
export const blocks = field.sets(blockUnion);

/** Rich text comes as HTML, as a list of sets, or as null. Parsed, it is always a list of blocks. */
export const richText = kind(
  z.preprocess(
    (value) =>
      typeof value === 'string' ? (field.isBlankHtml(value) ? null : [{ type: 'text', text: value }]) : value,
    blocks,
  ),
  { type: 'bard', sets: blockUnion.options },
);
