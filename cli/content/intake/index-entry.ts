// Makes an index row of a received entry, or lists its problems.

import type { Collection, Entry } from '../../../content/collections.ts';
import type { Problem, ProblemPlace } from '../../errors.ts';
import { findNestedPage } from './find-losses.ts';
import { findUnsafeLinks } from './find-unsafe-links.ts';
import { createRowDraft, type RowDraft } from './index-row.ts';
import { parseEntry, placeOf } from './parse-entry.ts';

/** Which collection of which site. */
export interface CollectionPlace {
  readonly collection: Collection;
  readonly site: string;
}

/** A row with warnings about its links, or the problems of an invalid entry. */
export type IndexedEntry =
  | { readonly row: RowDraft; readonly warnings: readonly Problem[] }
  | { readonly problems: readonly Problem[] };

/** Indexes an entry, whose JSON is `line`. */
export function indexEntry(raw: unknown, place: CollectionPlace, line = JSON.stringify(raw)): IndexedEntry {
  const parsed = parseEntry(raw, place, line);
  if ('problems' in parsed) return parsed;
  return {
    row: createRowDraft(parsed.entry),
    warnings: findWarnings(parsed.entry, () => placeOf(raw, place.collection, place.site)),
  };
}

function findWarnings(entry: Entry, findPlace: () => ProblemPlace): readonly Problem[] {
  const links = findUnsafeLinks(entry, findPlace);
  const nested = findNestedPage(entry, findPlace);
  return nested === null ? links : [...links, nested];
}
