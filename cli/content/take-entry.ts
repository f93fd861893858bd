// An entry as received becomes a line of a range with a row of the index, or with what is wrong with it. A page of them is
// taken by whichever thread has the time: what becomes of it depends on its bytes alone.

import { hash } from 'node:crypto';
import type { Collection } from '../../content/collections.ts';
import type { Problem } from '../errors.ts';
import { cutList, type EntryCut, type ListCut } from './cut-list.ts';
import { findUnsafeLinks, mayLoseLinks } from './find-unsafe-links.ts';
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
  | { readonly digest: string; readonly problems: readonly Problem[] };

/** An entry on its way to its range. */
export interface TakenEntry {
  readonly facts: EntryFacts;
  readonly line: RangeLine['line'];
  readonly indexed: IndexedEntry;
}

/** An entry of an answer: its line is a part of its bytes where the answer could be cut, else a text. */
export interface FoundEntry {
  readonly facts: EntryFacts;
  readonly line: EntryCut | string;
  readonly indexed: IndexedEntry;
}

/** Takes the entries of one answer, whose bytes their lines remain. @throws RequestFailure where it is no JSON. */
export function takePage(bytes: Buffer, place: CollectionPlace): ListAnswer<TakenEntry> {
  return withLines(findPage(bytes, place), bytes);
}

/** The page with its lines, which get their line breaks when they are written: nobody can read the bytes as an answer then. */
export function withLines(page: ListAnswer<FoundEntry>, bytes: Buffer): ListAnswer<TakenEntry> {
  if ('fault' in page) return page;
  return { ...page, entries: page.entries.map((entry) => ({ ...entry, line: lineOf(entry, bytes) })) };
}

function lineOf({ line }: FoundEntry, bytes: Buffer): RangeLine['line'] {
  return typeof line === 'string' ? line : bytes.subarray(line.start, line.end + 1);
}

/** Finds the entries of one answer and leaves its bytes as they are. @throws RequestFailure where it is no JSON. */
export function findPage(bytes: Buffer, place: CollectionPlace): ListAnswer<FoundEntry> {
  const list = cutList(bytes);
  return (list === null ? null : findCutPage(bytes, list, place)) ?? findWholePage(bytes, place);
}

/** Stands for the entries in their list: no other list of that name holds it. */
const STAND_IN = crypto.randomUUID();

/** Null where the answer holds another list of that name. */
function findCutPage(bytes: Buffer, list: ListCut, place: CollectionPlace): ListAnswer<FoundEntry> | null {
  const entries = list.entries.map((cut) => findAroundBody(bytes, list, cut, place) ?? findEntry(bytes, cut, place));
  const page = readListPage(parseJsonText(`{"data":["${STAND_IN}"${list.rest}`));
  if ('fault' in page) return page;
  return page.entries[0] === STAND_IN ? { ...page, entries } : null;
}

/**
 * An entry whose body is not parsed: that it is a text is proven by its quotes, what it may hold besides text by a search. Null
 * where there is none, or something to tell of the entry.
 */
function findAroundBody(bytes: Buffer, { text }: ListCut, cut: EntryCut, place: CollectionPlace): FoundEntry | null {
  const { start, end, body } = cut;
  if (body === null || mayLoseLinks(text.slice(body.start, body.end))) return null;
  const raw = parseJsonText(bytes.toString('utf8', start, body.start) + bytes.toString('utf8', body.end, end));
  const indexed = indexEntry(raw, bytes.subarray(start, end), place);
  return 'problems' in indexed ? null : { facts: factsOf(raw), line: cut, indexed };
}

function findEntry(bytes: Buffer, cut: EntryCut, place: CollectionPlace): FoundEntry {
  const raw = parseJsonText(bytes.toString('utf8', cut.start, cut.end));
  const indexed = indexEntry(raw, bytes.subarray(cut.start, cut.end), place);
  return { facts: factsOf(raw), line: cut, indexed };
}

function findWholePage(bytes: Buffer, place: CollectionPlace): ListAnswer<FoundEntry> {
  const page = readListPage(parseJson(bytes));
  return 'fault' in page ? page : { ...page, entries: page.entries.map((raw) => takeEntry(raw, place)) };
}

/** Takes one entry. */
export function takeEntry(raw: unknown, place: CollectionPlace): TakenEntry & { readonly line: string } {
  const line = JSON.stringify(raw);
  return { facts: factsOf(raw), line, indexed: indexEntry(raw, line, place) };
}

/** SHA-256 of the line of an entry. */
export function digestOf(indexed: IndexedEntry): string {
  return 'row' in indexed ? indexed.row.digest : indexed.digest;
}

/** Indexes an entry, whose JSON is `line`: bytes where it is known that it is plain. */
export function indexEntry(raw: unknown, line: string | Uint8Array, place: CollectionPlace): IndexedEntry {
  const digest = hash('sha256', line);
  const parsed = parseEntry(raw, place, typeof line === 'string' ? line : PLAIN_LINE);
  if ('problems' in parsed) return { digest, problems: parsed.problems };
  return {
    row: createRowDraft(parsed.entry, digest),
    warnings: findUnsafeLinks(parsed.entry, () => placeOf(raw, place.collection, place.site)),
  };
}
