// The opening tags of some HTML that have attributes, one after the other: most of a text has none, and is passed over. It
// relies on what our renderer and the sanitiser both print: every value double-quoted, with `<` and `>` escaped.

import { decodeEntities } from '../text/find-attributes.ts';

/** A tag that has attributes, while it is read. */
export interface OpenTag {
  /** Whether it has this name. */
  isNamed(name: string): boolean;
  /** {@link startOfName} of its name. */
  start(): number;
  /** The decoded value of an attribute; undefined where the tag has none of that name. */
  readonly attribute: (name: string) => string | undefined;
  /** The text from its end to where the next tag, or the one with this text, begins. */
  textBefore(next: string): string;
}

/** Between an attribute's name and its value. */
const VALUE_START = '="';
const ID_START = 'id="';
const GREATER = 0x3e;
const SLASH = 0x2f;
const SPACE = 0x20;
const QUOTE = 0x22;
const SMALL_A = 0x61;
const SMALL_Z = 0x7a;
const EQUALS_LENGTH = VALUE_START.length;

/** What is done with the tags. */
export interface TagVisitor {
  /** Whether tags whose names start so are of interest; see {@link startOfName}. */
  readonly isRead: (start: number) => boolean;
  /** The value of the first `id` of any tag. */
  readonly onId: (id: string) => void;
  /** A tag of interest. It is valid until this returns. */
  readonly onTag: (tag: OpenTag) => void;
}

/** The tag that is being read. One object serves all tags of a text. */
class TagCursor implements OpenTag {
  readonly html: string;
  nameStart = 0;
  nameEnd = 0;
  end = 0;
  /** Of each attribute of the tag: where its value's `="` begins. */
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

  /** Finds the end of the name, and the attributes. */
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
      // What reads like an attribute is in a text, which is passed over whole.
      tag.end = html.indexOf('<', first);
      if (tag.end === -1) return;
      continue;
    }
    tag.nameStart = start + 1;
    tag.end = close;
    if (nextId !== -1 && nextId < start) nextId = html.indexOf(ID_START, start);
    const mayHaveId = nextId !== -1 && nextId < close;
    const isTagRead = isRead(tag.start());
    // Most tags have a class alone, and are passed over without a look at their attributes.
    if (!mayHaveId && !isTagRead) continue;
    tag.readAttributes();
    const id = mayHaveId ? tag.attribute('id') : undefined;
    if (id !== undefined) onId(id);
    if (isTagRead) onTag(tag);
  }
}

/** The first two letters of a tag's name as a number; of a name of one letter, that one alone. */
export function startOfName(text: string, at: number): number {
  const second = text.charCodeAt(at + 1);
  return (text.charCodeAt(at) << 8) | (isOfName(second) ? second : 0);
}

/** Fills in where the attributes of a tag have their `="`. Returns how many there are. */
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

/** No value has a double quote inside, so the next one ends it. */
function valueAt(html: string, equals: number): string {
  const start = equals + EQUALS_LENGTH;
  return decodeEntities(html.slice(start, html.indexOf('"', start)));
}

const isSmallLetter = (code: number): boolean => code >= SMALL_A && code <= SMALL_Z;
const isOfName = (code: number): boolean => code > SPACE && code !== GREATER && code !== SLASH;
