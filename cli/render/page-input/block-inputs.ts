// Creates the inputs of content blocks, with resolved images and links.

import { asksConsent, listThirdParties, type SiteConfig } from '../../../config/define-site.ts';
import { SUCCESS_PAGE_BY_FORM } from '../../../config/pages.ts';
import { type Block, type FormKind, findEmptyPart } from '../../../content/blocks.ts';
import type { Asset, Relation } from '../../../content/fields.ts';
import {
  ASKED_FIELDS,
  type BlockInput,
  type FormInput,
  type ImageInput,
  type LinkInput,
} from '../../../templates/page-input.ts';
import type { LocaleContext, PageContext } from './locale-context.ts';

/** Texts of a form that editors can set. */
interface FormTexts {
  readonly title: string | null;
  readonly text: string | null;
  readonly button: string | null;
  /** Labels of optional fields. The form has only the fields with a label. */
  readonly ask_choice?: string | null;
  readonly choices?: readonly string[];
  readonly ask_message?: string | null;
  readonly ask_link?: string | null;
  readonly ask_time?: string | null;
  /** BCP 47; only if the texts can be in another language than the page. */
  readonly languageTag?: string;
}

/** Creates the blocks of a page. Replaces shared blocks with their content, and numbers the forms: `form-1`, `form-2` … */
export function createBlockInputs(context: PageContext, blocks: readonly Block[]): readonly BlockInput[] {
  let forms = 0;
  return blocks
    .flatMap((block) => (block.type === 'shared' ? findShared(context, block.block) : [block]))
    .flatMap((block): readonly BlockInput[] => {
      if (findEmptyPart(block) !== null) return [];
      if (block.type !== 'form') return createBlockInput(context, block);
      forms += 1;
      return [{ type: 'form', form: createFormInput(context, block.form, { id: `form-${forms}`, texts: block }) }];
    });
}

/** The blocks of a `pages_block` entry. Reports a missing entry, and shared blocks in it: they cannot be nested. */
function findShared(context: PageContext, block: Relation | null): readonly Block[] {
  const shared = block === null ? null : findRelated(context.collections.pages_block, block);
  const name = block?.title ?? block?.id ?? '';
  const blocks = [...(shared?.content ?? []), ...(shared?.blocks ?? [])];
  const kept = blocks.filter(({ type }) => type !== 'shared');
  if (shared !== null) context.notes.show('block', 'pages_block', [shared]);
  // The page is added to the place.
  const report = (what: string, fix: string) => context.notes.report({ code: 'BLOCK_MISSING', where: {}, what, fix });
  if (kept.length < blocks.length)
    report(
      `The page shows the shared block "${name}", which has another shared block in it: that one was left out.`,
      `Put the blocks of the inner one into "${name}", or both beside each other into the page.`,
    );
  if (shared === null && name === '')
    report(
      'The page shows a shared block that was deleted, never chosen or not translated. The page was built without it.',
      'Choose another entry of pages_block in the page, or remove the block from it.',
    );
  else if (shared === null)
    report(
      `The page shows the shared block "${name}", which does not exist. The page was built without it.`,
      `Publish the entry "${name}" in pages_block, or remove the block from the page.`,
    );
  return kept;
}

type OtherBlock = Exclude<Block, { type: 'form' }>;
type CreateBlock<T extends OtherBlock['type']> = (
  context: LocaleContext,
  block: Extract<OtherBlock, { type: T }>,
) => readonly BlockInput[];

/** Creates the input of a block by its type; none if the block would be empty. */
const BLOCKS: { readonly [T in OtherBlock['type']]: CreateBlock<T> } = {
  // The editor leaves empty paragraphs between sets.
  text: (_, { text }) => (text === '' ? [] : [{ type: 'text', html: text }]),
  image: (context, { image, caption }) =>
    image === null ? [] : [{ type: 'image', image: createImage(context, image), caption }],
  gallery: (context, { images }) => [{ type: 'gallery', images: images.map((image) => createImage(context, image)) }],
  logos: (context, { title, images }) => [
    { type: 'logos', title, images: images.map((image) => createImage(context, image)) },
  ],
  cta: (context, { label, link: href, text }) => {
    const link = createLink(context, label, href);
    return link === null ? [] : [{ type: 'cta', link, text }];
  },
  embed: (context, { provider, url, form_id: formId, caption }) => [
    { type: 'embed', provider, href: createLink(context, '', url)?.href ?? null, formId, caption },
  ],
  hero: (context, { title, text, image, cta_label: label, cta_link: href }) => [
    {
      type: 'hero',
      title,
      text,
      image: image === null ? null : createImage(context, image),
      link: createLink(context, label, href),
    },
  ],
  features: (context, { title, items }) => [
    {
      type: 'features',
      title,
      items: items.map((item) => ({
        title: item.title,
        text: item.text,
        value: null,
        image: item.image === null ? null : createImage(context, item.image),
        screen: null,
        link: createLink(context, item.title, item.link),
        points: [],
      })),
    },
  ],
  table: (_, { caption, head, rows }) => [{ type: 'table', caption, head, rows: rows.map(({ cells }) => cells) }],
  data_use: ({ site }) => [{ type: 'data_use', asksConsent: asksConsent(site), services: listServices(site) }],
  quote: (_, block) => [block],
  stats: (_, block) => [block],
  faq: (_, block) => [block],
  // Shared blocks cannot be nested.
  shared: () => [],
};

