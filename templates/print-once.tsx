// Markup that many pages share, such as the related cards of the articles of one category: rendered once, then inserted
// as HTML.

import { LRUCache } from 'lru-cache';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { WordsContext, type WordsContextValue } from './contexts.ts';

const VALUES_CACHED = 500;
const printed = new WeakMap<WordsContextValue, LRUCache<string, string>>();

/**
 * The HTML of an element that shows `value` (plain data) in these words and depends on nothing else. Equal values are rendered
 * once. React keeps the state of hooks in one place, so a component must call its hooks before it calls this.
 */
export function printOnce(value: unknown, words: WordsContextValue, element: ReactNode): string {
  const cached = printed.get(words) ?? new LRUCache<string, string>({ max: VALUES_CACHED });
  printed.set(words, cached);
  const key = JSON.stringify(value);
  const html = cached.get(key) ?? renderToStaticMarkup(<WordsContext value={words}>{element}</WordsContext>);
  cached.set(key, html);
  return html;
}
