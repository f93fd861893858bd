// Frames that a thread has rendered: pages that follow each other show much the same, and differ in their texts alone.

import type { WordsContextValue } from './contexts.ts';
import type { Frame } from './markup.ts';
import { isSameValue } from './same-value.ts';

/** When that many are kept, of some kilobytes each, they are all forgotten: the pages of most sites need a few hundred. */
const MOST_KEPT = 2000;
/** By the words in them. */
let keptByWords = new WeakMap<WordsContextValue, Map<string, KeptFrame>>();
let kept = 0;

/** A frame, and what it was made of. */
interface KeptFrame {
  readonly shape: unknown;
  readonly frame: Frame;
}

/** Stands for a text until that is put in. */
export type Mark = (text: string) => string;

/** What is rendered. */
interface FramedPart {
  /** Tells the part from most others; of those with one name the last is kept. */
  readonly name: string;
  /** Plain data: all that is rendered but the words and the texts. */
  readonly shape: unknown;
  /** Prints marks where texts go. */
  readonly print: (mark: Mark) => string;
}

/** The frame of a part: rendered where none of its shape is known. */
export function findFrame(words: WordsContextValue, { name, shape, print }: FramedPart): Frame {
  const known = keptByWords.get(words)?.get(name);
  if (known !== undefined && isSameValue(known.shape, shape)) return known.frame;
  const frame = splitAtMarks(print(markOf));
  if (known === undefined) kept += 1;
  if (kept > MOST_KEPT) {
    keptByWords = new WeakMap();
    kept = 1;
  }
  const frameByName = keptByWords.get(words) ?? new Map<string, KeptFrame>();
  keptByWords.set(words, frameByName.set(name, { shape, frame }));
  return frame;
}

/**
 * What no page can hold: frames are rendered with content, words and settings inside, where any fixed characters may stand,
 * written as entities too. Drawn once a thread, and never printed: every mark is filled in.
 */
const MARK_ID = crypto.randomUUID();

const markOf: Mark = (text) => `\u0001${MARK_ID}:${text}\u0002`;

const MARKS = new RegExp(`\\u0001${MARK_ID}:([^\\u0002]*)\\u0002`);

function splitAtMarks(html: string): Frame {
  // One part of markup, then for each mark its text and what follows.
  const [start = '', ...parts] = html.split(MARKS);
  const others: Frame['others'][number][] = [];
  for (let index = 0; index < parts.length; index += 2) {
    const [text = '', after = ''] = parts.slice(index, index + 2);
    others.push({ text, after });
  }
  return { start, others };
}
