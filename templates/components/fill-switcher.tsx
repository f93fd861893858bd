// The language switcher of a page. Those of most pages differ in their links alone.

import type { WordsContextValue } from '../contexts.ts';
import { escapeLikeReact } from '../escape-html.ts';
import { fillOnce } from '../fill-once.tsx';
import type { FilledFrame } from '../markup.ts';
import type { LanguageInput, SwitcherInput } from '../page-input.ts';
import { LanguageSwitcher } from './LanguageSwitcher.tsx';

/** Markup of the switcher; empty where a site has one language. */
export function fillSwitcher(
  languages: readonly LanguageInput[],
  { hrefs, targets }: SwitcherInput,
  words: WordsContextValue,
): FilledFrame {
  const texts: Record<string, string> = {};
  let index = 0;
  for (const href of hrefs) {
    texts[index] = escapeLikeReact(href);
    index += 1;
  }
  return fillOnce(words, {
    name: `switcher ${targets.join(' ')}`,
    shape: { languages, targets },
    texts,
    create: (_, mark) => {
      const marks = targets.map((_target, place) => mark(String(place)));
      return <LanguageSwitcher languages={languages} switcher={{ hrefs: marks, targets }} />;
    },
  });
}
