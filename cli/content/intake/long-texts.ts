// Separates the long texts of an entry from all else: the input of a page needs only what they link to, and most pages are reused, so
// that nobody reads the texts themselves.

import type { Entry } from '../../../content/collections.ts';
import { MEDIA, MEDIA_SOURCES } from '../../../templates/components/rich-text-options.ts';
import { shortHash } from '../../files/content-hash.ts';
import { findTagAttributes, hasImage, IMAGE_SOURCES, listHrefs } from '../../text/find-attributes.ts';

/** What a page resolves of a text. */
export interface TextFacts {
  /** Targets of links, and addresses of media. */
  readonly hrefs: readonly string[];
  readonly images: readonly string[];
}

/** The facts of a text that is not at hand. */
interface LongTextFacts extends TextFacts {
  /** Its digits, as `listNumbers` lists them: the text is only read if they may belong to a figure with a source. */
  readonly numbers: readonly string[];
}

/** An entry with a mark in the place of each long text of its `content`: the hash of the text. */
export interface LightEntry {
  readonly entry: Entry;
  readonly factsByMark: Readonly<Record<string, LongTextFacts>>;
}

/** In characters. A mark with its facts is shorter. */
const LONG_TEXT = 1000;
/** Texts of editors have no control characters, because the intake removes them. */
const MARK = '\u0001';
const MARK_IN_JSON = /"\\u0001([\w-]{12})"/g;

const TAG = /<[^>]*>/g;
const WITH_ADDRESS = new RegExp(`<(?:a|img|${Object.keys(MEDIA).join('|')})\\b`, 'i');

export function readTextFacts(html: string): TextFacts {
  if (!WITH_ADDRESS.test(html)) return { hrefs: [], images: [] };
  return {
    hrefs: [...listHrefs(html), ...findTagAttributes(html, MEDIA_SOURCES)],
    images: hasImage(html) ? findTagAttributes(html, IMAGE_SOURCES) : [],
  };
}

/** Each run of digits once: 1 and 284 of "1,284". */
export const listNumbers = (text: string): readonly string[] => [...new Set(text.match(/\d+/g))];

export const isMark = (text: string): boolean => text.startsWith(MARK);

/** Only texts that pages show as they are. */
export function separateTexts(entry: Entry): LightEntry {
  const factsByMark: Record<string, LongTextFacts> = {};
  if (!('content' in entry) || entry.content === null) return { entry, factsByMark };
  const content = entry.content.map((block) => {
    if (block.type !== 'text' || block.text.length < LONG_TEXT) return block;
    const mark = `${MARK}${shortHash(block.text)}`;
    factsByMark[mark] = { ...readTextFacts(block.text), numbers: listNumbers(block.text.replace(TAG, ' ')) };
    return { ...block, text: mark };
  });
  return { entry: { ...entry, content }, factsByMark };
}

/**
 * JSON with the long texts of its entry in the places of their marks. Most are found in the entry as received; parsing it, which changes
 * some, takes five times as long.
 */
export function fillTexts(json: string, read: { readonly raw: () => unknown; readonly parsed: () => Entry }): string {
  let raw: unknown;
  return json.replace(MARK_IN_JSON, (_, hash: string) => {
    raw ??= read.raw();
    const text = findText(raw, hash) ?? findText(read.parsed(), hash);
    if (text === null) throw new Error(`The entry has no text with the hash ${hash}.`);
    return JSON.stringify(text);
  });
}

function findText(value: unknown, hash: string): string | null {
  if (typeof value === 'string') return value.length >= LONG_TEXT && shortHash(value) === hash ? value : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const inner of Object.values(value)) {
    const found = findText(inner, hash);
    if (found !== null) return found;
  }
  return null;
}
