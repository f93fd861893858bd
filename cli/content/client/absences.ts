// Entries, terms and assets that are gone, and which entries showed them. Rich text and link fields keep no trace of what was deleted
// or unpublished, so that nothing else says who has to be read again once it is back.

import type { Collection } from '../../../content/collections.ts';
import { SiteError } from '../../errors.ts';
import { namesOf } from './find-dependents.ts';
import { findStoredWith, openRows, type StoredList } from './stored-entries.ts';

/** What was found gone in one reading. */
export interface Absence {
  /** Ids of what is gone. */
  readonly ids: readonly string[];
  /** Ids of the entries that showed something of it. */
  readonly shownBy: readonly string[];
}

/** Lists before a reading. */
type Before = StoredList & { readonly collection: Collection; readonly site: string };

/** What a reading found. */
interface Reading {
  readonly before: readonly Before[];
  /** Ids of all that is there now. */
  readonly present: ReadonlySet<string>;
  /** Terms and assets that were there before and are not now. */
  readonly goneNames: readonly string[];
  readonly rangesDir: string;
}

/** Of more at once (a collection that was emptied) searching takes too long: the next full read sees them come back. */
const MOST_GONE = 100;
/** Absences that are remembered, the newest. */
const MOST_ABSENCES = 200;

/** The entries that have to be read again because something that they showed is back. */
export function listAwaiting(absences: readonly Absence[], back: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(absences.flatMap(({ ids, shownBy }) => (ids.some((id) => back.has(id)) ? shownBy : [])));
}

/** The absences after a reading: without what is back, and with what is gone now. */
export function noteAbsences(absences: readonly Absence[], reading: Reading): readonly Absence[] {
  const { present } = reading;
  const left = absences.flatMap(({ ids, shownBy }) => {
    const missing = ids.filter((id) => !present.has(id));
    return missing.length === 0 ? [] : [{ ids: missing, shownBy }];
  });
  const found = findReadable(reading);
  return [...left, ...(found === null ? [] : [found])].slice(-MOST_ABSENCES);
}

/** Damaged ranges were replaced by a whole reading: what they held is not known, and no reason to stop. */
function findReadable(reading: Reading): Absence | null {
  try {
    return findAbsence(reading);
  } catch (error) {
    if (error instanceof SiteError) return null;
    throw error;
  }
}

/** What is gone; null where nothing is. Entries that are gone themselves count too: they may come back first. */
function findAbsence({ before, present, goneNames, rangesDir }: Reading): Absence | null {
  const gone = before.flatMap(({ collection, site, rows }) =>
    rows.filter(({ id }) => !present.has(id)).map((row) => ({ collection, site, row })),
  );
  const ids = [...gone.map(({ row }) => row.id), ...goneNames];
  if (ids.length === 0 || ids.length > MOST_GONE) return null;
  const find = openRows(rangesDir);
  const names = gone.flatMap(({ collection, site, row }) => {
    const change = { collection, site, id: row.id, before: find(row), after: null, origin: null };
    return namesOf(change) ?? [JSON.stringify(row.id)];
  });
  const texts = [...new Set([...names, ...goneNames.map((id) => JSON.stringify(id))])];
  return { ids, shownBy: findStoredWith(before, texts, rangesDir) };
}
