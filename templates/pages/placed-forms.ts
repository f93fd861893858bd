// Finds the forms that an editor placed on a page, which replace the form of the template.

import type { BlockInput, FormInput, LandingProps, MarketingProps } from '../page-input.ts';

type FormBlock = Extract<BlockInput, { readonly type: 'form' }>;

/** In sections, then in free content. */
export function findPlacedForms({
  sections,
  content,
}: Pick<MarketingProps, 'sections' | 'content'>): readonly FormInput[] {
  return [
    ...sections.flatMap((section) => (section.kind === 'form' ? [section.form] : [])),
    ...content.filter(isFormBlock).map(({ form }) => form),
  ];
}

/** The last subscription form of a landing page, where its demo button leads; null if there is none. */
export function findLastSubscription({ content, form }: Pick<LandingProps, 'content' | 'form'>): FormInput | null {
  const forms = content.filter(isFormBlock).map((block) => block.form);
  return form ?? forms.findLast(({ kind }) => kind === 'subscription') ?? null;
}

/** Whether a block is a form of ours. */
export function isFormBlock(block: BlockInput): block is FormBlock {
  return block.type === 'form';
}
