// How long an article takes to read, from the length of its text blocks.

import type { BlockInput } from '../page-input.ts';

/** 200 words of six characters, spaces included: in characters, languages with long words are not read too fast. */
const CHARACTERS_PER_MINUTE = 1200;

/** Whole minutes, at least 1 where there is any text; 0 where there is none. */
export function estimateReadingMinutes(blocks: readonly BlockInput[]): number {
  const length = blocks.reduce((sum, block) => sum + (block.type === 'text' ? textLength(block.html) : 0), 0);
  return Math.ceil(length / CHARACTERS_PER_MINUTE);
}

/** Characters outside tags; an entity counts as it is written. */
function textLength(html: string): number {
  let length = html.length;
  for (let start = html.indexOf('<'); start !== -1; ) {
    const end = html.indexOf('>', start);
    if (end === -1) break;
    length -= end + 1 - start;
    start = html.indexOf('<', end);
  }
  return length;
}
