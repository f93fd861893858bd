// Markup that differs from page to page in its texts alone: React renders it once a thread with marks where they go, and
// the texts of each page are put in. Cards, language switchers and articles are most of a site, and all of one kind.

import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { WordsContext, type WordsContextValue } from './contexts.ts';
import type { FilledFrame, Frame, Texts } from './markup.ts';
import { isSameValue } from './same-value.ts';

/** When that many are kept they are all forgotten: pages that follow each other show much the same. */
const MOST_KEPT = 500;
/** Of the words that were asked for last: pages come locale by locale, and a thread holds no more than this. */
let kept: { readonly words: WordsContextValue | null; readonly frameByName: Map<string, KeptFrame> } = {
  words: null,
  frameByName: new Map(),
};

/** A frame, and what it was made of. */
interface KeptFrame {
  readonly shape: unknown;
  readonly frame: Frame;
}

/** Stands for a text until that is put in. */
export type Mark = (text: string) => string;

/** What is rendered. */
interface FilledPart<Shape> {
  /** Tells the part from most others; of those with one name the last is kept. */
  readonly name: string;
  /** Plain data: all that the element knows but its words and the texts. */
  readonly shape: Shape;
  readonly texts: Texts;
  /** The element prints marks where they are, as texts or as values of attributes. */
  readonly create: (shape: Shape, mark: Mark) => ReactNode;
}

/** The markup of an element. May be called while another render is under way, by a component that calls no hook afterwards. */
export function fillOnce<Shape>(
  words: WordsContextValue,
  { name, shape, texts, create }: FilledPart<Shape>,
): FilledFrame {
  if (kept.words !== words) kept = { words, frameByName: new Map() };
  const { frameByName } = kept;
  let known = frameByName.get(name);
  if (known === undefined || !isSameValue(known.shape, shape)) {
    if (frameByName.size >= MOST_KEPT) frameByName.clear();
    known = { shape, frame: splitAtMarks(render(words, create(shape, markOf))) };
    frameByName.set(name, known);
  }
  return { frame: known.frame, texts };
}

function render(words: WordsContextValue, element: ReactNode): string {
  return renderToStaticMarkup(<WordsContext value={words}>{element}</WordsContext>);
}

/**
 * What no page can hold: frames are rendered with content, words and settings inside, where any fixed characters may stand,
 * written as entities too. Drawn once a thread, and never printed: every mark is filled in.
 */
const MARK_START = `\u0001${crypto.randomUUID()}:`;
const MARK_END = '\u0002';

const markOf: Mark = (text) => `${MARK_START}${text}${MARK_END}`;

function splitAtMarks(html: string): Frame {
  const [start = '', ...others] = html.split(MARK_START);
  return {
    start,
    others: others.map((other) => {
      const end = other.indexOf(MARK_END);
      return { text: other.slice(0, end), after: other.slice(end + MARK_END.length) };
    }),
  };
}
