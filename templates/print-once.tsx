// Caches HTML that many pages share, such as the related cards of a category.

import { LRUCache } from 'lru-cache';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { WordsContext, type WordsContextValue } from './contexts.ts';

const VALUES_CACHED = 500;
const printed = new WeakMap<WordsContextValue, LRUCache<string, string>>();

/**
 * Renders an element that depends only on `value` (plain data) and messages. Equal values are rendered once. Call all hooks of the
 * component before, because this starts another render.
 */
export function printOnce(value: unknown, words: WordsContextValue, element: ReactNode): string {
  const cached = printed.get(words) ?? new LRUCache<string, string>({ max: VALUES_CACHED });
  printed.set(words, cached);
  const key = JSON.stringify(value);
  const known = cached.get(key);
  if (known !== undefined) return known;
  // React adds up hundreds of pieces. `trim` makes one string of them, which each page would do again.
  const html = renderToStaticMarkup(<WordsContext value={words}>{element}</WordsContext>).trim();
  cached.set(key, html);
  return html;
}
