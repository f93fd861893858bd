// Finds the forms that an editor placed on a page, which replace the form of the template.

import type { FormInput, MarketingProps } from '../page-input.ts';

/** In sections, then in free content. */
export function findPlacedForms({
  sections,
  content,
}: Pick<MarketingProps, 'sections' | 'content'>): readonly FormInput[] {
  return [
    ...sections.flatMap((section) => (section.kind === 'form' ? [section.form] : [])),
    ...content.flatMap((block) => (block.type === 'form' ? [block.form] : [])),
  ];
}
