// Compares two texts word by word, and shows changed words with some context.

import { diffArrays } from 'diff';

/** A run of words in both texts (' '), only in the first ('-'), or only in the second ('+'). */
export interface WordRun {
  readonly mark: ' ' | '-' | '+';
  readonly text: string;
}

const WORD = /\s+|[\p{L}\p{N}\p{M}_'’]+|[^\s]/gu;
/** Texts with more differences are shown whole, because a word diff would not be readable. */
const MAX_EDITS = 600;
/** Characters shown around a change. */
const CONTEXT = 60;
/** Longer runs are shortened in the middle. */
const MAX_RUN_LENGTH = 600;
export function diffWords(before: string, after: string): readonly WordRun[] {
  const parts = diffArrays(before.match(WORD) ?? [], after.match(WORD) ?? [], { maxEditLength: MAX_EDITS });
  if (parts === undefined) return trimContext(replaced(before, after));
  const runs = parts.map(
    ({ added, removed, value }): WordRun => ({ mark: added ? '+' : removed ? '-' : ' ', text: value.join('') }),
  );
  return trimContext(joinRuns(runs));
}

function replaced(before: string, after: string): readonly WordRun[] {
  return [
    ...(before === '' ? [] : [{ mark: '-', text: before } as const]),
    ...(after === '' ? [] : [{ mark: '+', text: after } as const]),
  ];
}

/** Changed words with only whitespace between them are one change. */
function joinRuns(runs: readonly WordRun[]): readonly WordRun[] {
  const joined: WordRun[] = [];
  let removed = '';
  let added = '';
  const flush = () => {
    joined.push(...replaced(removed, added));
    removed = '';
    added = '';
  };
  for (const [index, { mark, text }] of runs.entries()) {
    if (mark === '-') removed += text;
    else if (mark === '+') added += text;
    else if (text.trim() === '' && removed + added !== '' && index < runs.length - 1) {
      removed += text;
      added += text;
    } else {
      flush();
      joined.push({ mark, text });
    }
  }
  flush();
  return joined;
}

function trimContext(runs: readonly WordRun[]): readonly WordRun[] {
  return runs.map(({ mark, text }, index) => {
    if (mark !== ' ')
      return { mark, text: text.length > MAX_RUN_LENGTH ? cut(text, MAX_RUN_LENGTH / 2, MAX_RUN_LENGTH / 2) : text };
    const before = index === 0 ? 0 : CONTEXT;
    const after = index === runs.length - 1 ? 0 : CONTEXT;
    return { mark, text: text.length > before + after + 3 ? cut(text, before, after) : text };
  });
}

/** Keeps the first and last characters, cut between words. */
function cut(text: string, first: number, last: number): string {
  const start = text.slice(0, first).replace(/\S*$/, '');
  const end = last === 0 ? '' : text.slice(-last).replace(/^\S*/, '');
  return `${start}…${end}`.toWellFormed();
}

/** The changed words without context: equal for the same change in another place. */
export function keyOfRuns(runs: readonly WordRun[]): string {
  return runs
    .filter(({ mark }) => mark !== ' ')
    .map(({ mark, text }) => `${mark}${text.trim()}`)
    .join('\u0001');
}
