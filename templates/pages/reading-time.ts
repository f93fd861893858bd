// How long an article takes to read, from the length of its text blocks.

/** 200 words of six characters, spaces included: in characters, languages with long words are not read too fast. */
const CHARACTERS_PER_MINUTE = 1200;

/** Whole minutes of a text's characters outside tags; at least 1 where there is any, 0 where there is none. */
export function estimateReadingMinutes(characters: number): number {
  return Math.ceil(characters / CHARACTERS_PER_MINUTE);
}
