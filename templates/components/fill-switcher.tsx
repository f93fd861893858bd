// The language switcher of a page. Those of most pages differ in their links alone.

import type { WordsContextValue } from '../contexts.ts';
import { escapeLikeReact } from '../escape-html.ts';
import { fillOnce } from '../fill-once.tsx';
import type { FilledFrame } from '../markup.ts';
import type { SwitcherInput } from '../page-input.ts';
import { LanguageSwitcher } from './LanguageSwitcher.tsx';

/** Markup of the switcher; empty where a site has one language. */
export function fillSwitcher({ items }: SwitcherInput, words: WordsContextValue): FilledFrame {
  const texts: Record<string, string> = {};
  const shape: unknown[] = [];
  let name = 'switcher';
  let index = 0;
  for (const { locale, label, languageTag, href, target, isCurrent } of items) {
    texts[index] = escapeLikeReact(href);
    index += 1;
    // All but the href. In one list, which is compared sooner than records are.
    shape.push(locale, label, languageTag, target, isCurrent);
    name += ` ${target}`;
  }
  return fillOnce(words, {
    name,
    shape,
    texts,
    create: (_, mark) => (
      <LanguageSwitcher switcher={{ items: items.map((item, place) => ({ ...item, href: mark(String(place)) })) }} />
    ),
  });
}
