// Creates the table of contents of a long text or of a page of blocks, and adds an id to every heading in it.

import { HEADING_ID_PREFIX } from '../../config/constants.ts';
import type { TextRules } from '../contexts.ts';
import { escapeLikeReact } from '../escape-html.ts';
import type { BlockInput } from '../page-input.ts';
import type { CleanText } from './clean-rich-text.ts';
import { cleanText, joinPieces, takeId } from './sanitize-rich-text.ts';

/** A heading in the table of contents. */
interface OutlineHeading {
  readonly id: string;
  /** Escaped HTML without tags. */
  readonly titleHtml: string;
}

/** A text with its table of contents. */
export interface Outline {
  /** Empty if there are only few. */
  readonly headings: readonly OutlineHeading[];
  /** Sanitized HTML of each text block, by index of the block. */
  readonly safeHtmlByIndex: ReadonlyMap<number, string>;
  /** Ids of blocks with a heading of their own, by index; empty for a text. */
  readonly idByIndex: ReadonlyMap<number, string>;
  /** Number of characters of all text blocks, without tags. */
  readonly characters: number;
}

const FEWEST_HEADINGS = 2;

/** Sanitizes the text blocks. Ids are made from the text of headings, not numbered, so that links to them survive edits. */
export function createOutline(blocks: readonly BlockInput[], rules: TextRules): Outline {
  return outlineBlocks(blocks, rules, () => null);
}

/** The same, with the headings of all blocks. */
export function createBlockOutline(blocks: readonly BlockInput[], rules: TextRules): Outline {
  return outlineBlocks(blocks, rules, findTitle);
}

function findTitle(block: BlockInput): string | null {
  if (block.type === 'table') return block.caption;
  if (block.type === 'form') return block.form.title;
  return 'title' in block ? block.title : null;
}

function outlineBlocks(
  blocks: readonly BlockInput[],
  rules: TextRules,
  titleOf: (block: BlockInput) => string | null,
): Outline {
  const headings: OutlineHeading[] = [];
  const safeHtmlByIndex = new Map<number, string>();
  const idByIndex = new Map<number, string>();
  const texts = blocks.map((block) => (block.type === 'text' ? cleanText(block.html, rules) : null));
  const ownIds = texts.flatMap((text) => text?.headings.flatMap(({ ownId }) => ownId ?? []) ?? []);
  const taken: TakenIds = { ids: rules.takenIds, ownIds: new Set(ownIds), lastNumber: new Map() };
  let characters = 0;
  for (const [index, block] of blocks.entries()) {
    const text = texts[index] ?? null;
    if (block.type !== 'text' || text === null) {
      const title = titleOf(block);
      if (title === null) continue;
      const titleHtml = escapeLikeReact(title);
      const id = block.type === 'form' ? block.form.id : createId(titleHtml, taken);
      headings.push({ id, titleHtml });
      taken.ids.add(id);
      idByIndex.set(index, id);
      continue;
    }
    characters += text.characters;
    safeHtmlByIndex.set(index, markHeadings(text, headings, taken));
  }
  return { headings: headings.length < FEWEST_HEADINGS ? [] : headings, safeHtmlByIndex, idByIndex, characters };
}

/** Adds the headings of a text to a list. Returns the text with ids. */
function markHeadings({ pieces, headings: found }: CleanText, headings: OutlineHeading[], taken: TakenIds): string {
  return joinPieces(pieces, found, ({ titleHtml, ownId }) => {
    const own = takeId(ownId, { takenIds: taken.ids });
    if (titleHtml === '') return own;
    const id = own ?? createId(titleHtml, taken);
    headings.push({ id, titleHtml });
    taken.ids.add(id);
    return id;
  });
}

/** The used ids of a page, and the last number of equal headings. */
interface TakenIds {
  readonly ids: Set<string>;
  /** Those that editors gave: no other heading gets them. */
  readonly ownIds: ReadonlySet<string>;
  readonly lastNumber: Map<string, number>;
}

function createId(titleHtml: string, { ids, ownIds, lastNumber }: TakenIds): string {
  const words =
    titleHtml
      .toLowerCase()
      .replace(/&\w+;/g, ' ')
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const id = `${HEADING_ID_PREFIX}${words.join('-')}`;
  let candidate = id;
  let number = lastNumber.get(id) ?? 1;
  while (ids.has(candidate) || ownIds.has(candidate)) {
    number += 1;
    candidate = `${id}-${number}`;
  }
  lastNumber.set(id, number);
  return candidate;
}
