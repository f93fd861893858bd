// Compares the texts of two versions of a page. Texts that are alike are shown as one change.

import { diffArrays } from 'diff';
import { createChange, type PageChange, splitLists, whole } from './page-change.ts';
import type { PlacedText } from './page-view.ts';
import { diffWords } from './word-diff.ts';

/** Limits how many blocks are compared with each other. */
const MAX_PAIRED = 40;
/** Pages with more differences are considered entirely different. */
const MAX_EDITS = 2000;
/** Share of words that two texts must have in common to be versions of one text. */
const MIN_LIKENESS = 0.4;

/** A text without a counterpart in the other version. Adjacent texts have the same run number. */
interface LoneText extends PlacedText {
  readonly run: number;
}

export function compareTexts(before: readonly PlacedText[], after: readonly PlacedText[]): readonly PageChange[] {
  const changes: PageChange[] = [];
  const lone: { readonly removed: LoneText[]; readonly added: LoneText[] } = { removed: [], added: [] };
  for (const { removed, added } of splitBlocks(before, after)) {
    const pairs = pairTexts(removed, added);
    for (const [old, text] of pairs)
      changes.push(createChange('text', diffWords(old.text, text.text), { region: text.region }));
    const paired = new Set(pairs.flat());
    lone.removed.push(...numberRuns(removed, paired, lone.removed.at(-1)));
    lone.added.push(...numberRuns(added, paired, lone.added.at(-1)));
  }
  return [...changes, ...compareLone(lone.removed, lone.added)];
}

/** Yields the places where two lists of blocks differ. */
function* splitBlocks(
  before: readonly PlacedText[],
  after: readonly PlacedText[],
): Generator<{ readonly removed: readonly PlacedText[]; readonly added: readonly PlacedText[] }> {
  const isSame = (a: PlacedText, b: PlacedText) => a.text === b.text && a.region === b.region;
  const parts = diffArrays([...before], [...after], { comparator: isSame, maxEditLength: MAX_EDITS });
  if (parts === undefined) {
    yield { removed: before, added: after };
    return;
  }
  let removed: readonly PlacedText[] = [];
  let added: readonly PlacedText[] = [];
  for (const part of parts) {
    if (part.removed) removed = part.value;
    else if (part.added) added = part.value;
    else {
      yield { removed, added };
      [removed, added] = [[], []];
    }
  }
  yield { removed, added };
}

function numberRuns(
  texts: readonly PlacedText[],
  paired: ReadonlySet<PlacedText>,
  last: LoneText | undefined,
): readonly LoneText[] {
  let run = (last?.run ?? 0) + 1;
  return texts.flatMap((text) => {
    if (!paired.has(text)) return [{ ...text, run }];
    run += 1;
    return [];
  });
}

/** Texts that are only in one version, or in a different place. */
function compareLone(removed: readonly LoneText[], added: readonly LoneText[]): readonly PageChange[] {
  const only = splitLists(removed, added, ({ region, text }) => `${region} ${text}`);
  const describe = (mark: '-' | '+') => (texts: readonly LoneText[]) =>
    createChange('text', [whole(mark, texts.map(({ text }) => text).join(' · '))], {
      region: texts[0]?.region ?? 'main',
    });
  return [
    ...joinRuns(only.removed).map(describe('-')),
    ...joinRuns(only.added).map(describe('+')),
    ...removed
      .filter((text) => !only.removed.includes(text))
      .map(({ region, text }) => createChange('order', [], { region, subject: shorten(text) })),
  ];
}

/** Adjacent texts are one change, such as the texts of a card. */
function joinRuns(texts: readonly LoneText[]): readonly (readonly LoneText[])[] {
  return [...Map.groupBy(texts, ({ run, region }) => `${run} ${region}`).values()];
}

const shorten = (text: string): string => (text.length > 80 ? `${text.slice(0, 79).toWellFormed()}…` : text);

/** Pairs removed texts with the most similar added ones. */
function pairTexts(
  removed: readonly PlacedText[],
  added: readonly PlacedText[],
): readonly (readonly [PlacedText, PlacedText])[] {
  const pairs: (readonly [PlacedText, PlacedText])[] = [];
  const free = new Set(added.slice(0, MAX_PAIRED));
  for (const old of removed.slice(0, MAX_PAIRED)) {
    const candidates = [...free].filter(({ region }) => region === old.region);
    const isOnly = removed.length === 1 && added.length === 1;
    const scored = candidates.map((text) => ({ text, score: isOnly ? 1 : likeness(old.text, text.text) }));
    const best = scored.reduce<(typeof scored)[number] | null>(
      (top, each) => (each.score > (top?.score ?? 0) ? each : top),
      null,
    );
    if (best === null || best.score < MIN_LIKENESS) continue;
    free.delete(best.text);
    pairs.push([old, best.text]);
  }
  return pairs;
}

/** Share of common words (Sørensen–Dice). */
function likeness(a: string, b: string): number {
  const [first, second] = [new Set(a.split(' ')), new Set(b.split(' '))];
  return (2 * first.intersection(second).size) / (first.size + second.size);
}
