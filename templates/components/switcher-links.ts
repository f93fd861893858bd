// The links of a page's language switcher: the site's languages are those of many pages, where they lead is the page's own.

import type { LanguageInput, SwitcherInput } from '../page-input.ts';

/** A language, and where its link leads. */
export interface SwitcherLink extends LanguageInput {
  readonly href: string;
  readonly target: Exclude<SwitcherInput['targets'][number], 'none'>;
}

/** The links in the order of the languages, the page's own included; those of languages that are left out are none. */
export function listSwitcherLinks(
  languages: readonly LanguageInput[],
  { hrefs, targets }: SwitcherInput,
): readonly SwitcherLink[] {
  return languages.flatMap((language, index) => {
    const [href, target] = [hrefs[index], targets[index]];
    return href === undefined || target === undefined || target === 'none' ? [] : [{ ...language, href, target }];
  });
}
