// The contents of a long text: an id on every second-level heading, and the list of them. It reads sanitised HTML, whose
// headings have no attributes but `id`, `class`, `lang` and `dir`.

import { HEADING_ID_PREFIX } from '../../config/constants.ts';
import type { TextRules } from '../contexts.ts';
import type { BlockInput } from '../page-input.ts';
import type { CleanText } from './clean-rich-text.ts';
import { cleanText } from './sanitize-rich-text.ts';

/** A heading that the contents lead to. */
interface OutlineHeading {
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
  /** Of all text blocks, outside tags. */
  readonly characters: number;
}

const FEWEST_HEADINGS = 2;

/** Sanitises the text blocks and numbers nothing: an id follows from its heading's words, so links to it survive edits. */
export function createOutline(blocks: readonly BlockInput[], rules: TextRules): Outline {
  const headings: OutlineHeading[] = [];
  const safeHtmlByIndex = new Map<number, string>();
  const taken: TakenIds = { ids: new Set(), lastNumber: new Map() };
  let characters = 0;
  for (const [index, block] of blocks.entries()) {
    if (block.type !== 'text') continue;
    const text = cleanText(block.html, rules);
    characters += text.characters;
    safeHtmlByIndex.set(index, markHeadings(text, headings, taken));
  }
  return { headings: headings.length < FEWEST_HEADINGS ? [] : headings, safeHtmlByIndex, characters };
}

/** Lists the headings of a text that have words. Returns the text with an id on each of those. */
function markHeadings({ pieces, headings: found }: CleanText, headings: OutlineHeading[], taken: TakenIds): string {
  let html = pieces[0] ?? '';
  for (const [index, { titleHtml, ownId }] of found.entries()) {
    if (titleHtml !== '') {
      const id = ownId ?? createId(titleHtml, taken);
      headings.push({ id, titleHtml });
      taken.ids.add(id);
      if (ownId === null) html += ` id="${id}"`;
    }
    html += pieces[index + 1] ?? '';
  }
  return html;
}

/** Ids of one outline, and of equal headings the last number that was given. */
interface TakenIds {
  readonly ids: Set<string>;
  readonly lastNumber: Map<string, number>;
}

function createId(titleHtml: string, { ids, lastNumber }: TakenIds): string {
  const words =
    titleHtml
      .toLowerCase()
      .replace(/&\w+;/g, ' ')
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const id = `${HEADING_ID_PREFIX}${words.join('-')}`;
  let candidate = id;
  let number = lastNumber.get(id) ?? 1;
  while (ids.has(candidate)) {
    number += 1;
    candidate = `${id}-${number}`;
  }
  lastNumber.set(id, number);
  return candidate;
}
