// An entry as received becomes a line of a range with a row of the index, or with what is wrong with it. A page of them is
// taken by whichever thread has the time: what becomes of it depends on its bytes alone.

import type { Collection } from '../../content/collections.ts';
import { sha256 } from '../build/content-hash.ts';
import type { Problem } from '../errors.ts';
import { cutList, type EntryCut, entriesOf, type ListCut } from './cut-list.ts';
import { findUnsafeLinks } from './find-unsafe-links.ts';
import { createRowDraft, type RowDraft } from './index-row.ts';
import { type EntryFacts, factsOf, type ListAnswer, readListPage } from './list-page.ts';
import { parseJson, parseJsonText } from './parse-answer.ts';
import { PLAIN_LINE, parseEntry, placeOf } from './parse-entry.ts';
import type { RangeLine } from './range-files.ts';

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
  readonly line: RangeLine['line'];
  /** SHA-256 of its line. */
  readonly digest: string;
  readonly indexed: IndexedEntry;
}

/**
 * Takes the entries of one answer, whose bytes their lines remain. `list` is what {@link cutList} says of them.
 * @throws RequestFailure where it is no JSON.
 */
export function takePage(
  bytes: Buffer,
  place: CollectionPlace,
  list: ListCut | null = cutList(bytes),
): ListAnswer<TakenEntry> {
  return (list === null ? null : takeCutPage(bytes, list, place)) ?? takeWholePage(bytes, place);
}

/** Stands for the entries in their list: no other list of that name holds it. */
const STAND_IN = crypto.randomUUID();

/** Null where the answer holds another list of that name. */
function takeCutPage(bytes: Buffer, list: ListCut, place: CollectionPlace): ListAnswer<TakenEntry> | null {
  const entries = entriesOf(list).map((cut) => takeAroundBody(bytes, cut, place) ?? takeCut(bytes, cut, place));
  const page = readListPage(parseJsonText(`{"data":["${STAND_IN}"${bytes.toString('utf8', list.restStart)}`));
  if ('fault' in page) return page;
  return page.entries[0] === STAND_IN ? { ...page, entries } : null;
}

/**
 * An entry whose body is not parsed: that it is a text is proven by its quotes, what it may hold besides text by a search. Null
 * where there is none, or something to tell of the entry.
 */
function takeAroundBody(bytes: Buffer, cut: EntryCut, place: CollectionPlace): TakenEntry | null {
  const { start, end, body, isSuspect } = cut;
  if (body === null || isSuspect) return null;
  const around = bytes.toString('utf8', start, body.start) + bytes.toString('utf8', body.end, end);
  const taken = takeText(around, bytes, cut, place);
  return 'problems' in taken.indexed ? null : taken;
}

function takeCut(bytes: Buffer, cut: EntryCut, place: CollectionPlace): TakenEntry {
  return takeText(bytes.toString('utf8', cut.start, cut.end), bytes, cut, place);
}

function takeText(text: string, bytes: Buffer, { start, end, digest }: EntryCut, place: CollectionPlace): TakenEntry {
  const raw = parseJsonText(text);
  // It gets its line break when it is written: nobody can read the bytes as an answer then.
  const line = bytes.subarray(start, end + 1);
  return { facts: factsOf(raw), line, digest, indexed: indexEntry(raw, PLAIN_LINE, place) };
}

function takeWholePage(bytes: Buffer, place: CollectionPlace): ListAnswer<TakenEntry> {
  const page = readListPage(parseJson(bytes));
  return 'fault' in page ? page : { ...page, entries: page.entries.map((raw) => takeEntry(raw, place)) };
}

/** Takes one entry. */
export function takeEntry(raw: unknown, place: CollectionPlace): TakenEntry & { readonly line: string } {
  const line = JSON.stringify(raw);
  return { facts: factsOf(raw), line, digest: sha256(line), indexed: indexEntry(raw, line, place) };
}

/** Indexes an entry, whose JSON is `line`. */
export function indexEntry(raw: unknown, line: string, place: CollectionPlace): IndexedEntry {
  const parsed = parseEntry(raw, place, line);
  if ('problems' in parsed) return parsed;
  return {
    row: createRowDraft(parsed.entry),
    warnings: findUnsafeLinks(parsed.entry, () => placeOf(raw, place.collection, place.site)),
  };
}
