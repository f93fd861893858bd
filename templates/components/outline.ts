// The contents of a long text: an id on every second-level heading, and the list of them. It reads sanitised HTML, whose
// headings have no attributes but `id`, `lang` and `dir`.

import type { TextRules } from '../contexts.ts';
import type { KnownHtml } from '../markup.ts';
import type { BlockInput } from '../page-input.ts';
import type { CleanText, PlacedId } from './clean-rich-text.ts';
import { cleanText } from './sanitize-rich-text.ts';

/** A heading that the contents lead to. */
export interface OutlineHeading {
  readonly id: string;
  /** Escaped HTML without tags. */
  readonly titleHtml: string;
}

/** A text with its contents. */
export interface Outline {
  /** Empty where there are too few to choose from. */
  readonly headings: readonly OutlineHeading[];
  /** Sanitised HTML of each text block, by its place among the blocks. */
  readonly safeHtmlByIndex: ReadonlyMap<number, string>;
  /** The same with what it says, of those of which that is known. */
  readonly knownByIndex: ReadonlyMap<number, KnownHtml>;
  /** Of all text blocks, outside tags. */
  readonly characters: number;
}

const FEWEST_HEADINGS = 2;
const START = '<h2';
const END = '</h2>';
const ID = /\sid="([^"]*)"/;
/** Generated ids start with this, so that they never meet an id of the page itself. */
const PREFIX = 'part-';

/** Sanitises the text blocks and numbers nothing: an id follows from its heading's words, so links to it survive edits. */
export function createOutline(blocks: readonly BlockInput[], rules: TextRules): Outline {
  const headings: OutlineHeading[] = [];
  const safeHtmlByIndex = new Map<number, string>();
  const knownByIndex = new Map<number, KnownHtml>();
  let characters = 0;
  for (const [index, block] of blocks.entries()) {
    if (block.type !== 'text') continue;
    const text = cleanText(block.html, rules);
    characters += text.characters;
    const created: PlacedId[] = [];
    const html = markHeadings(text, headings, created);
    safeHtmlByIndex.set(index, html);
    if (text.said !== null)
      knownByIndex.set(index, { html, links: text.said.links, ids: listIds(text.said.ids, created) });
  }
  return { headings: headings.length < FEWEST_HEADINGS ? [] : headings, safeHtmlByIndex, knownByIndex, characters };
}

/** In the order in which they stand. */
function listIds(own: readonly PlacedId[], created: readonly PlacedId[]): readonly string[] {
  const all = own.length === 0 ? created : [...own, ...created].sort((one, other) => one.at - other.at);
  return all.map(({ id }) => id);
}

/** Lists the headings of a sanitised text. Returns the text with an id on each that has words, and tells of those. */
function markHeadings(
  { safeHtml, headings: starts }: CleanText,
  headings: OutlineHeading[],
  created: PlacedId[],
): string {
  let marked = '';
  let copied = 0;
  let end = 0;
  for (const start of starts) {
    if (start < end) continue;
    const inside = safeHtml.indexOf('>', start) + 1;
    end = safeHtml.indexOf(END, inside);
    if (end === -1) break;
    const titleHtml = textOf(safeHtml.slice(inside, end));
    if (titleHtml === '') continue;
    const nameEnd = start + START.length;
    const ownId = ID.exec(safeHtml.slice(nameEnd, inside))?.[1];
    const id = ownId ?? createId(titleHtml, headings);
    headings.push({ id, titleHtml });
    if (ownId !== undefined) continue;
    created.push({ at: start, id });
    marked += `${safeHtml.slice(copied, nameEnd)} id="${id}"`;
    copied = nameEnd;
  }
  return marked + safeHtml.slice(copied);
}

function textOf(html: string): string {
  return (html.includes('<') ? html.replace(/<[^>]*>/g, '') : html).trim();
}

function createId(titleHtml: string, taken: readonly OutlineHeading[]): string {
  const words =
    titleHtml
      .toLowerCase()
      .replace(/&\w+;/g, ' ')
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const id = `${PREFIX}${words.join('-')}`;
  const isFree = (candidate: string) => taken.every((heading) => heading.id !== candidate);
  let candidate = id;
  for (let number = 2; !isFree(candidate); number += 1) candidate = `${id}-${number}`;
  return candidate;
}
