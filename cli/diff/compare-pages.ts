// Finds what changed between two versions of a page. Every difference in bytes is at least one change, even if it is not
// visible.

import type { ChangeKind } from './change-kinds.ts';
import { compareTexts } from './compare-texts.ts';
import { createChange, type PageChange, splitLists, whole } from './page-change.ts';
import {
  type PageView,
  type PlacedText,
  type ShownLink,
  type ShownPicture,
  withoutHash,
  withoutHashes,
} from './page-view.ts';
import { diffWords, keyOfRuns } from './word-diff.ts';

export interface PageVersion {
  readonly html: string;
  readonly view: PageView;
}

/** Compares two versions whose bytes differ. @returns at least one change. */
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
  const isOnlyHashes = withoutHashes(before.html) === withoutHashes(after.html);
  return [isOnlyHashes ? CHANGED_HASHES : CHANGED_MARKUP];
}

const CHANGED_HASHES: PageChange = {
  kind: 'assets',
  region: 'head',
  subject: 'only the addresses of other files',
  runs: [],
  key: 'hashes',
  also: [],
};
const CHANGED_MARKUP: PageChange = {
  kind: 'markup',
  region: 'frame',
  subject: 'no word, link or picture changed',
  runs: [],
  key: 'markup',
  also: [],
};

/** If the same words change in several places (title, heading, social networks), that is one change. */
function mergeSame(changes: readonly PageChange[]): readonly PageChange[] {
  const byKey = new Map<string, PageChange>();
  for (const change of changes) {
    const key = change.runs.length === 0 ? change.key : keyOfRuns(change.runs);
    const first = byKey.get(key);
    if (first === undefined) byKey.set(key, change);
    else if (first.kind !== change.kind && !first.also.includes(change.kind))
      byKey.set(key, { ...first, also: [...first.also, change.kind] });
    // The same words in the header and in the content are two changes.
    else if (first.kind === change.kind && first.region !== change.region) byKey.set(`${key} ${change.region}`, change);
  }
  return [...byKey.values()];
}

const joinHeadings = ({ headings }: PageView): string | null => (headings.length === 0 ? null : headings.join(' | '));

function compareValue(kind: ChangeKind, before: string | null, after: string | null): readonly PageChange[] {
  return before === after ? [] : [createChange(kind, diffWords(before ?? '', after ?? ''))];
}

/** Compares lists of `name`, separator, `value`. */
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

function compareLinks(before: readonly ShownLink[], after: readonly ShownLink[]): readonly PageChange[] {
  const { removed, added } = splitLists(before, after, ({ region, href, text }) => `${region} ${href} ${text}`);
  const rest = [...added];
  const changes = removed.flatMap((link) => {
    const index = rest.findIndex(
      ({ region, text, href }) => region === link.region && (text === link.text || href === link.href),
    );
    const [other] = index === -1 ? [] : rest.splice(index, 1);
    // If only the text of a link changed, it is reported as a change of text.
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
