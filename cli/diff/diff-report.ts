// The result of a comparison, and the output of `--format json`. It contains no times, so that equal sites have equal reports.

import type { ProblemPlace } from '../errors.ts';
import { keyOfChange, type PageChange } from './compare-pages.ts';
import type { GateFinding } from './gates.ts';
import type { FileChange, RedirectChange } from './site-files.ts';

export const DIFF_FORMATS = ['text', 'github', 'json', 'markdown'] as const;
export type DiffFormat = (typeof DIFF_FORMATS)[number];

/** A change, and how many pages have it. */
export interface ChangeGroup extends PageChange {
  readonly id: number;
  readonly pages: number;
}

/** Why a page changed. */
export interface Cause {
  /** `list`: which entries a list of the page has. `settings`: settings, or the time. */
  readonly kind: 'content' | 'list' | 'picture' | 'words' | 'code' | 'settings' | 'unknown';
  /** The entry, and its fields if it was edited. */
  readonly where: ProblemPlace;
}

/** A page that differs between the sites. */
export interface PageDiff {
  /** In the second site, unless it was removed there. */
  readonly path: string;
  readonly status: 'added' | 'removed' | 'moved' | 'changed';
  /** If it moved, its path in the first site. */
  readonly from: string | null;
  /** If it was removed or moved, where its old path redirects. */
  readonly redirect: string | null;
  readonly title: string;
  readonly causes: readonly Cause[];
  /** Ids of its changes. */
  readonly changes: readonly number[];
}

/** A compared site. */
interface DiffSide {
  readonly name: string;
  readonly origin: string | null;
  readonly pages: number;
}

export interface DiffReport {
  readonly version: 2;
  readonly command: 'diff';
  readonly base: DiffSide;
  readonly head: DiffSide;
  readonly isPassed: boolean;
  /** What could not be found out, and why. */
  readonly notes: readonly string[];
  readonly counts: Readonly<Record<PageDiff['status'] | 'unchanged', number>>;
  readonly gates: readonly GateFinding[];
  /** Those with most pages first. */
  readonly groups: readonly ChangeGroup[];
  readonly pages: readonly PageDiff[];
  readonly redirects: readonly RedirectChange[];
  readonly files: readonly FileChange[];
}

/** Per page. */
const MAX_CHANGES = 200;

/** Groups the same change of many pages: a changed link in the footer is shown once, not for each page. */
export class ChangeGroups {
  readonly #groups = new Map<string, ChangeGroup>();

  /** Adds the changes of a page. @returns their ids. */
  add(changes: readonly PageChange[]): readonly number[] {
    return changes.slice(0, MAX_CHANGES).map((change) => {
      const key = keyOfChange(change);
      const known = this.#groups.get(key) ?? { ...change, id: this.#groups.size, pages: 0 };
      const also = [...new Set([...known.also, ...change.also])];
      this.#groups.set(key, { ...known, also, pages: known.pages + 1 });
      return known.id;
    });
  }

  list(): readonly ChangeGroup[] {
    return [...this.#groups.values()].sort((a, b) => b.pages - a.pages || a.id - b.id);
  }
}
