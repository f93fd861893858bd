// Markup that differs from page to page in its texts alone: React renders it once a thread with marks where they go, and
// the texts of each page are put in. Cards, language switchers and articles are most of a site, and all of one kind.

import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { WordsContext, type WordsContextValue } from './contexts.ts';
import { findFrame, type Mark } from './frames.ts';
import type { FilledFrame, Texts } from './markup.ts';

/** What is rendered. */
interface FilledPart<Shape> {
  /** Tells the part from most others; of those with one name the last is kept. */
  readonly name: string;
  /** Plain data: all that the element knows but its words and the texts. */
  readonly shape: Shape;
  /** HTML by name: what is no markup is escaped. */
  readonly texts: Texts;
  /** The element prints marks where they are, as texts or as values of attributes. */
  readonly create: (shape: Shape, mark: Mark) => ReactNode;
}

/** The markup of an element. May be called while another render is under way, by a component that calls no hook afterwards. */
export function fillOnce<Shape>(
  words: WordsContextValue,
  { name, shape, texts, create }: FilledPart<Shape>,
): FilledFrame {
  const print = (mark: Mark) => renderToStaticMarkup(<WordsContext value={words}>{create(shape, mark)}</WordsContext>);
  return { frame: findFrame(words, { name, shape, print }), texts };
}
