// Pages that are gone and pages that are new: which of them are one page that moved.

import type { PageEntry } from './site-side.ts';

/** A page that only one of the sites has. */
export interface LonePage {
  readonly path: string;
  readonly title: string;
  readonly entry: PageEntry | null;
  /** Hash of its words; null for a page with hardly any. */
  readonly words: string | null;
}

/** A page before and after. */
export interface MovedPage {
  readonly from: string;
  readonly to: string;
}

type KeyOf = (page: LonePage) => string | null;

/** Matches pages by where the old path leads now, then by their entry, then by their words. */
export function matchPages(
  removed: readonly LonePage[],
  added: readonly LonePage[],
  redirectOf: (path: string) => string | null,
): readonly MovedPage[] {
  const moved: MovedPage[] = [];
  const left = { removed: new Set(removed), added: new Set(added) };
  const take = (keyOfOld: KeyOf, keyOfNew: KeyOf) => {
    const byKey = Map.groupBy(left.added, keyOfNew);
    for (const old of [...left.removed]) {
      const key = keyOfOld(old);
      const [page, ...others] = (key === null ? [] : (byKey.get(key) ?? [])).filter((each) => left.added.has(each));
      // Of several pages with the same words none is known to be the one.
      if (page === undefined || others.length > 0) continue;
      left.removed.delete(old);
      left.added.delete(page);
      moved.push({ from: old.path, to: page.path });
    }
  };
  const entryOf: KeyOf = ({ entry }) => (entry === null ? null : `${entry.collection} ${entry.site} ${entry.id}`);
  const wordsOf: KeyOf = ({ words }) => words;
  take(
    ({ path }) => redirectOf(path),
    ({ path }) => path,
  );
  take(entryOf, entryOf);
  take(wordsOf, wordsOf);
  return moved;
}
