// Finds the entries of a list in the bytes of its answer where it is printed as we would print it, so that each goes to disk as
// it came. What is found here is proven by whoever parses it: the pieces of valid JSON between the brackets and commas of a list
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

/** A list in pieces. No text in it holds a control character other than tabs and line breaks. */
export interface ListCut {
  readonly entries: readonly EntryCut[];
  /** The answer, one character a byte. */
  readonly text: string;
  /** The answer without its entries, as JSON. */
  readonly envelope: string;
}

const HEAD = '{"data":[';
const BODY_KEY = '"content":';
/** Shorter ones are sooner read with their entry. */
const LONG_BODY = 500;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const CONTROL_CHARACTER = /[\0-\x1f]/;
const BLANK = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const LIST_START = 0x5b;
const BACKSLASH = 0x5c;
const LIST_END = 0x5d;
const OBJECT_START = 0x7b;
const OBJECT_END = 0x7d;

/** Cuts an answer; null where it has blanks, escapes that are not needed or a control character, or is damaged. */
export function cutList(bytes: Buffer): ListCut | null {
  if (!isUtf8(bytes)) return null;
  // Places in this text are places in the bytes.
  const text = bytes.toString('latin1');
  if (!text.startsWith(HEAD)) return null;
  const entries: EntryCut[] = [];
  const cut = createCutter(text);
  let position = HEAD.length;
  const isEmpty = text.charCodeAt(position) === LIST_END;
  while (!isEmpty) {
    const entry = cut(position);
    if (entry === null) return null;
    entries.push(entry);
    position = entry.end;
    if (text.charCodeAt(position) === LIST_END) break;
    if (text.charCodeAt(position) !== COMMA) return null;
    position += 1;
  }
  if (CONTROL_CHARACTER.test(text)) return null;
  return { entries, text, envelope: HEAD + bytes.toString('utf8', position) };
}

/** Cuts the objects of a text in their order; null where there is none, or where it is printed otherwise. */
function createCutter(text: string): (start: number) => EntryCut | null {
  /** The next backslash: all of them stand in texts. */
  let backslash = text.indexOf('\\');
  /** The place behind a text that begins here; 0 where it has no end. */
  const skipText = (start: number): number => {
    let quote = text.indexOf('"', start + 1);
    for (; backslash !== -1 && backslash < quote; backslash = text.indexOf('\\', backslash + 2)) {
      if (!isPlainEscape(text.charCodeAt(backslash + 1))) return 0;
      if (backslash + 1 === quote) quote = text.indexOf('"', quote + 1);
    }
    return quote + 1;
  };
  return (start) => {
    let body: EntryCut['body'] = null;
    let depth = 0;
    for (let position = start; position < text.length; ) {
      const code = text.charCodeAt(position);
      if (code === QUOTE) {
        const first = position + 1;
        position = skipText(position);
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
  };
}

/** Whether this character behind a backslash is printed so by us, and no control character: a quote, a backslash, n, r or t. */
function isPlainEscape(code: number): boolean {
  return code === QUOTE || code === BACKSLASH || code === 0x6e || code === 0x72 || code === 0x74;
}
