// Separates the long texts of an entry from all else: the input of a page needs only what they link to, and most pages are reused, so
// that nobody reads the texts themselves.

import type { Block } from '../../../content/blocks.ts';
import type { Entry } from '../../../content/collections.ts';
import { HEADINGS } from '../../../templates/components/clean-rich-text.ts';
import { MEDIA, MEDIA_SOURCES } from '../../../templates/components/rich-text-options.ts';
import { shortHash } from '../../files/content-hash.ts';
import { findTagAttributes, hasImage, IMAGE_SOURCES, listHrefs } from '../../text/find-attributes.ts';

/** What a page resolves of a text. */
export interface TextFacts {
  /** Targets of links, and addresses of media. */
  readonly hrefs: readonly string[];
  readonly images: readonly string[];
  /** Ids of headings. */
  readonly ids: readonly string[];
}

/** An entry with a mark in the place of each long text, which names the text by its hash. */
export interface LightEntry {
  readonly entry: Entry;
  readonly factsByMark: Readonly<Record<string, TextFacts>>;
}

/** In characters. A mark with its facts is shorter. */
const LONG_TEXT = 1000;
/** Texts of editors have no control characters, because the intake removes them. */
const MARK = '\u0001';
const MARK_IN_JSON = /"\\u0001([\w-]+)"/g;

const NO_FACTS: TextFacts = { hrefs: [], images: [], ids: [] };
const WITH_ADDRESS_OR_ID = new RegExp(`<(?:a|img|${Object.keys(MEDIA).join('|')})\\b|<h[1-6]\\s`, 'i');
const HEADING_IDS = Object.fromEntries(['h1', ...HEADINGS].map((heading) => [heading, 'id']));

export function readTextFacts(html: string): TextFacts {
  if (!WITH_ADDRESS_OR_ID.test(html)) return NO_FACTS;
  return {
    hrefs: [...listHrefs(html), ...findTagAttributes(html, MEDIA_SOURCES)],
    images: hasImage(html) ? findTagAttributes(html, IMAGE_SOURCES) : [],
    ids: findTagAttributes(html, HEADING_IDS),
  };
}

export const isMark = (text: string): boolean => text.startsWith(MARK);

/** Only texts that pages show as they are. */
export function separateTexts(entry: Entry): LightEntry {
  const factsByMark: Record<string, TextFacts> = {};
  if (!('content' in entry) || entry.content === null) return { entry, factsByMark };
  const content = entry.content.map((block) => {
    if (!isLong(block)) return block;
    const mark = `${MARK}${shortHash(block.text)}`;
    factsByMark[mark] = readTextFacts(block.text);
    return { ...block, text: mark };
  });
  return { entry: { ...entry, content }, factsByMark };
}

/** JSON with the long texts of its entry in the places of their marks. */
export function fillTexts(json: string, readEntry: () => Entry): string {
  let textByHash: ReadonlyMap<string, string> | null = null;
  return json.replace(MARK_IN_JSON, (_, hash: string) => {
    textByHash ??= listLongTexts(readEntry());
    const text = textByHash.get(hash);
    if (text === undefined) throw new Error(`No text of the entry has the hash ${hash}.`);
    return JSON.stringify(text);
  });
}

function listLongTexts(entry: Entry): ReadonlyMap<string, string> {
  const content = 'content' in entry ? (entry.content ?? []) : [];
  return new Map(content.filter(isLong).map(({ text }) => [shortHash(text), text]));
}

function isLong(block: Block): block is Extract<Block, { type: 'text' }> {
  return block.type === 'text' && block.text.length >= LONG_TEXT;
}
