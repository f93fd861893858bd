// Bodies of a snapshot, one range at a time: nothing here keeps more than the range that is being read.

import type { Collection, Entry } from '../../content/collections.ts';
import type { ContentSnapshot } from './content-snapshot.ts';
import { parseEntry } from './parse-entry.ts';
import { readRange } from './range-files.ts';

/**
 * The entries of one collection of one site in the order of the service, range by range.
 * @throws SiteError SNAPSHOT_DAMAGED (exit 2) where a range file is missing or changed.
 */
export async function* readEntries<C extends Collection>(
  snapshot: ContentSnapshot,
  collection: C,
  site: string,
): AsyncGenerator<Entry<C>> {
  const stored = snapshot.collections.find(
    (candidate) => candidate.collection === collection && candidate.site === site,
  );
  for (const sha256 of stored?.ranges ?? []) yield* await readRangeEntries(snapshot, sha256, collection);
}

/** The entries of one range, in line order: `row.line` is the index. @throws as {@link readEntries}. */
export async function readRangeEntries<C extends Collection>(
  snapshot: Pick<ContentSnapshot, 'rangesDir'>,
  rangeSha256: string,
  collection: C,
): Promise<readonly Entry<C>[]> {
  const raw = await readRange(snapshot.rangesDir, rangeSha256);
  return raw.map((entry, line) => {
    const parsed = parseEntry(entry, { collection, site: '' });
    if ('entry' in parsed) return parsed.entry;
    throw new Error(
      `Line ${line} of range ${rangeSha256} is no valid entry of ${collection}, though its snapshot was validated.`,
    );
  });
}
