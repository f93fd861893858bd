// What changed between two versions of a page. Every difference in bytes is at least one change: where nobody sees it, the
// change says so.

import { diffArrays } from 'diff';
import type { ChangeKind } from './change-kinds.ts';
import {
  type PageView,
  type PlacedText,
  type Region,
  type ShownLink,
  type ShownPicture,
  withoutHash,
  withoutHashes,
} from './page-view.ts';
import { diffWords, keyOfRuns, type WordRun } from './word-diff.ts';

/** A change of one page. */
export interface PageChange {
  readonly kind: ChangeKind;
  readonly region: Region;
  /** What changed within the kind, such as `og:title`; '' where the kind says it all. */
  readonly subject: string;
  readonly runs: readonly WordRun[];
  /** Equal for the same change of other pages. */
  readonly key: string;
  /** Other kinds that show the same words. */
  readonly also: readonly ChangeKind[];
}

/** A version of a page. */
export interface PageVersion {
  readonly html: string;
  readonly view: PageView;
}

/** Compares two versions whose bytes differ. At least one change. */
export function comparePages(before: PageVersion, after: PageVersion): readonly PageChange[] {
  const [a, b] = [before.view, after.view];
  const changes = [
    ...compareValue('title', a.title, b.title),
    ...compareValue('description', a.description, b.description),
    ...compareValue('h1', joinHeadings(a), joinHeadings(b)),
    ...compareValue('robots', a.robots, b.robots),
    ...compareValue('canonical', a.canonical, b.canonical),
    ...compareValue('language', a.language, b.language),
    ...compareNamed('language-links', a.alternates, b.alternates, ' '),
    ...compareTexts(a.blocks, b.blocks),
    ...compareLinks(a.links, b.links),
    ...comparePictures(a.pictures, b.pictures),
    ...compareLabels(a.labels, b.labels),
    ...compareNamed('structured-data', a.data, b.data, ': '),
    ...compareNamed('share', a.share, b.share, ': '),
    ...compareAssets(a.assets, b.assets),
  ];
  if (changes.length > 0) return mergeSame(changes);
  const isHash = withoutHashes(before.html) === withoutHashes(after.html);
  return [isHash ? OTHER_HASHES : OTHER_MARKUP];
}

const OTHER_HASHES: PageChange = {
  kind: 'assets',
  region: 'head',
  subject: 'only the addresses of other files',
  runs: [],
  key: 'hashes',
  also: [],
};
const OTHER_MARKUP: PageChange = {
  kind: 'markup',
  region: 'frame',
  subject: 'no word, link or picture changed',
  runs: [],
  key: 'markup',
  also: [],
};

/** A text that is shown in several places is one change. */
function mergeSame(changes: readonly PageChange[]): readonly PageChange[] {
  const byKey = new Map<string, PageChange>();
  for (const change of changes) {
    const key = change.runs.length === 0 ? change.key : keyOfRuns(change.runs);
    const first = byKey.get(key);
    if (first === undefined) byKey.set(key, change);
    else if (first.kind !== change.kind && !first.also.includes(change.kind))
      byKey.set(key, { ...first, also: [...first.also, change.kind] });
    // The same words in the header and in the text are two places to look at.
    else if (first.kind === change.kind && first.region !== change.region) byKey.set(`${key} ${change.region}`, change);
  }
  return [...byKey.values()];
}

const joinHeadings = ({ headings }: PageView): string | null => (headings.length === 0 ? null : headings.join(' | '));

function createChange(
  kind: ChangeKind,
  runs: readonly WordRun[],
  { region = 'head', subject = '' }: { readonly region?: Region; readonly subject?: string } = {},
): PageChange {
  return { kind, region, subject, runs, key: [kind, region, subject, keyOfRuns(runs)].join('\u0002'), also: [] };
}

function compareValue(kind: ChangeKind, before: string | null, after: string | null): readonly PageChange[] {
  return before === after ? [] : [createChange(kind, diffWords(before ?? '', after ?? ''))];
}

const whole = (mark: '-' | '+', text: string): WordRun => ({ mark, text });

/** What is only in the first list, and only in the second one; equal items count as often as they occur. */
function splitLists<T>(before: readonly T[], after: readonly T[], keyOf: (item: T) => string) {
  return { removed: withoutThose(before, after, keyOf), added: withoutThose(after, before, keyOf) };
}

function withoutThose<T>(items: readonly T[], others: readonly T[], keyOf: (item: T) => string): readonly T[] {
  const counts = new Map<string, number>();
  for (const item of others) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return items.filter((item) => {
    const count = counts.get(keyOf(item)) ?? 0;
    counts.set(keyOf(item), count - 1);
    return count <= 0;
  });
}

