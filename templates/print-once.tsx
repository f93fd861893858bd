// Markup that many pages share, such as the related cards of the articles of one category: rendered once, then inserted
// as HTML.

import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { WordsContext, type WordsContextValue } from './contexts.ts';

const printed = new WeakMap<object, WeakMap<WordsContextValue, string>>();

/**
 * The HTML of an element that shows `value` in these words and depends on nothing else. Rendered once for each object.
 * React keeps the state of hooks in one place, so a component must call its hooks before it calls this.
 */
export function printOnce(value: object, words: WordsContextValue, element: ReactNode): string {
  const byWords = printed.get(value) ?? new WeakMap<WordsContextValue, string>();
  const html = byWords.get(words) ?? renderToStaticMarkup(<WordsContext value={words}>{element}</WordsContext>);
  printed.set(value, byWords.set(words, html));
  return html;
}
