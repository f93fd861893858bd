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
  /** Four numbers an entry: start and end, and those of its body; 0 where it has none. */
  readonly places: Int32Array;
  /** SHA-256 of each entry in hex, one behind the other. */
  readonly digests: string;
  /** Entries whose long text may lose links. */
  readonly suspects: readonly number[];
  /** Where the entries end. */
  readonly restStart: number;
}

/** Where an entry stands. */
export interface EntryCut {
  readonly start: number;
  /** Of the byte behind it, which is a comma or the end of the list. */
  readonly end: number;
  /** Where its field `content` is a long text: the place between the quotes. */
  readonly body: { readonly start: number; readonly end: number } | null;
  /** SHA-256 in hex. */
  readonly digest: string;
  /** That text may lose links. */
  readonly isSuspect: boolean;
}

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
const PLACES = 4;
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
  const suspects: number[] = [];
  let digests = '';
  let position = HEAD.length;
  const isEmpty = text.charCodeAt(position) === LIST_END;
  for (let number = 0; !isEmpty; number += 1) {
    const entry = cutObject(text, position);
    if (entry === null) return null;
    const { end, body } = entry;
    places.push(position, end, body?.start ?? 0, body?.end ?? 0);
    digests += hash('sha256', bytes.subarray(position, end));
    if (body !== null && mayLoseLinks(text.slice(body.start, body.end))) suspects.push(number);
    position = end;
    if (text.charCodeAt(position) === LIST_END) break;
    if (text.charCodeAt(position) !== COMMA) return null;
    position += 1;
  }
  return { places: Int32Array.from(places), digests, suspects, restStart: position };
}

/** The entries of a list that was cut. */
export function entriesOf({ places, digests, suspects }: ListCut): readonly EntryCut[] {
  const suspected = new Set(suspects);
  return Array.from({ length: places.length / PLACES }, (_, number) => {
    const [start = 0, end = 0, bodyStart = 0, bodyEnd = 0] = places.subarray(number * PLACES, (number + 1) * PLACES);
    return {
      start,
      end,
      body: bodyStart === 0 ? null : { start: bodyStart, end: bodyEnd },
      digest: digests.slice(number * DIGEST_LENGTH, (number + 1) * DIGEST_LENGTH),
      isSuspect: suspected.has(number),
    };
  });
}

/** Cuts the objects of a text in their order; null where there is none, or where it is printed otherwise. */
function cutObject(text: string, start: number): Pick<EntryCut, 'end' | 'body'> | null {
  let body: EntryCut['body'] = null;
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
