// Finds pages that moved among those that were removed and added.

import type { RouteEntry } from '../check/check-input.ts';

/** A page that only one of the sites has. */
export interface LonePage {
  readonly path: string;
  readonly title: string;
  readonly entry: RouteEntry | null;
  /** Hash of its words; null if there are too few to compare. */
  readonly words: string | null;
}

/** Paths of a page in both sites. */
export interface MovedPage {
  readonly from: string;
  readonly to: string;
}

type KeyOf = (page: LonePage) => string | null;

/** Matches pages by redirect, then by entry, then by words. */
export function matchPages(
  removed: readonly LonePage[],
  added: readonly LonePage[],
  redirectOf: (path: string) => string | null,
): readonly MovedPage[] {
  const moved: MovedPage[] = [];
  const left = { removed: new Set(removed), added: new Set(added) };
  const matchBy = (keyOfOld: KeyOf, keyOfNew: KeyOf) => {
    const byKey = Map.groupBy(left.added, keyOfNew);
    for (const old of [...left.removed]) {
      const key = keyOfOld(old);
      const [page, ...others] = (key === null ? [] : (byKey.get(key) ?? [])).filter((each) => left.added.has(each));
      // Several candidates are ambiguous.
      if (page === undefined || others.length > 0) continue;
      left.removed.delete(old);
      left.added.delete(page);
      moved.push({ from: old.path, to: page.path });
    }
  };
  const entryOf: KeyOf = ({ entry }) => (entry === null ? null : `${entry.collection} ${entry.site} ${entry.id}`);
  const wordsOf: KeyOf = ({ words }) => words;
  matchBy(
    ({ path }) => redirectOf(path),
    ({ path }) => path,
  );
  matchBy(entryOf, entryOf);
  matchBy(wordsOf, wordsOf);
  return moved;
}
