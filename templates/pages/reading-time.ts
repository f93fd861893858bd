// How long an article takes to read, from the words of its text blocks.

import type { BlockInput } from '../page-input.ts';

const WORDS_PER_MINUTE = 200;

/** Whole minutes, at least 1 where there is any text; 0 where there is none. */
export function estimateReadingMinutes(blocks: readonly BlockInput[]): number {
  const words = blocks.reduce((sum, block) => sum + (block.type === 'text' ? countWords(block.html) : 0), 0);
  return Math.ceil(words / WORDS_PER_MINUTE);
}

/** Tags and entities are no words. */
function countWords(html: string): number {
  return html.replace(/<[^>]*>|&\w+;/g, ' ').match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}’'-]*/gu)?.length ?? 0;
}
