// The objects of a release, in parts of consecutive keys that releases share. Parts are in packs, so a release of one edit reads and
// writes only the parts that it changes, at any size of the site.

import pLimit from 'p-limit';
import { sha256 } from '../files/content-hash.ts';
import { type Pack, unpack } from './kept-bytes.ts';
import { CONCURRENCY, type ObjectStore, recordDamaged } from './object-store.ts';
import { type ListPart, packKey, parseRows, type ReleaseList, type ReleaseObject } from './release-record.ts';
import { parseRecord } from './release-store.ts';

const MAX_ROWS = 512;

/** The objects of one part, sorted by key. @throws SiteError RELEASE_RECORD_DAMAGED (exit 2). */
export async function loadRows(records: ObjectStore, part: ListPart): Promise<readonly ReleaseObject[]> {
  if ('rows' in part) return part.rows;
  const { kept, bytes, sha256: hash } = part;
  const found = await records.get(packKey(kept.pack), kept);
  const body = found === null ? null : unpack(found.body, bytes);
  if (body === null || sha256(body) !== hash) throw recordDamaged(packKey(kept.pack), 'a list of objects is damaged.');
  return parseRecord(packKey(kept.pack), body, parseRows);
}

/** All objects of a release, sorted by key. @throws SiteError RELEASE_RECORD_DAMAGED (exit 2). */
export async function loadObjects(records: ObjectStore, list: ReleaseList): Promise<readonly ReleaseObject[]> {
  return (await pLimit(CONCURRENCY).map([...list.parts], (part) => loadRows(records, part))).flat();
}

/** Stores the rows of a range of keys that starts at `from`. */
export async function storeRows(
  pack: Pack,
  from: string,
  rows: readonly ReleaseObject[],
): Promise<readonly ListPart[]> {
  const size = Math.ceil(rows.length / Math.ceil(rows.length / MAX_ROWS));
  const parts: ListPart[] = [];
  for (let start = 0; start < rows.length; start += size) {
    const some = rows.slice(start, start + size);
    const body = Buffer.from(JSON.stringify(some));
    const place = { from: start === 0 ? from : (some[0]?.key ?? ''), sha256: sha256(body), bytes: body.length };
    parts.push({ ...place, kept: await pack.add(body), ...describeRows(some) });
  }
  return parts;
}

/** What a release needs to know of rows without reading them. */
export function describeRows(rows: readonly ReleaseObject[]) {
  const used = rows.filter(({ unusedSince }) => unusedSince === undefined);
  const unusedSince = rows.flatMap((row) => row.unusedSince ?? []).sort()[0];
  return {
    wanted: digestOf(used),
    objects: rows.length,
    pages: used.filter(({ stage }) => stage === 'page').length,
    others: used.filter(({ stage }) => stage !== 'asset').length,
    packs: [...new Set(rows.flatMap(({ kept }) => kept?.pack ?? []))],
    ...(unusedSince === undefined ? {} : { unusedSince }),
  };
}

/** Equal if visitors get the same. */
export function digestOf(rows: readonly ReleaseObject[]): string {
  const shown = rows.map((row) => [row.key, row.sha256, row.contentType, row.cacheControl, row.redirect, row.stage]);
  return sha256(JSON.stringify(shown));
}

/** A range of keys, with the parts that each list has for it. */
export interface Segment {
  readonly from: string;
  /** The first key after it; null for the last segment. */
  readonly to: string | null;
  readonly parts: readonly (readonly ListPart[])[];
}

/** Cuts lists wherever parts of all of them start. */
export function alignParts(lists: readonly (readonly ListPart[])[]): readonly Segment[] {
  const filled = lists.filter((parts) => parts.length > 0).map((parts) => new Set(parts.map(({ from }) => from)));
  const [first = new Set(['']), ...others] = filled;
  const starts = [...first].filter((from) => others.every((set) => set.has(from)));
  const cursors = lists.map(() => 0);
  return starts.map((from, index) => {
    const to = starts[index + 1] ?? null;
    const parts = lists.map((list, which) => {
      const start = cursors[which] ?? 0;
      let end = start;
      while (end < list.length && (to === null || (list[end]?.from ?? '') < to)) end += 1;
      cursors[which] = end;
      return list.slice(start, end);
    });
    return { from, to, parts };
  });
}

export function isSamePart(one: ListPart | undefined, other: ListPart | undefined): boolean {
  if (one === undefined || other === undefined || 'rows' in one || 'rows' in other) return false;
  return one.kept.pack === other.kept.pack && one.kept.offset === other.kept.offset;
}