function listServices(site: SiteConfig): Extract<BlockInput, { type: 'data_use' }>['services'] {
  const { geoUrl } = site.integrations;
  const loaded = listThirdParties(site).map(({ id }) => ({ id, host: new URL(site.thirdParties[id].script).host }));
  return geoUrl === null ? loaded : [...loaded, { id: 'geo', host: new URL(geoUrl).host }];
}

function createBlockInput<T extends OtherBlock['type']>(
  context: LocaleContext,
  block: Extract<OtherBlock, { type: T }>,
): readonly BlockInput[] {
  return BLOCKS[block.type as T](context, block);
}

/** A form that leads to the success page of its kind, or to `success` if the locale does not have that (decisions, "Success pages"). */
export function createFormInput(
  context: LocaleContext,
  kind: FormKind,
  { id, texts = null }: { readonly id: string; readonly texts?: FormTexts | null },
): FormInput {
  const own = SUCCESS_PAGE_BY_FORM[kind];
  const successHref = (own === undefined ? null : context.hrefOfPage(own)) ?? context.hrefOfPage('success');
  return {
    id,
    kind,
    action: context.site.integrations.demoEndpoint,
    successHref: successHref ?? context.homePath,
    privacyHref: context.hrefOfPage('privacy-policy'),
    title: texts?.title ?? null,
    text: texts?.text ?? null,
    button: texts?.button ?? null,
    asked: listAsked(texts),
    languageTag: texts?.languageTag ?? null,
  };
}

function listAsked(texts: FormTexts | null): FormInput['asked'] {
  const choices = texts?.choices ?? [];
  const labels = {
    choice: choices.length === 0 ? null : texts?.ask_choice,
    message: texts?.ask_message,
    link: texts?.ask_link,
    preferred_time: texts?.ask_time,
  };
  return ASKED_FIELDS.flatMap((name) => {
    const label = labels[name]?.trimEnd() ?? '';
    return /^\**$/.test(label) ? [] : [{ name, label, ...(name === 'choice' ? { choices } : {}) }];
  });
}

/** An image of the content. Without a text alternative it is decorative. */
export function createImage(context: LocaleContext, asset: Asset): ImageInput {
  return context.images.resolve(asset, asset.alt ?? '');
}

/** Null if the label or the link is missing, or if the link is not a web, mail or telephone link. */
export function createLink(context: LocaleContext, label: string | null, href: string | null): LinkInput | null {
  return label === null || href === null ? null : context.links.resolve(label, href);
}

/** The fields that identify an entry. */
interface Identified {
  readonly id: string;
  readonly slug: string | null;
  readonly origin_id: string | null;
}

/** Ids of Statamic. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a reference is an id or the slug of this entry. */
export function isEntry({ id, slug, origin_id }: Identified, reference: string): boolean {
  return reference === id || reference === slug || reference === origin_id;
}

/** The entry of a relation; null if the list does not have it. */
export function findRelated<T extends Identified>(entries: readonly T[], { id }: Relation): T | null {
  return entries.find((entry) => entry.id === id) ?? entries.find((entry) => isEntry(entry, id)) ?? null;
}

/** An id, a slug or an address: no name of a person. */
const NO_NAME = /^[\p{Ll}\p{N}_.-]+$|[@:/]/u;

/** The name of a related entry that is missing: its title, or the name that was sent in place of an id. */
export function nameOfRelation({ id, title }: Relation): string | null {
  return title ?? (UUID.test(id) || NO_NAME.test(id) ? null : id);
}
