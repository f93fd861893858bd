// The language switcher of a page. Those of most pages differ in their links alone, so one is rendered with marks where
// the links go, and the links of each page are put in.

import type { WordsContextValue } from '../contexts.ts';
import { escapeLikeReact } from '../escape-html.ts';
import type { SwitcherInput } from '../page-input.ts';
import { renderOnce } from '../render-once.tsx';
import { LanguageSwitcher } from './LanguageSwitcher.tsx';

/** A character that no markup has: it is not allowed in HTML, and nothing of the input is printed but links. */
const LINK_MARK = '\u0001';

/** Markup of the switcher; empty where a site has one language. */
export function renderSwitcher({ items }: SwitcherInput, words: WordsContextValue): string {
  const marked = items.map((item) => ({ ...item, href: LINK_MARK }));
  const html = renderOnce(words, {
    name: `switcher ${marked.map(({ target }) => target).join(' ')}`,
    value: marked,
    create: (value) => <LanguageSwitcher switcher={{ items: value }} />,
  });
  const [start = '', ...others] = html.split(LINK_MARK);
  if (others.length > 0 && others.length !== items.length)
    throw new Error('A language switcher has a control character where only a link may be.');
  return others.reduce((text, part, index) => `${text}${escapeLikeReact(items[index]?.href ?? '')}${part}`, start);
}
