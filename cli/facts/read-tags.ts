// Visits the opening tags of some HTML that have attributes, and skips everything else. Works for HTML of React and of the sanitiser
// only: all values are double-quoted, with `<` and `>` escaped.

import { decodeEntities } from '../text/find-attributes.ts';

/** A tag with attributes. */
export interface OpenTag {
  isNamed(name: string): boolean;
  /** The {@link startOfName} of its name. */
  start(): number;
  /** The decoded value of an attribute; undefined if it is missing. */
  readonly attribute: (name: string) => string | undefined;
  /** The text from the end of the tag to the next occurrence of `next`. */
  textBefore(next: string): string;
}

/** Separates the name of an attribute from its value. */
const VALUE_START = '="';
const ID_START = 'id="';
const GREATER = 0x3e;
const SLASH = 0x2f;
const SPACE = 0x20;
const QUOTE = 0x22;
const SMALL_A = 0x61;
const SMALL_Z = 0x7a;
const EQUALS_LENGTH = VALUE_START.length;

export interface TagVisitor {
  /** Whether to visit tags with this {@link startOfName}. */
  readonly isRead: (start: number) => boolean;
  /** Called with the `id` of every tag that has one. */
  readonly onId: (id: string) => void;
  /** The tag is valid until the function returns. */
  readonly onTag: (tag: OpenTag) => void;
}

/** The current tag. One object is used for all tags of a text. */
class TagCursor implements OpenTag {
  readonly html: string;
  nameStart = 0;
  nameEnd = 0;
  end = 0;
  /** The position of the `="` of each attribute. */
  readonly places: number[] = [];
  count = 0;

  constructor(html: string) {
    this.html = html;
  }

  isNamed(name: string): boolean {
    return this.nameEnd - this.nameStart === name.length && this.html.startsWith(name, this.nameStart);
  }

  start(): number {
    return startOfName(this.html, this.nameStart);
  }

  readonly attribute = (name: string): string | undefined => {
    for (let index = 0; index < this.count; index += 1) {
      const equals = this.places[index] ?? 0;
      const start = equals - name.length;
      if (this.html.charCodeAt(start - 1) <= SPACE && this.html.startsWith(name, start))
        return valueAt(this.html, equals);
    }
    return undefined;
  };

  textBefore(next: string): string {
    return this.html.slice(this.end + 1, this.html.indexOf(next, this.end));
  }

  readAttributes(): void {
    this.nameEnd = this.nameStart;
    for (let code = SMALL_A; isOfName(code); code = this.html.charCodeAt(this.nameEnd)) this.nameEnd += 1;
    this.count = findAttributes(this.html, { from: this.nameEnd, end: this.end }, this.places);
  }
}

/** Visits the opening tags that have attributes, in order. */
export function readTags(html: string, { isRead, onId, onTag }: TagVisitor): void {
  const tag = new TagCursor(html);
  let nextId = html.indexOf(ID_START);
  for (let first = html.indexOf(VALUE_START); first !== -1; first = html.indexOf(VALUE_START, tag.end)) {
    const start = html.lastIndexOf('<', first);
    const isTag = start >= tag.end && isSmallLetter(html.charCodeAt(start + 1));
    const close = isTag ? html.indexOf('>', start) : -1;
    if (close < first) {
      // It only looks like an attribute: skip the text to the next tag.
      tag.end = html.indexOf('<', first);
      if (tag.end === -1) return;
      continue;
    }
    tag.nameStart = start + 1;
    tag.end = close;
    if (nextId !== -1 && nextId < start) nextId = html.indexOf(ID_START, start);
    const mayHaveId = nextId !== -1 && nextId < close;
    const isTagRead = isRead(tag.start());
    // Most tags only have a class, and are skipped.
    if (!mayHaveId && !isTagRead) continue;
    tag.readAttributes();
    const id = mayHaveId ? tag.attribute('id') : undefined;
    if (id !== undefined) onId(id);
    if (isTagRead) onTag(tag);
  }
}

/** The first letters of a tag name, at most two, as a number. */
export function startOfName(text: string, at: number): number {
  const second = text.charCodeAt(at + 1);
  return (text.charCodeAt(at) << 8) | (isOfName(second) ? second : 0);
}

/** Writes the position of the `="` of each attribute into `places`. Returns their number. */
function findAttributes(
  html: string,
  { from, end }: { readonly from: number; readonly end: number },
  places: number[],
) {
  let count = 0;
  for (let equals = html.indexOf('=', from); equals !== -1 && equals < end; ) {
    if (html.charCodeAt(equals + 1) !== QUOTE) {
      equals = html.indexOf('=', equals + 1);
      continue;
    }
    places[count] = equals;
    count += 1;
    const close = html.indexOf('"', equals + EQUALS_LENGTH);
    if (close === -1 || close + 1 >= end) break;
    equals = html.indexOf('=', close);
  }
  return count;
}

/** Values contain no double quotes, so the next one ends the value. */
function valueAt(html: string, equals: number): string {
  const start = equals + EQUALS_LENGTH;
  return decodeEntities(html.slice(start, html.indexOf('"', start)));
}

const isSmallLetter = (code: number): boolean => code >= SMALL_A && code <= SMALL_Z;
const isOfName = (code: number): boolean => code > SPACE && code !== GREATER && code !== SLASH;
