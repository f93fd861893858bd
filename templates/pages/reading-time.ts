// Estimates the reading time of an article from the length of its text blocks.

/** 200 words of six characters. Counting characters treats languages with long words fairly. */
const CHARACTERS_PER_MINUTE = 1200;

/** Whole minutes, at least 1; 0 without text. */
export function estimateReadingMinutes(characters: number): number {
  return Math.ceil(characters / CHARACTERS_PER_MINUTE);
}
