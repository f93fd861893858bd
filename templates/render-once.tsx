// Markup that pages of one locale show alike, rendered once a thread: cards, language switchers. A card of a new article
// stands below every article of its category.

import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { WordsContext, type WordsContextValue } from './contexts.ts';
import { isSameValue } from './same-value.ts';

/** When that many are kept they are all forgotten: pages that follow each other show much the same. */
const MOST_KEPT = 500;
/** Of the words that were asked for last: pages come locale by locale, and a thread holds no more than this. */
let kept: { readonly words: WordsContextValue | null; readonly partByName: Map<string, KeptPart> } = {
  words: null,
  partByName: new Map(),
};

interface KeptPart {
  readonly value: unknown;
  readonly html: string;
}

/** What is rendered, and of which value. */
interface OncePart<Value> {
  /** Tells the part from most others; of those with one name the last is kept. */
  readonly name: string;
  /** Plain data: all that the element knows but its words. */
  readonly value: Value;
  readonly create: (value: Value) => ReactNode;
}

/**
 * The markup of an element that knows nothing but its value and its words. May be called while another render is under
 * way, by a component that calls no hook afterwards.
 */
export function renderOnce<Value>(words: WordsContextValue, { name, value, create }: OncePart<Value>): string {
  if (kept.words !== words) kept = { words, partByName: new Map() };
  const { partByName } = kept;
  const known = partByName.get(name);
  if (known !== undefined && isSameValue(known.value, value)) return known.html;
  if (partByName.size >= MOST_KEPT) partByName.clear();
  const html = inOnePiece(renderToStaticMarkup(<WordsContext value={words}>{create(value)}</WordsContext>));
  partByName.set(name, { value, html });
  return html;
}

/** What React prints is a chain of hundreds of texts until somebody looks into it; every page would copy it link by link. */
function inOnePiece(html: string): string {
  html.indexOf('\0');
  return html;
}
