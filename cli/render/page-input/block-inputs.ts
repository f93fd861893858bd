// Blocks of content as they are printed: images and links resolved, forms with their addresses.

import { SUCCESS_PAGE_BY_FORM } from '../../../config/pages.ts';
import type { Block, FormKind } from '../../../content/blocks.ts';
import type { Asset, Relation } from '../../../content/fields.ts';
import type { BlockInput, FormInput, ImageInput, LinkInput } from '../../../templates/page-input.ts';
import { findRelated } from './find-related.ts';
import type { LocaleContext } from './locale-context.ts';

/** Texts of a form that an editor may set. */
export interface FormTexts {
  readonly title: string | null;
  readonly text: string | null;
  readonly button: string | null;
  /** BCP 47, where the texts may be in another language than the page. */
  readonly languageTag?: string;
}

/** Makes the blocks of one page, shared ones in their place. Forms are numbered in their order: `form-1`, `form-2` … */
export function createBlockInputs(context: LocaleContext, blocks: readonly Block[]): readonly BlockInput[] {
  let forms = 0;
  return blocks
    .flatMap((block) => (block.type === 'shared' ? findShared(context, block.block) : [block]))
    .flatMap((block): readonly BlockInput[] => {
      if (block.type !== 'form') return createBlockInput(context, block);
      forms += 1;
      return [{ type: 'form', form: createFormInput(context, block.form, { id: `form-${forms}`, texts: block }) }];
    });
}

/** The blocks of a `pages_block` entry. One that is not there is left out, and the report says so. */
function findShared(context: LocaleContext, block: Relation | null): readonly Block[] {
  const shared = block === null ? null : findRelated(context.collections.pages_block, block);
  if (shared === null) {
    const name = block?.title ?? block?.id ?? '';
    context.reads.report({
      code: 'BLOCK_MISSING',
      severity: 'warning',
      where: { collection: 'pages_block', ...(name === '' ? {} : { entry: name }), site: context.row.site },
      what:
        name === ''
          ? 'A page shows a shared block that was deleted or never chosen. The page was built without it.'
          : `A page shows the shared block "${name}", and there is no such entry. The page was built without it.`,
      fix:
        name === ''
          ? 'Choose another entry of pages_block in the page, or take the block out of it.'
          : `Publish the entry "${name}" in pages_block, or take the block out of the page.`,
    });
  }
  // A shared block does not nest.
  return [...(shared?.content ?? []), ...(shared?.blocks ?? [])].filter(({ type }) => type !== 'shared');
}

function createBlockInput(context: LocaleContext, block: Exclude<Block, { type: 'form' }>): readonly BlockInput[] {
  switch (block.type) {
    case 'text':
      return [{ type: 'text', html: block.text }];
    case 'image':
      return block.image === null
        ? []
        : [{ type: 'image', image: createImage(context, block.image), caption: block.caption }];
    case 'gallery':
      return [{ type: 'gallery', images: block.images.map((image) => createImage(context, image)) }];
    case 'logos':
      return [{ type: 'logos', title: block.title, images: block.images.map((image) => createImage(context, image)) }];
    case 'cta': {
      const link = createLink(context, block.label, block.link);
      return link === null ? [] : [{ type: 'cta', link, text: block.text }];
    }
    case 'embed':
      return [
        {
          type: 'embed',
          provider: block.provider,
          href: createLink(context, '', block.url)?.href ?? null,
          formId: block.form_id,
          caption: block.caption,
        },
      ];
    case 'hero':
      return [
        {
          type: 'hero',
          title: block.title,
          text: block.text,
          image: block.image === null ? null : createImage(context, block.image),
          link: createLink(context, block.cta_label, block.cta_link),
        },
      ];
    case 'features':
      return [
        {
          type: 'features',
          title: block.title,
          items: block.items.map((item) => ({
            title: item.title,
            text: item.text,
            value: null,
            image: item.image === null ? null : createImage(context, item.image),
            link: createLink(context, item.title, item.link),
            points: [],
          })),
        },
      ];
    case 'table':
      return [{ type: 'table', caption: block.caption, head: block.head, rows: block.rows.map(({ cells }) => cells) }];
    case 'quote':
    case 'stats':
    case 'faq':
      return [block];
    case 'shared':
      return [];
  }
}

/** A form with the success page of its kind; where the locale lacks that one, `success` (decisions, "Success pages"). */
export function createFormInput(
  context: LocaleContext,
  kind: FormKind,
  { id, texts }: { readonly id: string; readonly texts: FormTexts },
): FormInput {
  const own = SUCCESS_PAGE_BY_FORM[kind];
  const successHref = (own === undefined ? null : context.hrefOfPage(own)) ?? context.hrefOfPage('success');
  return {
    id,
    kind,
    action: context.site.integrations.demoEndpoint,
    successHref: successHref ?? context.homePath,
    privacyHref: context.hrefOfPage('privacy-policy'),
    title: texts.title,
    text: texts.text,
    button: texts.button,
    languageTag: texts.languageTag ?? null,
  };
}

/** An image of the content; without a text alternative it is decoration. */
export function createImage(context: LocaleContext, asset: Asset): ImageInput {
  return context.images.resolve(asset, asset.alt ?? '');
}

/** A link field with its caption; null without either, and for a link that may lead nowhere. */
export function createLink(context: LocaleContext, label: string | null, href: string | null): LinkInput | null {
  return label === null || href === null ? null : context.links.resolve(label, href);
}
