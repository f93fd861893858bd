// Settled briefs of a batch of pages as a list of numbers: what a thread finds out about pages crosses to the thread that
// checks the site, and waits there until the last page is made, for next to nothing.

import type { PageFault } from '../rules/page-rules.ts';
import type { NumberedBrief, NumberOf } from './page-brief.ts';
import { type SettledBrief, settleBrief } from './settled-brief.ts';

/** Briefs in the order of their pages: plain data that may cross to another thread. */
export interface PackedBriefs {
  /** A row a page: those of {@link COLUMNS}, then its targets, others and files; a 0 of a page whose brief is none of these. */
  readonly numbers: Uint32Array;
  /** Texts that rows name by their number, each once. */
  readonly texts: readonly string[];
  readonly faults: readonly (readonly PageFault[])[];
}

/** Numbers of a row. Links and faults are one more than they are; a digest takes two. */
const COLUMNS = {
  links: 0,
  title: 1,
  description: 3,
  said: 5,
  language: 6,
  faults: 7,
  alternates: 8,
  targets: 10,
  others: 11,
  files: 12,
} as const;
const ROW_START = 13;
const CANONICAL = 1;
const NOINDEX = 2;

/** Packs the briefs of pages, batch after batch. */
export interface BriefPacker {
  /** The next page of a batch. */
  readonly add: (brief: NumberedBrief | null) => void;
  /** The number of the page of a path. */
  readonly numberOf: NumberOf;
  /** Ends the batch. */
  readonly take: () => PackedBriefs;
}

/**
 * Starts packing for a site with these paths of pages, a line each, in the order of their numbers. Of all pages that link to
 * a page only the first is told: it tells no less than all.
 */
export function createBriefPacker(paths: string): BriefPacker {
  const numberByPath = new Map(paths.split('\n').map((path, number) => [path, number]));
  const isLinked = new Uint8Array(numberByPath.size);
  const numberOf: NumberOf = (path) => numberByPath.get(path);
  let numbers: number[] = [];
  let texts = new Map<string, number>();
  let faults: (readonly PageFault[])[] = [];
  const numberOfText = (text: string) => {
    const known = texts.get(text);
    if (known !== undefined) return known;
    texts.set(text, texts.size);
    return texts.size - 1;
  };
  return {
    numberOf,
    add: (brief) => {
      const settled = brief === null ? null : settleBrief(brief, numberOf);
      // Whether the other page has an id is known when all pages are made.
      if (settled === null || settled.hasAnchors) {
        numbers.push(0);
        return;
      }
      const { links, title, description, hasCanonical, hasNoindex, language, alternates, others, files } = settled;
      const targets: number[] = [];
      for (let index = 0; index < settled.targets.length; index += 1) {
        const target = settled.targets[index] ?? 0;
        if (isLinked[target] === 0) targets.push(target);
        isLinked[target] = 1;
      }
      if (settled.faults.length > 0) faults.push(settled.faults);
      const [titleHigh, titleLow] = title ?? NO_DIGEST;
      const [descriptionHigh, descriptionLow] = description ?? NO_DIGEST;
      const [alternatesHigh, alternatesLow] = alternates ?? NO_DIGEST;
      numbers.push(
        links + 1,
        titleHigh,
        titleLow,
        descriptionHigh,
        descriptionLow,
        (hasCanonical ? CANONICAL : 0) | (hasNoindex ? NOINDEX : 0),
        numberOfText(language),
        settled.faults.length > 0 ? faults.length : 0,
        alternatesHigh,
        alternatesLow,
        targets.length,
        others.length,
        files.length,
      );
      for (let index = 0; index < targets.length; index += 1) numbers.push(targets[index] ?? 0);
      for (let index = 0; index < others.length; index += 1) numbers.push(numberOfText(others[index] ?? ''));
      for (let index = 0; index < files.length; index += 1) numbers.push(numberOfText(files[index] ?? ''));
    },
    take: () => {
      const packed = { numbers: Uint32Array.from(numbers), texts: [...texts.keys()], faults };
      numbers = [];
      texts = new Map();
      faults = [];
      return packed;
    },
  };
}

const NO_DIGEST = [0, 0] as const;

/** Briefs of pages by the numbers of these, as they come from threads. */
export interface BriefShelf {
  readonly put: (pages: readonly number[], packed: PackedBriefs) => void;
  /** Null of a page whose brief did not come. */
  readonly find: (page: number) => SettledBrief | null;
}

/** A shelf for a site of so many pages. */
export function createBriefShelf(pages: number): BriefShelf {
  const batches: PackedBriefs[] = [];
  /** Of each page the number of its batch and one, and where its row starts there. */
  const places = new Uint32Array(pages * 2);
  return {
    put: (numbers, batch) => {
      batches.push(batch);
      let start = 0;
      for (const page of numbers) {
        const isTold = batch.numbers[start] !== 0;
        if (isTold) places.set([batches.length, start], page * 2);
        start += isTold ? lengthOfRow(batch, start) : 1;
      }
    },
    find: (page) => {
      const batch = batches[(places[page * 2] ?? 0) - 1];
      return batch === undefined ? null : unpack(batch, places[page * 2 + 1] ?? 0);
    },
  };
}

function lengthOfRow({ numbers }: PackedBriefs, start: number): number {
  const countOf = (column: 'targets' | 'others' | 'files') => numbers[start + COLUMNS[column]] ?? 0;
  return ROW_START + countOf('targets') + countOf('others') + countOf('files');
}

function unpack({ numbers, texts, faults }: PackedBriefs, start: number): SettledBrief {
  const at = (column: number) => numbers[start + column] ?? 0;
  const textAt = (column: number) => texts[at(column)] ?? '';
  const digestAt = (column: number) =>
    at(column) === 0 && at(column + 1) === 0 ? null : ([at(column), at(column + 1)] as const);
  const afterTargets = ROW_START + at(COLUMNS.targets);
  const afterOthers = afterTargets + at(COLUMNS.others);
  const listTexts = (from: number, length: number): readonly string[] => {
    const listed: string[] = [];
    for (let column = from; column < from + length; column += 1) listed.push(textAt(column));
    return listed;
  };
  return {
    links: at(COLUMNS.links) - 1,
    title: digestAt(COLUMNS.title),
    description: digestAt(COLUMNS.description),
    hasCanonical: (at(COLUMNS.said) & CANONICAL) !== 0,
    hasNoindex: (at(COLUMNS.said) & NOINDEX) !== 0,
    language: textAt(COLUMNS.language),
    alternates: digestAt(COLUMNS.alternates),
    faults: faults[at(COLUMNS.faults) - 1] ?? [],
    targets: numbers.subarray(start + ROW_START, start + afterTargets),
    others: listTexts(afterTargets, at(COLUMNS.others)),
    hasAnchors: false,
    files: listTexts(afterOthers, at(COLUMNS.files)),
  };
}
