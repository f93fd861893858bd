// Finds the entries of a list in the bytes of its answer where it is printed without blanks, so that each goes to disk as it came,
// and whatever can be told of them without parsing. What is found here is proven by whoever parses it: the pieces of valid JSON
// between the brackets and commas of a list are its items. All that passes through every byte is here, so that another thread can do it.

import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { mayLoseLinks } from './plain-hrefs.ts';

/**
 * A list in pieces, in a form that costs a thread little to hand over. No text of its entries holds a control character other
 * than tabs and line breaks.
 */
export interface ListCut {
  /** Three numbers an entry: start, end, and a {@link BODY}. */
  readonly places: Int32Array;
  /** SHA-256 of each entry in hex, one behind the other. */
  readonly digests: string;
  /** The entries with commas between them, as text; bodies are left out. */
  readonly entries: string;
  /** What follows the entries, from the end of their list on. */
  readonly rest: string;
}

/** Where an entry stands. */
export interface EntryCut {
  readonly start: number;
  /** Of the byte behind it, which is a comma or the end of the list. */
  readonly end: number;
  /** What is in the place of its field `content`, where that is a long text. */
  readonly body: (typeof BODY)[keyof typeof BODY];
  /** SHA-256 in hex. */
  readonly digest: string;
}

/** A body that is as it came, one that was left out, and one of these that may lose links. */
export const BODY = { whole: 0, leftOut: 1, suspect: 2 } as const;

const HEAD = '{"data":[';
const BODY_KEY = '"content":';
/** Shorter ones are sooner read with their entry. */
const LONG_BODY = 500;
/**
 * A control character, or an escape other than those of quotes, slashes and line breaks, and of the letters and signs of Latin
 * texts, which hold few: one that no JSON has, that stands for a control character or hides a plain letter, or one of a text that
 * is nothing but escapes, which is better printed anew. Looked for at once: the search passes through each text whole.
 */
const UNUSUAL =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  /[\0-\x1f]|\\(?<!\\\\)(?:\\\\)*(?!["\\/nrt]|u(?:00[89a-fA-F]|20[\da-fA-F])[\da-fA-F])/;
/** Numbers of an entry in {@link ListCut}. */
const PLACES = 3;
/** Of a SHA-256 in hex. */
const DIGEST_LENGTH = 64;
const BLANK = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const LIST_START = 0x5b;
const BACKSLASH = 0x5c;
const LIST_END = 0x5d;
const OBJECT_START = 0x7b;
const OBJECT_END = 0x7d;

/** Cuts an answer; null where it has blanks, escapes that are not taken as they lie or a control character, or is damaged. */
export function cutList(bytes: Buffer): ListCut | null {
  if (!isUtf8(bytes)) return null;
  // Places in this text are places in the bytes.
  const text = bytes.toString('latin1');
  if (!text.startsWith(HEAD) || UNUSUAL.test(text)) return null;
  const places: number[] = [];
  const pieces: Buffer[] = [];
  let digests = '';
  let position = HEAD.length;
  /** What stands before was added to the pieces, or left out. */
  let passed = position;
  while (text.charCodeAt(position) !== LIST_END) {
    if (places.length > 0) {
      if (text.charCodeAt(position) !== COMMA) return null;
      position += 1;
    }
    const entry = cutObject(text, position);
    if (entry === null) return null;
    const { end, body } = entry;
    digests += hash('sha256', bytes.subarray(position, end));
    places.push(position, end, body === null ? BODY.whole : judge(text.slice(body.start, body.end)));
    position = end;
    if (body === null) continue;
    pieces.push(bytes.subarray(passed, body.start));
    passed = body.end;
  }
  pieces.push(bytes.subarray(passed, position));
  const entries = Buffer.concat(pieces).toString('utf8');
  return { places: Int32Array.from(places), digests, entries, rest: bytes.toString('utf8', position) };
}

function judge(body: string): EntryCut['body'] {
  return mayLoseLinks(body) ? BODY.suspect : BODY.leftOut;
}

/** Where the entries of a list stand. */
export function placesOf({ places, digests }: ListCut): readonly EntryCut[] {
  return Array.from({ length: places.length / PLACES }, (_, number) => {
    const first = number * PLACES;
    return {
      start: places[first] ?? 0,
      end: places[first + 1] ?? 0,
      // Nothing else was put there.
      body: places[first + 2] as EntryCut['body'],
      digest: digests.slice(number * DIGEST_LENGTH, (number + 1) * DIGEST_LENGTH),
    };
  });
}

/** Where an object ends, and between which quotes its body stands. */
interface ObjectCut {
  readonly end: number;
  readonly body: { readonly start: number; readonly end: number } | null;
}

/** Cuts the objects of a text in their order; null where there is none, or where it is printed otherwise. */
function cutObject(text: string, start: number): ObjectCut | null {
  let body: ObjectCut['body'] = null;
  let depth = 0;
  for (let position = start; position < text.length; ) {
    const code = text.charCodeAt(position);
    if (code === QUOTE) {
      const first = position + 1;
      position = skipText(text, position);
      if (position === 0) return null;
      if (position - first > LONG_BODY && depth === 1 && text.endsWith(BODY_KEY, first - 1))
        body = { start: first, end: position - 1 };
      continue;
    }
    position += 1;
    if (code === OBJECT_START || code === LIST_START) depth += 1;
    else if (code === OBJECT_END || code === LIST_END) depth -= 1;
    if (code <= BLANK) return null;
    if (depth === 0) return code === OBJECT_END ? { end: position, body } : null;
  }
  return null;
}

/** The place behind a text that begins here; 0 where it has no end. */
function skipText(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1);
  while (quote !== -1 && isEscaped(text, quote)) quote = text.indexOf('"', quote + 1);
  return quote + 1;
}

/** Whether an odd number of backslashes stands before. */
function isEscaped(text: string, position: number): boolean {
  let first = position;
  while (text.charCodeAt(first - 1) === BACKSLASH) first -= 1;
  return (position - first) % 2 === 1;
}
