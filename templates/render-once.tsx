// Markup that pages of one locale show alike, rendered once a thread: cards, language switchers. A card of a new article
// stands below every article of its category.

import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { WordsContext, type WordsContextValue } from './contexts.ts';

/** When that many are kept they are all forgotten: pages that follow each other show much the same. */
const MOST_KEPT = 500;
/** Of the words that were asked for last: pages come locale by locale, and a thread holds no more than this. */
let kept: { readonly words: WordsContextValue | null; readonly htmlByKey: Map<string, string> } = {
  words: null,
  htmlByKey: new Map(),
};

/**
 * The markup of an element that knows nothing but its words. May be called while another render is under way, by a
 * component that calls no hook afterwards.
 * @param key tells the element from every other one that is rendered with these words
 */
export function renderOnce(words: WordsContextValue, key: string, element: ReactNode): string {
  if (kept.words !== words) kept = { words, htmlByKey: new Map() };
  const { htmlByKey } = kept;
  const known = htmlByKey.get(key);
  if (known !== undefined) return known;
  if (htmlByKey.size >= MOST_KEPT) htmlByKey.clear();
  const html = renderToStaticMarkup(<WordsContext value={words}>{element}</WordsContext>);
  htmlByKey.set(key, html);
  return html;
}
