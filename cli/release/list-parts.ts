// The list of a release, in parts that releases share. Parts are in packs, so a release of one edit reads and writes only the parts
// that it changes, at any size of the site.

import pLimit from 'p-limit';
import type * as z from 'zod';
import type { Digest } from '../files/brands.ts';
import { sha256, shortHash } from '../files/content-hash.ts';
import { openPieces, type Pack } from './kept-bytes.ts';
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

const MAX_ROWS = 768;
/** One hash of 372 is less. */
const LAST = '00b';

/**
 * Cuts sorted rows into parts. They end where the hash of a key is less than `last`, so that a new row changes one part, and after
 * MAX_ROWS.
 */
export function* cutRows<Row>(
  rows: Iterable<Row>,
  keyOf: (row: Row) => string,
  last = LAST,
): Generator<readonly Row[]> {
  let part: Row[] = [];
  for (const row of rows) {
    part.push(row);
    if (part.length < MAX_ROWS && sha256(keyOf(row)) >= last) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}

/** Equal if visitors get the same. */
export function digestOf(rows: readonly ReleaseObject[]): Digest {
  const shown = rows.map((row) => [row.key, row.sha256, row.contentType, row.cacheControl, row.redirect, row.stage]);
  return shortHash(JSON.stringify(shown));
}

/** Stores objects that a release uses. */
export async function storePart(pack: Pack, rows: readonly ReleaseObject[]): Promise<ListPart> {
  return {
    ...(await storePiece(pack, Buffer.from(JSON.stringify(rows)))),
    shown: digestOf(rows),
    objects: rows.length,
    pages: rows.filter(({ stage }) => stage === 'page').length,
    others: rows.filter(({ stage }) => stage !== 'asset').length,
    packs: [...new Set(rows.flatMap(({ kept }) => kept?.pack ?? []))],
  };
}

/** Stores bytes that are not in the live release. */
export async function storePiece(pack: Pack, body: Buffer, live: readonly StoredPiece[] = []): Promise<StoredPiece> {
  const digest = sha256(body);
  const known = live.find((piece) => piece.sha256 === digest);
  return known ?? { sha256: digest, bytes: body.length, kept: await pack.add(body) };
}

/** Parts that are close in a pack are read with one request. */
const READ_BYTES = 64 * 1024;

/** Reads records in pieces of packs. @throws SiteError RELEASE_RECORD_DAMAGED (exit 2). */
export async function loadPieces<Row>(
  records: ObjectStore,
  pieces: readonly StoredPiece[],
  schema: z.ZodType<readonly Row[]>,
): Promise<readonly Row[]> {
  const read = openPieces(records, READ_BYTES);
  const parts = await pLimit(CONCURRENCY).map([...pieces], async (piece) => {
    const key = packKey(piece.kept.pack);
    const body = await read(piece);
    if (body === null) throw recordDamaged(key, 'a part of it is missing or damaged.');
    return parseRecord(key, body, schema);
  });
  return parts.flat();
}

/** Objects of some parts. @throws SiteError RELEASE_RECORD_DAMAGED (exit 2). */
export function loadRows(records: ObjectStore, pieces: readonly StoredPiece[]): Promise<readonly ReleaseObject[]> {
  return loadPieces(records, pieces, rowsSchema);
}

/** All objects of a release. @throws SiteError RELEASE_RECORD_DAMAGED (exit 2). */
export function loadObjects(records: ObjectStore, { parts, unused }: ReleaseList): Promise<readonly ReleaseObject[]> {
  return loadRows(records, [...parts, ...unused]);
}
