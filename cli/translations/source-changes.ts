// Finds what an editor changed in a source after its translation was saved. The database has earlier texts of the source as far back as
// builds and previews on this machine have read them.

import type { EditorFields } from '../content/blueprints/read-fields.ts';
import type { EntryReader, IndexRow } from '../content/snapshot/content-snapshot.ts';
import { toDigest } from '../files/brands.ts';
import { type FieldPair, pairFields } from './pair-fields.ts';

/** Changed fields; or, if the earlier text is not known, since which save of the source texts are known. */
export type SourceChanges =
  | { readonly isKnown: true; readonly fields: readonly FieldPair[] }
  | { readonly isKnown: false; readonly knownSince: string | null };

const SAVES = `
  SELECT last_modified AS savedAt, digest FROM entry JOIN record ON record.id = entry.record
  WHERE collection = ? AND site = ? AND entry.id = ? AND last_modified IS NOT NULL ORDER BY last_modified`;

/** What changed in a source since a time (ISO 8601). No field if only related entries or other settings changed. */
export function findSourceChanges(
  { records, fields }: { readonly records: EntryReader; readonly fields: EditorFields },
  source: IndexRow,
  since: string,
): SourceChanges {
  const { collection, site, id } = source;
  const saves = records.database.prepare(SAVES).all(collection, site, id);
  const earlier = saves.findLast(({ savedAt }) => String(savedAt) <= since);
  if (earlier === undefined)
    return { isKnown: false, knownSince: saves[0] === undefined ? null : String(saves[0].savedAt) };
  const before = records.readEntry({ collection, digest: toDigest(String(earlier.digest)) });
  const { pairs, lists } = pairFields(before, records.readEntry(source), fields);
  return { isKnown: true, fields: [...lists, ...pairs].filter((pair) => pair.before !== pair.after) };
}
