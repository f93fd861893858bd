// What belongs to a page beside its input: the entries that it shows, and the problems of its content.

import type { Problem, ProblemPlace } from '../../errors.ts';
import type { ShownEntry } from '../../facts/page-store.ts';

/** Collects the notes of one page while its input is created. */
export class PageNotes {
  readonly #shows = new Map<string, ShownEntry>();
  readonly problems: Problem[] = [];
  readonly #place: ProblemPlace;

  constructor(place: ProblemPlace) {
    this.#place = place;
  }

  show(as: ShownEntry['as'], collection: string, entries: readonly { readonly id: string }[]): void {
    for (const { id } of entries) this.#shows.set(`${as} ${collection} ${id}`, { collection, id, as });
  }

  shows(): readonly ShownEntry[] {
    return [...this.#shows.values()];
  }

  /** Adds the page to the place of a problem. */
  report(problem: Problem): void {
    this.problems.push({ ...problem, where: { ...this.#place, ...problem.where } });
  }
}
