// Whether two generators made the same page, and where not, what differs, in lines for people.

import { type PageSignature, readSignature } from './page-signature.ts';

const WORDS_AROUND = 6;
const CHARACTERS_BEFORE = 60;
const CHARACTERS_AFTER = 80;

/** What differs, empty where the pages say the same: `blog/index.html, links: …`. */
export function findDifferences(
  file: string,
  pages: { readonly ours: string; readonly theirs: string },
): readonly string[] {
  const ours = readSignature(pages.ours);
  const theirs = readSignature(pages.theirs);
  const parts = Object.keys(ours) as readonly (keyof PageSignature)[];
  return parts.flatMap((part) => describeDifference(`${file}, ${part}`, part, [ours[part], theirs[part]]));
}

function describeDifference(
  place: string,
  part: keyof PageSignature,
  [ours, theirs]: readonly [readonly string[], readonly string[]],
): readonly string[] {
  const length = Math.max(ours.length, theirs.length);
  const at = Array.from({ length }, (_, index) => index).find((index) => ours[index] !== theirs[index]);
  if (at === undefined) return [];
  const around = (words: readonly string[]) => words.slice(Math.max(0, at - WORDS_AROUND), at + WORDS_AROUND).join(' ');
  const [one, other] =
    part === 'text'
      ? [around(ours), around(theirs)]
      : cutAroundDifference(ours[at] ?? '(nothing)', theirs[at] ?? '(nothing)');
  return [
    `${place}: ${ours.length} in sitegen's page, ${theirs.length} in theirs; the first difference:`,
    `  sitegen  ${one}`,
    `  theirs   ${other}`,
  ];
}

/** Long lines from a little before the first character that differs. */
function cutAroundDifference(one: string, other: string): readonly [string, string] {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const start = at <= CHARACTERS_BEFORE ? 0 : at - CHARACTERS_BEFORE;
  const cut = (line: string) => {
    const shown = line.slice(start, at + CHARACTERS_AFTER);
    return `${start === 0 ? '' : '…'}${shown}${line.length > at + CHARACTERS_AFTER ? '…' : ''}`;
  };
  return [cut(one), cut(other)];
}
