// How long an article takes to read, from the words of its text blocks.

import type { BlockInput } from '../page-input.ts';

const WORDS_PER_MINUTE = 200;

/** Whole minutes, at least 1 where there is any text; 0 where there is none. */
export function estimateReadingMinutes(blocks: readonly BlockInput[]): number {
  const words = blocks.reduce((sum, block) => sum + (block.type === 'text' ? countWords(block.html) : 0), 0);
  return Math.ceil(words / WORDS_PER_MINUTE);
}

/** Tags and entities are no words; an apostrophe or a hyphen ends none. Read by code unit: it is done for every article. */
function countWords(html: string): number {
  let words = 0;
  let isInWord = false;
  for (let index = 0; index < html.length; index += 1) {
    const code = html.charCodeAt(index);
    if (code === LESS_THAN) index = endOf(html, '>', index);
    else if (code === AMPERSAND) index = endOf(html, ';', index);
    else if (isInWord && JOINERS.has(code)) continue;
    const isWord = isWordUnit(code);
    if (isWord && !isInWord) words += 1;
    isInWord = isWord;
  }
  return words;
}

const LESS_THAN = 0x3c;
const AMPERSAND = 0x26;
/** ' - ’ */
const JOINERS: ReadonlySet<number> = new Set([0x27, 0x2d, 0x2019]);

function endOf(html: string, character: string, start: number): number {
  const end = html.indexOf(character, start);
  return end === -1 ? start : end;
}

/** Digits and letters of any script: above Latin-1's signs all but general punctuation and CJK punctuation. */
function isWordUnit(code: number): boolean {
  if (code < 0xc0) return (code >= 0x30 && code <= 0x39) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a);
  return code !== 0xd7 && code !== 0xf7 && (code < 0x2000 || code > 0x303f);
}
