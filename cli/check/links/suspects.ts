// Addresses that lead nowhere, with the pages that name them, until it is known who wrote them. Held are numbers of
// pages and each address once.

import type { RuleCode } from '../rules/rules.ts';

/** One address that is wrong in one way. */
export interface Suspect {
  readonly code: RuleCode;
  /** As it is printed. */
  readonly href: string;
  /** What tells it from others: see `addressKey`. */
  readonly key: string;
  /** Whether header, footer or banner hold it. */
  readonly isShared: boolean;
  readonly what: string;
  /** Numbers of the pages, in route order. */
  readonly pages: number[];
}

/** Gathers suspects. */
export interface SuspectList {
  readonly add: (suspect: Omit<Suspect, 'pages'>, pages: number | readonly number[]) => void;
  readonly list: () => readonly Suspect[];
}

/** Starts a list. */
export function createSuspectList(): SuspectList {
  const suspects = new Map<string, Suspect>();
  return {
    add: (suspect, pages) => {
      const id = `${suspect.code} ${suspect.isShared ? 'shared' : 'own'} ${suspect.key}`;
      const known = suspects.get(id) ?? { ...suspect, pages: [] };
      suspects.set(id, known);
      for (const page of typeof pages === 'number' ? [pages] : pages)
        if (known.pages.at(-1) !== page) known.pages.push(page);
    },
    list: () => [...suspects.values()],
  };
}
