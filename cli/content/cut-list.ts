// Finds the entries of a list in the bytes of its answer where it is printed without blanks, so that each goes to disk as it came. What is found here is proven by whoever parses it: the pieces of valid JSON between the brackets and commas of a list
// are its items.

import { isUtf8 } from 'node:buffer';

/** Where an entry stands. */
export interface EntryCut {
  readonly start: number;
  /** Of the byte behind it, which is a comma or the end of the list. */
  readonly end: number;
  /** Where its field `content` is a long text: the place between the quotes. */
  readonly body: { readonly start: number; readonly end: number } | null;
}

/** A list in pieces. No text of its entries holds a control character other than tabs and line breaks. */
export interface ListCut {
  readonly entries: readonly EntryCut[];
  /** The answer, one character a byte. */
  readonly text: string;
  /** What follows the entries, from the end of their list on. */
  readonly rest: string;
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
  const entries: EntryCut[] = [];
  let position = HEAD.length;
  const isEmpty = text.charCodeAt(position) === LIST_END;
  while (!isEmpty) {
    const entry = cutObject(text, position);
    if (entry === null) return null;
    entries.push(entry);
    position = entry.end;
    if (text.charCodeAt(position) === LIST_END) break;
    if (text.charCodeAt(position) !== COMMA) return null;
    position += 1;
  }
  return { entries, text, rest: bytes.toString('utf8', position) };
}

/** Cuts the objects of a text in their order; null where there is none, or where it is printed otherwise. */
function cutObject(text: string, start: number): EntryCut | null {
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
    if (depth === 0) return code === OBJECT_END ? { start, end: position, body } : null;
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
