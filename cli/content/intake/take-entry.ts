// An entry as received becomes a line of a range with a row of the index, or with what is wrong with it. A page of them is
// taken by whichever thread has the time: what becomes of it depends on its bytes alone.

import type { Collection, Entry } from '../../../content/collections.ts';
import type { Problem, ProblemPlace } from '../../errors.ts';
import { sha256 } from '../../files/content-hash.ts';
import { type EntryFacts, factsOf, type ListAnswer, readListPage } from '../client/list-page.ts';
import type { RangeLine } from '../snapshot/range-files.ts';
import { BODY, cutList, type EntryCut, type ListCut, placesOf } from './cut-list.ts';
import { findNestedPage } from './find-losses.ts';
import { findUnsafeLinks } from './find-unsafe-links.ts';
import { createRowDraft, type RowDraft } from './index-row.ts';
import { parseJson, parseJsonText } from './parse-answer.ts';
import { PLAIN_LINE, parseEntry, placeOf } from './parse-entry.ts';

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
  const raws = parseJsonText(`[${list.entries}]`);
  const page = readListPage(parseJsonText(`{"data":["${STAND_IN}"${list.rest}`));
  if ('fault' in page) return page;
  if (page.entries[0] !== STAND_IN || !Array.isArray(raws)) return null;
  return { ...page, entries: placesOf(list).map((cut, index) => takeCut(bytes, cut, raws[index], place)) };
}

/** `raw` may lack its body: that it is a text is proven by its quotes, what it may hold besides text by a search. */
function takeCut(bytes: Buffer, cut: EntryCut, raw: unknown, place: CollectionPlace): TakenEntry {
  const { start, end, body, digest } = cut;
  const indexed = body === BODY.suspect ? null : indexEntry(raw, PLAIN_LINE, place);
  if (indexed === null || (body === BODY.leftOut && 'problems' in indexed)) {
    // There is something to tell of it.
    const whole = parseJsonText(bytes.toString('utf8', start, end));
    return takeCut(bytes, { ...cut, body: BODY.whole }, whole, place);
  }
  // It gets its line break when it is written: nobody can read the bytes as an answer then.
  return { facts: factsOf(raw), line: bytes.subarray(start, end + 1), digest, indexed };
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
    warnings: findWarnings(parsed.entry, () => placeOf(raw, place.collection, place.site)),
  };
}

function findWarnings(entry: Entry, findPlace: () => ProblemPlace): readonly Problem[] {
  const links = findUnsafeLinks(entry, findPlace);
  const nested = findNestedPage(entry, findPlace);
  return nested === null ? links : [...links, nested];
}
