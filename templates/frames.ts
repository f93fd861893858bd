// Frames that a thread has rendered: pages that follow each other show much the same, and differ in their texts alone.

import type { WordsContextValue } from './contexts.ts';
import type { Frame, FramePlace } from './markup.ts';
import { isSameValue } from './same-value.ts';

/** When that many are kept, of some kilobytes each, they are all forgotten: the pages of most sites need a few hundred. */
const MOST_KEPT = 2000;
/** By the words in them. */
let keptByWords = new WeakMap<WordsContextValue | typeof NO_WORDS, Map<string, KeptFrame>>();
let kept = 0;
/** Stands for the words of those without any. */
const NO_WORDS = {};

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
  /** What texts are that are put in between tags or as values. */
  readonly textPlace: Exclude<FramePlace, 'json'>;
}

/** The frame of a part: rendered where none of its shape is known. The words are null where none are in it. */
export function findFrame(words: WordsContextValue | null, { name, shape, print, textPlace }: FramedPart): Frame {
  const key = words ?? NO_WORDS;
  const known = keptByWords.get(key)?.get(name);
  if (known !== undefined && isSameValue(known.shape, shape)) return known.frame;
  const frame = splitAtMarks(print(markOf), textPlace);
  if (known === undefined) kept += 1;
  if (kept > MOST_KEPT) {
    keptByWords = new WeakMap();
    kept = 1;
  }
  const frameByName = keptByWords.get(key) ?? new Map<string, KeptFrame>();
  keptByWords.set(key, frameByName.set(name, { shape, frame }));
  return frame;
}

/**
 * What no page can hold: frames are rendered with content, words and settings inside, where any fixed characters may stand,
 * written as entities too. Drawn once a thread, and never printed: every mark is filled in.
 */
const MARK_ID = crypto.randomUUID();

const markOf: Mark = (text) => `\u0001${MARK_ID}:${text}\u0002`;

/** A mark as it is, and as JSON has it. */
const MARKS = new RegExp(`\\u0001${MARK_ID}:([^\\u0002]*)\\u0002|\\\\u0001${MARK_ID}:([^\\\\]*)\\\\u0002`);

function splitAtMarks(html: string, textPlace: FramePlace): Frame {
  // One part of markup, then for each mark its two groups, of which one is there, and what follows.
  const [start = '', ...parts] = html.split(MARKS);
  const others: Frame['others'][number][] = [];
  for (let index = 0; index < parts.length; index += 3) {
    const [written, inJson, after = ''] = parts.slice(index, index + 3);
    others.push({ text: written ?? inJson ?? '', place: written === undefined ? 'json' : textPlace, after });
  }
  return { start, others };
}
