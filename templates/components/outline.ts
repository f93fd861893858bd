// The contents of a long text: an id on every second-level heading, and the list of them. It reads sanitised HTML, whose
// headings have no attributes but `id`, `lang` and `dir`.

import type { LinkRules, TextRules } from '../contexts.ts';
import type { KnownHtml } from '../markup.ts';
import type { BlockInput, OutlineHeading, PrintedText, ReadText } from '../page-input.ts';
import type { CleanText } from './clean-rich-text.ts';
import { cleanReadText, cleanText } from './sanitize-rich-text.ts';

/** A text with its contents. */
export interface Outline {
  /** Empty where there are too few to choose from. */
  readonly headings: readonly OutlineHeading[];
  /** Sanitised HTML of each text block, by its place among the blocks. */
  readonly safeByIndex: ReadonlyMap<number, string | KnownHtml>;
  /** Of all text blocks, outside tags. */
  readonly characters: number;
}

const FEWEST_HEADINGS = 2;
/** Generated ids start with this, so that they never meet an id of the page itself. */
const PREFIX = 'part-';

/** Sanitises the text blocks and numbers nothing: an id follows from its heading's words, so links to it survive edits. */
export function createOutline(blocks: readonly BlockInput[], rules: TextRules): Outline {
  const headings: OutlineHeading[] = [];
  const safeByIndex = new Map<number, string | KnownHtml>();
  let characters = 0;
  for (const [index, block] of blocks.entries()) {
    if (block.type !== 'text') continue;
    // Ids follow from the headings before a text, too.
    const { characters: length, safe } =
      block.printed !== undefined && headings.length === 0
        ? takePrinted(block.printed, headings)
        : markText(cleanText(block.html, rules, block.read), headings);
    characters += length;
    safeByIndex.set(index, safe);
  }
  return { headings: headings.length < FEWEST_HEADINGS ? [] : headings, safeByIndex, characters };
}

/** Prints a text that was read; null where one of its links leaves that to the sanitiser. */
export function printText(html: string, read: ReadText, rules: LinkRules): PrintedText | null {
  const text = cleanReadText(html, read, rules);
  if (text === null) return null;
  const headings: OutlineHeading[] = [];
  const { characters, safe } = markText(text, headings);
  return typeof safe === 'string' ? null : { headings, characters, safe };
}

function takePrinted({ headings: found, ...text }: PrintedText, headings: OutlineHeading[]): MarkedText {
  headings.push(...found);
  return text;
}

/** A text with ids on its headings. */
interface MarkedText {
  readonly characters: number;
  readonly safe: string | KnownHtml;
}

function markText(text: CleanText, headings: OutlineHeading[]): MarkedText {
  const { html, ids } = markHeadings(text, headings);
  const { characters, said } = text;
  return { characters, safe: said === null ? html : { html, links: said.links.join(' '), ids: ids.join(' ') } };
}

/** Lists the headings of a text that have words. Returns the text with an id on each of those, and all of its ids. */
function markHeadings(
  { pieces, headings: found, said }: CleanText,
  headings: OutlineHeading[],
): { readonly html: string; readonly ids: readonly string[] } {
  let html = pieces[0] ?? '';
  const created: (string | null)[] = [];
  for (const [index, { titleHtml, ownId }] of found.entries()) {
    const id = titleHtml === '' ? null : (ownId ?? createId(titleHtml, headings));
    if (id !== null) headings.push({ id, titleHtml });
    if (ownId === null) {
      created.push(id);
      if (id !== null) html += ` id="${id}"`;
    }
    html += pieces[index + 1] ?? '';
  }
  const ids: string[] = [];
  for (const own of said?.ids ?? []) {
    const id = own ?? created.shift() ?? null;
    if (id !== null) ids.push(id);
  }
  return { html, ids };
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
