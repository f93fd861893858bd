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
  let name = 'switcher';
  for (const [index, { href, target }] of items.entries()) {
    texts[index] = escapeLikeReact(href);
    name += ` ${target}`;
  }
  return fillOnce(words, {
    name,
    shape: items.map((item) => ({ ...item, href: '' })),
    texts,
    create: (shape, mark) => (
      <LanguageSwitcher switcher={{ items: shape.map((item, index) => ({ ...item, href: mark(String(index)) })) }} />
    ),
  });
}
