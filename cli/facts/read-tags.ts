// The opening tags of some HTML that have attributes, one after the other: most of a text has none, and is passed over. It
// relies on what our renderer and the sanitiser both print: every value double-quoted, with `<` and `>` escaped.

import { decodeEntities } from '../text/find-attributes.ts';

/** A tag that has attributes, while it is read. */
export interface OpenTag {
  /** Whether it has this name. */
  readonly isNamed: (name: string) => boolean;
  /** {@link startOfName} of its name. */
  readonly start: () => number;
  /** The decoded value of an attribute; undefined where the tag has none of that name. */
  readonly attribute: (name: string) => string | undefined;
  /** The text from its end to where the next tag, or the one with this text, begins. */
  readonly textBefore: (next: string) => string;
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

/** Visits the opening tags that have attributes, in order. */
export function readTags(html: string, { isRead, onId, onTag }: TagVisitor): void {
  /** Of each attribute of the tag: where its value's `="` begins. */
  const places: number[] = [];
  let count = 0;
  let nameStart = 0;
  let nameEnd = 0;
  let end = 0;
  let nextId = html.indexOf(ID_START);
  const tag: OpenTag = {
    isNamed: (name) => nameEnd - nameStart === name.length && html.startsWith(name, nameStart),
    start: () => startOfName(html, nameStart),
    attribute: (name) => {
      for (let index = 0; index < count; index += 1) {
        const equals = places[index] ?? 0;
        const start = equals - name.length;
        if (html.charCodeAt(start - 1) <= SPACE && html.startsWith(name, start)) return valueAt(html, equals);
      }
      return undefined;
    },
    textBefore: (next) => html.slice(end + 1, html.indexOf(next, end)),
  };
  for (let first = html.indexOf(VALUE_START); first !== -1; first = html.indexOf(VALUE_START, end)) {
    const start = html.lastIndexOf('<', first);
    const isTag = start >= end && isSmallLetter(html.charCodeAt(start + 1));
    const close = isTag ? html.indexOf('>', start) : -1;
    if (close < first) {
      // What reads like an attribute is in a text, which is passed over whole.
      end = html.indexOf('<', first);
      if (end === -1) return;
      continue;
    }
    nameStart = start + 1;
    end = close;
    if (nextId !== -1 && nextId < start) nextId = html.indexOf(ID_START, start);
    const mayHaveId = nextId !== -1 && nextId < close;
    const isTagRead = isRead(startOfName(html, nameStart));
    // Most tags have a class alone, and are passed over without a look at their attributes.
    if (!mayHaveId && !isTagRead) continue;
    nameEnd = nameStart;
    for (let code = SMALL_A; isOfName(code); code = html.charCodeAt(nameEnd)) nameEnd += 1;
    count = findAttributes(html, { from: nameEnd, end }, places);
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
