// The sets of a rich text field and of a page built from blocks: a union closed by `type`.
// Text inside is HTML as an editor wrote it; only the rich text component turns it into markup.

import * as z from 'zod';
import { asset, assets, choice, link, relation, requiredChoice, requiredText, rows, text } from './fields.ts';

const set = <Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.object({ type: z.literal(type), ...shape });

/** Third parties whose embeds load lazily (section 2). */
export const EMBED_PROVIDERS = ['instagram', 'reddit', 'twitter', 'forms', 'copyright-badge'] as const;

/** The kinds of our own forms. */
export const FORM_KINDS = [
  'demo',
  'blog-demo',
  'report',
  'subscription',
  'e-book',
  'academy',
  'benchmarks',
  'webinar',
  'data-request',
] as const;

/** A kind of form as an editor chooses it, or null. */
export const formKind = choice(FORM_KINDS);

const blockUnion = z.discriminatedUnion('type', [
  set('text', { text: z.string() }),
  set('image', { image: asset, caption: text.default(null) }),
  set('gallery', { images: assets }),
  set('quote', { quote: requiredText, author: text.default(null), position: text.default(null) }),
  set('cta', { label: requiredText, link: link.default(null), text: text.default(null) }),
  set('embed', {
    provider: requiredChoice(EMBED_PROVIDERS),
    url: link.default(null),
    form_id: text.default(null),
    caption: text.default(null),
  }),
  set('form', {
    form: requiredChoice(FORM_KINDS),
    title: text.default(null),
    text: text.default(null),
    button: text.default(null),
  }),
  set('hero', {
    title: requiredText,
    text: text.default(null),
    image: asset.default(null),
    cta_label: text.default(null),
    cta_link: link.default(null),
  }),
  set('features', {
    title: text.default(null),
    items: rows(
      z.object({ title: requiredText, text: text.default(null), image: asset.default(null), link: link.default(null) }),
    ),
  }),
  set('stats', { title: text.default(null), items: rows(z.object({ value: requiredText, label: requiredText })) }),
  set('logos', { title: text.default(null), images: assets }),
  set('faq', { title: text.default(null), items: rows(z.object({ question: requiredText, answer: requiredText })) }),
  set('table', {
    caption: text.default(null),
    head: rows(z.string()),
    rows: rows(z.object({ cells: rows(z.string()) })),
  }),
  /** An entry of `pages_block`; null where it was deleted. */
  set('shared', { block: relation }),
]);

/** One set of a rich text or blocks field. */
export type Block = z.output<typeof blockUnion>;
/** A form of ours. */
export type FormKind = (typeof FORM_KINDS)[number];

/** Sets as the service sends them. */
export const blocks = rows(blockUnion);

/** Rich text: HTML without sets, an array of sets with them, or null. Always a list of blocks afterwards. */
export const richText = z.preprocess(
  (value) => (typeof value === 'string' && value !== '' ? [{ type: 'text', text: value }] : value),
  blocks,
);
