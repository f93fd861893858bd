// Replaces an invalid entry by its version in the last build (--on-entry-error keep), so that its page, lists, feeds and search
// agree. Every build warns about each replacement until the entry is fixed.

import type { EntryRef, Problem } from '../errors.ts';
import type { Digest } from '../files/brands.ts';
import { idOfEntry } from './client/entry-facts.ts';
import {
  indexCollection,
  type ReceivedCollection,
  type ReceivedGlobal,
  type StoredEntry,
} from './intake/index-entry.ts';
import { placeOf } from './intake/parse-entry.ts';
import type { ReceivedContent } from './snapshot/commit-version.ts';
import { findDigest, loadGlobal } from './snapshot/load-version.ts';
import type { RecordStore } from './snapshot/record-store.ts';
import { findBuilt, type Version } from './snapshot/versions.ts';

/** An entry that is valid on its own but not in this site, such as one with the path of another page. */
export interface BadEntry extends EntryRef {
  readonly problem: Problem;
}

/**
 * Replaces invalid entries, and `bad` ones, by their versions in the last build. Those without one stay and are refused later. Null if
 * nothing was replaced.
 */
export function keepLastEntries(
  content: ReceivedContent,
  records: RecordStore,
  service: Version['service'],
  bad: readonly BadEntry[] = [],
): ReceivedContent | null {
  const [last] = findBuilt(records.database, service);
  if (last === undefined) return null;
  const keeper: Keeper = { last: last.id, records, bad, warnings: [] };
  const collections = content.collections.map((list) => keepInCollection(list, keeper));
  const globals = content.globals.map((global) => keepGlobal(global, keeper));
  const { warnings } = keeper;
  return warnings.length === 0 ? null : { collections, globals, warnings: [...warnings, ...content.warnings] };
}

interface Keeper {
  readonly last: number;
  readonly records: RecordStore;
  readonly bad: readonly BadEntry[];
  readonly warnings: Problem[];
}

function keepInCollection(list: ReceivedCollection, keeper: Keeper): ReceivedCollection {
  const badById = new Map(
    keeper.bad
      .filter(({ collection, site }) => collection === list.collection && site === list.site)
      .map(({ id, problem }) => [id, problem]),
  );
  const entries: StoredEntry[] = list.rows.map((row) => {
    const bad = badById.get(row.id);
    return (bad === undefined ? null : findKept(row, [bad], list, keeper)) ?? { row };
  });
  for (const invalid of list.invalid)
    entries.splice(invalid.position, 0, findKept(invalid, invalid.problems, list, keeper) ?? invalid);
  return indexCollection(list, entries, list.source);
}

/** The version of an entry in the last build; null if there is none, or if it is the same or invalid. */
function findKept(
  { digest }: { readonly digest: Digest },
  problems: readonly Problem[],
  { collection, site }: ReceivedCollection,
  { last, records, warnings }: Keeper,
): StoredEntry | null {
  const raw = records.readRaw(digest);
  const kept = findDigest(records.database, last, { collection, site, id: idOfEntry(raw) ?? '' });
  if (kept === null || kept === digest) return null;
  const [entry] = records.index([{ digest: kept, parsed: null }], { collection, site });
  if (entry === undefined || 'problems' in entry) return null;
  warnings.push(keptProblem(problems, placeOf(raw, collection, site)));
  return entry;
}

function keepGlobal(global: ReceivedGlobal, { last, records, warnings }: Keeper): ReceivedGlobal {
  const { name, site, problems } = global;
  const kept = problems.length === 0 ? null : loadGlobal(records, last, global);
  if (kept === null || kept.problems.length > 0) return global;
  warnings.push(keptProblem(problems, { collection: 'globals', entry: name, site }));
  return { ...kept, source: 'stale' };
}

/** One warning per entry, with all its problems. */
function keptProblem(problems: readonly Problem[], place: Problem['where']): Problem {
  const [first, ...others] = problems;
  const field = others.length > 0 ? undefined : first?.where.field;
  const reasons =
    others.length === 0 ? [first?.what ?? ''] : problems.map(({ where, what }) => `${where.field}: ${what}`);
  return {
    code: 'ENTRY_KEPT',
    severity: 'warning',
    where: { ...place, ...(field === undefined ? {} : { field }) },
    what: `The entry is invalid, so its version of the last build was kept. ${reasons.join(' ')}`,
    fix: first?.fix ?? 'Correct the entry, publish, and build again.',
  };
}
