// What belongs to a page beside its input: the entries that it shows, and the problems of its content.

import type { Problem, ProblemPlace } from '../../errors.ts';
import type { ShownEntry } from '../../facts/page-store.ts';

/** Collects the notes of one page while its input is created. */
export class PageNotes {
  readonly shows: ShownEntry[] = [];
  readonly problems: Problem[] = [];
  readonly #place: ProblemPlace;

  constructor(place: ProblemPlace) {
    this.#place = place;
  }

  show(as: ShownEntry['as'], collection: string, entries: readonly { readonly id: string }[]): void {
    for (const { id } of entries) {
      const isKnown = this.shows.some((shown) => shown.id === id && shown.as === as && shown.collection === collection);
      if (!isKnown) this.shows.push({ collection, id, as });
    }
  }

  /** Adds the page to the place of a problem, which is a warning unless it says otherwise. */
  report(problem: Omit<Problem, 'severity'> & Partial<Problem>): void {
    this.problems.push({ severity: 'warning', ...problem, where: { ...this.#place, ...problem.where } });
  }
}
