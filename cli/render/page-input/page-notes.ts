// What belongs to a page beside its input: the entries that it shows, and the problems of its content.

import type { Problem, ProblemPlace } from '../../errors.ts';
import type { ShownEntry } from '../../facts/page-store.ts';

/** Collects the notes of one page while its input is created. */
export class PageNotes {
  readonly #shows: ShownEntry[] = [];
  readonly problems: Problem[] = [];
  readonly #place: ProblemPlace;

  constructor(place: ProblemPlace) {
    this.#place = place;
  }

  show(as: ShownEntry['as'], collection: string, entries: readonly { readonly id: string }[]): void {
    for (const { id } of entries) {
      const isKnown = this.#shows.some(
        (shown) => shown.id === id && shown.as === as && shown.collection === collection,
      );
      if (!isKnown) this.#shows.push({ collection, id, as });
    }
  }

  shows(): readonly ShownEntry[] {
    return this.#shows;
  }

  /** Adds the page to the place of a problem. */
  report(problem: Problem): void {
    this.problems.push({ ...problem, where: { ...this.#place, ...problem.where } });
  }
}
