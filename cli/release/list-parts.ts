// The objects of a release, in parts of consecutive keys that releases share. Parts are in packs, so a release of one edit reads and
// writes only the parts that it changes, at any size of the site.

import pLimit from 'p-limit';
import type { Digest } from '../files/brands.ts';
import { sha256 } from '../files/content-hash.ts';
import { PACK_BYTES, type Pack, unpack } from './kept-bytes.ts';
import { CONCURRENCY, type ObjectStore, recordDamaged } from './object-store.ts';
import {
  type KeptPlace,
  type ListPart,
  packKey,
  parseRows,
  type ReleaseList,
  type ReleaseObject,
  type StoredPiece,
} from './release-record.ts';
import { parseRecord } from './release-store.ts';

const MAX_ROWS = 512;

/** Parts that are closer in a pack are read with one request. */
const MAX_GAP = 64 * 1024;

/** Reads some parts of lists on demand. @throws SiteError RELEASE_RECORD_DAMAGED (exit 2). */
export type ReadRows = (part: ListPart) => Promise<readonly ReleaseObject[]>;

export function openParts(records: ObjectStore, parts: Iterable<ListPart>): ReadRows {
  const pieces = [...parts].flatMap((part) => ('rows' in part ? [] : [part]));
  const read = openPieces(records, pieces);
  return async (part) =>
    'rows' in part ? part.rows : parseRecord(packKey(part.kept.pack), await read(part), parseRows);
}

/** Reads some pieces of packs on demand. @throws SiteError RELEASE_RECORD_DAMAGED (exit 2). */
export function openPieces(records: ObjectStore, pieces: readonly StoredPiece[]) {
  const bodies = new Map<string, () => Promise<Buffer | null>>();
  const places = pieces.map(({ kept }) => kept);
  for (const [pack, kept] of Map.groupBy(places, ({ pack: name }) => name))
    for (const span of findSpans(kept)) {
      let found: Promise<Buffer | null> | null = null;
      const read = () => {
        // A forged record could fill the memory.
        if (span.length > PACK_BYTES) return null;
        found ??= records.get(packKey(pack), span).then((answer) => answer?.body ?? null);
        return found;
      };
      for (const place of span.places) {
        const start = place.offset - span.offset;
        const cut = async () => (await read())?.subarray(start, start + place.length) ?? null;
        bodies.set(nameOf(place), cut);
      }
    }
  return async ({ kept, bytes, sha256: hash }: StoredPiece): Promise<Buffer> => {
    const piece = (await bodies.get(nameOf(kept))?.()) ?? null;
    const body = piece === null ? null : unpack(piece, bytes);
    if (body === null || sha256(body) !== hash)
      throw recordDamaged(packKey(kept.pack), 'a part of it is missing or damaged.');
    return body;
  };
}

const nameOf = ({ pack, offset }: KeptPlace) => `${pack} ${offset}`;

function findSpans(places: readonly KeptPlace[]) {
  const spans: { readonly offset: number; length: number; readonly places: KeptPlace[] }[] = [];
  for (const place of places.toSorted((one, other) => one.offset - other.offset)) {
    const last = spans.at(-1);
    const end = place.offset + place.length;
    if (last === undefined || place.offset > last.offset + last.length + MAX_GAP)
      spans.push({ offset: place.offset, length: place.length, places: [place] });
    else {
      last.length = Math.max(last.length, end - last.offset);
      last.places.push(place);
    }
  }
  return spans;
}

/** All objects of a release, sorted by key. @throws SiteError RELEASE_RECORD_DAMAGED (exit 2). */
export async function loadObjects(records: ObjectStore, { parts }: ReleaseList): Promise<readonly ReleaseObject[]> {
  return (await pLimit(CONCURRENCY).map([...parts], openParts(records, parts))).flat();
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
function describeRows(rows: readonly ReleaseObject[]) {
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
