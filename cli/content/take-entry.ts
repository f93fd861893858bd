// An entry as received becomes a line of a range with a row of the index, or with what is wrong with it. A page of them is
// taken by whichever thread has the time: what becomes of it depends on its bytes alone.

import { hash } from 'node:crypto';
import type { Collection } from '../../content/collections.ts';
import type { Problem } from '../errors.ts';
import { findUnsafeLinks } from './find-unsafe-links.ts';
import { createRowDraft, type RowDraft } from './index-row.ts';
import { type EntryFacts, factsOf, type ListAnswer, readListPage } from './list-page.ts';
import { parseJson } from './parse-answer.ts';
import { parseEntry, placeOf } from './parse-entry.ts';

/** Whose entries they are. */
export interface CollectionPlace {
  readonly collection: Collection;
  readonly site: string;
}

/** What the index holds of an entry: its row with the links that lead nowhere, or what is wrong with it. */
export type IndexedEntry =
  | { readonly row: RowDraft; readonly warnings: readonly Problem[] }
  | { readonly problems: readonly Problem[] };

/** An entry on its way to its range. */
export interface TakenEntry {
  readonly facts: EntryFacts;
  /** The entry as JSON. */
  readonly line: string;
  readonly indexed: IndexedEntry;
}

/** Takes the entries of one answer. @throws RequestFailure where it is no JSON. */
export function takePage(bytes: Buffer, place: CollectionPlace): ListAnswer<TakenEntry> {
  const page = readListPage(parseJson(bytes));
  return 'fault' in page ? page : { ...page, entries: page.entries.map((raw) => takeEntry(raw, place)) };
}

/** Takes one entry. */
export function takeEntry(raw: unknown, place: CollectionPlace): TakenEntry {
  const line = JSON.stringify(raw);
  return { facts: factsOf(raw), line, indexed: indexEntry(raw, line, place) };
}

/** Indexes an entry, whose JSON is `line`. */
export function indexEntry(raw: unknown, line: string, place: CollectionPlace): IndexedEntry {
  const parsed = parseEntry(raw, place, line);
  if ('problems' in parsed) return parsed;
  return {
    row: createRowDraft(parsed.entry, hash('sha256', line)),
    warnings: findUnsafeLinks(parsed.entry, () => placeOf(raw, place.collection, place.site)),
  };
}
