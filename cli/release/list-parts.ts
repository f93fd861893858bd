// The objects of a release, in parts of consecutive keys that releases share. Parts are in packs, so a release of one edit reads and
// writes only the parts that it changes, at any size of the site.

import pLimit from 'p-limit';
import type * as z from 'zod';
import type { Digest } from '../files/brands.ts';
import { sha256 } from '../files/content-hash.ts';
import { openPieces, PACK_BYTES, type Pack } from './kept-bytes.ts';
import { CONCURRENCY, type ObjectStore, recordDamaged } from './object-store.ts';
import {
  type ListPart,
  packKey,
  type ReleaseList,
  type ReleaseObject,
  rowsSchema,
  type StoredPiece,
} from './release-record.ts';
import { parseRecord } from './release-store.ts';

const MAX_ROWS = 512;
/** Parts that are close in a pack are read with one request. */
const READ_BYTES = 64 * 1024;

/** Reads records in pieces of packs. @throws SiteError RELEASE_RECORD_DAMAGED (exit 2). */
export function openPackedRecords<T>(records: ObjectStore, schema: z.ZodType<T>): (piece: StoredPiece) => Promise<T> {
  const read = openPieces(records, READ_BYTES, PACK_BYTES);
  return async (piece) => {
    const key = packKey(piece.kept.pack);
    const body = await read(piece);
    if (body === null) throw recordDamaged(key, 'a part of it is missing or damaged.');
    return parseRecord(key, body, schema);
  };
}

/** Reads parts of lists. @throws SiteError RELEASE_RECORD_DAMAGED (exit 2). */
export function openParts(records: ObjectStore): (part: ListPart) => Promise<readonly ReleaseObject[]> {
  const read = openPackedRecords(records, rowsSchema);
  return async (part) => ('rows' in part ? part.rows : read(part));
}

/** All objects of a release, sorted by key. @throws SiteError RELEASE_RECORD_DAMAGED (exit 2). */
export async function loadObjects(records: ObjectStore, { parts }: ReleaseList): Promise<readonly ReleaseObject[]> {
  return (await pLimit(CONCURRENCY).map([...parts], openParts(records))).flat();
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
    const used = some.filter(({ unusedSince }) => unusedSince === undefined);
    const unusedSince = some.flatMap((row) => row.unusedSince ?? []).sort()[0];
    parts.push({
      from: start === 0 ? from : (some[0]?.key ?? ''),
      sha256: sha256(body),
      bytes: body.length,
      kept: await pack.add(body),
      wanted: digestOf(used),
      objects: some.length,
      pages: used.filter(({ stage }) => stage === 'page').length,
      others: used.filter(({ stage }) => stage !== 'asset').length,
      packs: [...new Set(some.flatMap(({ kept }) => kept?.pack ?? []))],
      ...(unusedSince === undefined ? {} : { unusedSince }),
    });
  }
  return parts;
}

/** Equal if visitors get the same. */
export function digestOf(rows: readonly ReleaseObject[]): Digest {
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
  return starts.map((start, index) => {
    const to = starts[index + 1] ?? null;
    const isInside = ({ from }: ListPart) => from >= start && (to === null || from < to);
    return { from: start, to, parts: lists.map((parts) => parts.filter(isInside)) };
  });
}

export function isSamePart(one: ListPart | undefined, other: ListPart | undefined): boolean {
  if (one === undefined || other === undefined || 'rows' in one || 'rows' in other) return false;
  return one.kept.pack === other.kept.pack && one.kept.offset === other.kept.offset;
}
