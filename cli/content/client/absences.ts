// Remembers entries, terms and assets that are gone, and which entries showed them. Rich text and link fields keep no trace of what
// was deleted or unpublished, so nothing else says which entries to read again once it is back.

import type { CollectionSnapshot } from '../snapshot/content-snapshot.ts';
import type { RecordStore } from '../snapshot/record-store.ts';
import { findStoredWith, referencesTo } from './find-dependents.ts';

/** Ids that disappeared in one reading. */
export interface Absence {
  readonly ids: readonly string[];
  /** Ids of the entries that showed something of them. */
  readonly shownBy: readonly string[];
}

/** The results of a reading. */
interface Reading {
  /** The lists before it. */
  readonly before: readonly CollectionSnapshot[];
  /** Ids of all entries, terms and assets that are there now. */
  readonly present: ReadonlySet<string>;
  /** Ids of terms and assets that are gone. */
  readonly goneNames: readonly string[];
  readonly records: RecordStore;
}

/** A search for more (after a collection was emptied) takes too long. The next full read notices when they are back. */
const MAX_GONE = 100;
/** Older absences are dropped. */
const MAX_ABSENCES = 200;

/** Ids of the entries to read again because something that they showed is back. */
export function listAffected(absences: readonly Absence[], back: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(absences.flatMap(({ ids, shownBy }) => (ids.some((id) => back.has(id)) ? shownBy : [])));
}

/** Updates the absences after a reading: drops what is back, and adds what is gone. */
export function noteAbsences(absences: readonly Absence[], reading: Reading): readonly Absence[] {
  const { present } = reading;
  const left = absences.flatMap(({ ids, shownBy }) => {
    const missing = ids.filter((id) => !present.has(id));
    return missing.length === 0 ? [] : [{ ids: missing, shownBy }];
  });
  const found = findAbsence(reading);
  return [...left, ...(found === null ? [] : [found])].slice(-MAX_ABSENCES);
}

/** Null if nothing is gone. `shownBy` includes entries that are gone themselves: they may come back first. */
function findAbsence({ before, present, goneNames, records }: Reading): Absence | null {
  const gone = before.flatMap(({ collection, site, rows }) =>
    rows.filter(({ id }) => !present.has(id)).map((row) => ({ collection, site, row })),
  );
  const ids = [...gone.map(({ row }) => row.id), ...goneNames];
  if (ids.length === 0 || ids.length > MAX_GONE) return null;
  const references = gone.flatMap(({ collection, site, row }) => {
    const change = { collection, site, id: row.id, before: records.readRaw(row.digest), after: null, origin: null };
    return referencesTo(change) ?? [JSON.stringify(row.id)];
  });
  const texts = [...new Set([...references, ...goneNames.map((id) => JSON.stringify(id))])];
  return { ids, shownBy: findStoredWith(before, texts, records) };
}