/** Lists of `name`, separator, `value`. */
function compareNamed(
  kind: ChangeKind,
  before: readonly string[],
  after: readonly string[],
  separator: string,
): readonly PageChange[] {
  const { removed, added } = splitLists(before, after, (item) => item);
  const split = (item: string) => {
    const end = item.indexOf(separator);
    return end === -1
      ? { name: item, value: '' }
      : { name: item.slice(0, end), value: item.slice(end + separator.length) };
  };
  const rest = added.map(split);
  const changes = removed.map(split).map(({ name, value }) => {
    const index = rest.findIndex((other) => other.name === name);
    const [other] = index === -1 ? [] : rest.splice(index, 1);
    return createChange(kind, diffWords(value, other?.value ?? ''), { subject: name });
  });
  return [...changes, ...rest.map(({ name, value }) => createChange(kind, [whole('+', value)], { subject: name }))];
}

/** Blocks that are compared with each other where some of many changed. */
const MAX_PAIRED = 40;
/** Pages that differ in more blocks have another content. */
const MAX_EDITS = 2000;
/** Part of their words that two versions of a text share. */
const LIKENESS = 0.4;

/** A text without a partner in the other version. Those of a run stand side by side. */
interface LoneText extends PlacedText {
  readonly run: number;
}

function compareTexts(before: readonly PlacedText[], after: readonly PlacedText[]): readonly PageChange[] {
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

/** Where two lists of blocks differ. */
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

/** Texts that are only in one version, or stand elsewhere. */
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

/** Neighbours are one change: the texts of a card come and go together. */
function joinRuns(texts: readonly LoneText[]): readonly (readonly LoneText[])[] {
  return [...Map.groupBy(texts, ({ run, region }) => `${run} ${region}`).values()];
}

const shorten = (text: string): string => (text.length > 80 ? `${text.slice(0, 79).toWellFormed()}…` : text);

/** Removed texts with the added ones that are most like them, in order. */
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
    if (best === null || best.score < LIKENESS) continue;
    free.delete(best.text);
    pairs.push([old, best.text]);
  }
  return pairs;
}

/** The part of words that two texts share (Sørensen–Dice). */
function likeness(a: string, b: string): number {
  const [first, second] = [new Set(a.split(' ')), new Set(b.split(' '))];
  return (2 * first.intersection(second).size) / (first.size + second.size);
}

function compareLinks(before: readonly ShownLink[], after: readonly ShownLink[]): readonly PageChange[] {
  const { removed, added } = splitLists(before, after, ({ region, href, text }) => `${region} ${href} ${text}`);
  const rest = [...added];
  const changes = removed.flatMap((link) => {
    const index = rest.findIndex(
      ({ region, text, href }) => region === link.region && (text === link.text || href === link.href),
    );
    const [other] = index === -1 ? [] : rest.splice(index, 1);
    // Another text of the same link is a change of the text.
    if (other !== undefined && other.href === link.href) return [];
    const runs = [whole('-', link.href), ...(other === undefined ? [] : [whole('+', other.href)])];
    return [createChange('links', runs, { region: link.region, subject: link.text })];
  });
  return [
    ...changes,
    ...rest.map(({ region, href, text }) => createChange('links', [whole('+', href)], { region, subject: text })),
  ];
}

function comparePictures(before: readonly ShownPicture[], after: readonly ShownPicture[]): readonly PageChange[] {
  const { removed, added } = splitLists(before, after, ({ region, files, text }) => `${region} ${files} ${text}`);
  const rest = [...added];
  const changes = removed.map((picture) => {
    const { region, name, text } = picture;
    const index = rest.findIndex((other) => other.region === region && other.name === name);
    const [other] = index === -1 ? [] : rest.splice(index, 1);
    if (other === undefined) return createChange('pictures', [whole('-', name)], { region, subject: text });
    return other.text === text
      ? createChange('pictures', [], { region, subject: `${name}: other bytes or sizes` })
      : createChange('pictures', diffWords(text, other.text), { region, subject: `alternative text of ${name}` });
  });
  return [
    ...changes,
    ...rest.map(({ region, name, text }) => createChange('pictures', [whole('+', name)], { region, subject: text })),
  ];
}

function compareLabels(before: readonly PlacedText[], after: readonly PlacedText[]): readonly PageChange[] {
  const { removed, added } = splitLists(before, after, ({ region, text }) => `${region} ${text}`);
  const rest = [...added];
  const changes = removed.map(({ region, text }) => {
    const index = rest.findIndex((other) => other.region === region);
    const [other] = index === -1 ? [] : rest.splice(index, 1);
    return createChange('labels', diffWords(text, other?.text ?? ''), { region });
  });
  return [...changes, ...rest.map(({ region, text }) => createChange('labels', [whole('+', text)], { region }))];
}

function compareAssets(before: readonly string[], after: readonly string[]): readonly PageChange[] {
  const { removed, added } = splitLists(before, after, (asset) => asset);
  const names = new Set([...removed, ...added].map(withoutHash));
  return [...names].map((name) => {
    const gone = !added.some((asset) => withoutHash(asset) === name);
    const isNew = !removed.some((asset) => withoutHash(asset) === name);
    const runs = gone ? [whole('-', name)] : isNew ? [whole('+', name)] : [];
    return createChange('assets', runs, { subject: runs.length === 0 ? `${name}: other bytes` : name });
  });
}
