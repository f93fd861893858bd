// The links of the language switcher of a page, from the languages of the site and the targets of the page.

import type { LanguageInput, SwitcherInput } from '../page-input.ts';

/** A language with its link. */
export interface SwitcherLink extends LanguageInput {
  readonly href: string;
  readonly target: Exclude<SwitcherInput['targets'][number], 'none'>;
}

/** The links in the order of the languages, with that of the page itself, without omitted languages. */
export function listSwitcherLinks(
  languages: readonly LanguageInput[],
  { hrefs, targets }: SwitcherInput,
): readonly SwitcherLink[] {
  return languages.flatMap((language, index) => {
    const [href, target] = [hrefs[index], targets[index]];
    return href === undefined || target === undefined || target === 'none' ? [] : [{ ...language, href, target }];
  });
}
