// Keeps bytes in packs: those of pages and data for a rollback, and parts of records. Many pieces share a pack, each compressed
// separately, so that publishing needs one more request instead of one for every piece. Releases share parts of their lists, so a
// release of one edit reads and writes only the parts that it changes, at any size of the site.

import { randomUUID } from 'node:crypto';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import pLimit from 'p-limit';
import type * as z from 'zod';
import { createBufferCollector } from '../engine.ts';
import { SiteError } from '../errors.ts';
import type { Digest } from '../files/brands.ts';
import { sha256, shortHash } from '../files/content-hash.ts';
import { CONCURRENCY, MAX_READ_BYTES, type ObjectStore, recordDamaged } from './object-store.ts';
import {
  type KeptPlace,
  type ListPart,
  packKey,
  RECORD_HEADERS,
  type ReleaseObject,
  rowsSchema,
  type StoredPiece,
} from './release-record.ts';
import { parseRecord } from './release-store.ts';

/** Reads the bytes of an object. @throws SiteError if they do not have the object's hash. */
export type ReadObject = (object: ReleaseObject) => Promise<Buffer>;

/** A larger one has only one piece. */
const PACK_BYTES = 4 * 1024 * 1024;
/** Released buffers are collected after this many bytes. */
const COLLECTED_BYTES = 16 * 1024 * 1024;
/** Pages of a rollback that are closer are read with one request. */
const READ_BYTES = 1024 * 1024;
/** Those of records are often far apart. */
const RECORD_BYTES = 64 * 1024;
const MAX_SPANS = 5;

/** Many pieces of bytes in one object. */
type Pack = ReturnType<typeof openPack>;

/** Writes packs one after the other. Names are random, because an unfinished release leaves its packs behind. */
export function openPack(records: ObjectStore) {
  const release = createBufferCollector('major', COLLECTED_BYTES);
  let pack = { name: randomUUID(), length: 0, pieces: [] as Buffer[] };
  const close = async () => {
    const headers = { ...RECORD_HEADERS, contentType: 'application/octet-stream' };
    if (pack.length > 0) await records.put(packKey(pack.name), Buffer.concat(pack.pieces), headers);
    pack = { name: randomUUID(), length: 0, pieces: [] };
  };
  const add = async (bytes: Buffer): Promise<KeptPlace> => {
    const piece = zstdCompressSync(bytes);
    release(bytes.length + piece.length);
    if (pack.length + piece.length > PACK_BYTES) await close();
    const place = { pack: pack.name, offset: pack.length, length: piece.length };
    pack.pieces.push(piece);
    pack.length += piece.length;
    return place;
  };
  return { add, close };
}

/**
 * Reads pieces of packs, each time `readBytes`, because the next ones are often needed, too. @returns null for a piece that is missing,
 * damaged, or too large for memory, because it is forged.
 */
function openPieces(records: ObjectStore, readBytes: number) {
  const spans: (KeptPlace & { readonly body: Promise<Buffer | undefined> })[] = [];
  const readSpan = ({ pack, offset, length }: KeptPlace) => {
    const known = spans.find(
      (span) => span.pack === pack && span.offset <= offset && offset + length <= span.offset + span.length,
    );
    if (known !== undefined) return known;
    const range = { offset, length: Math.max(readBytes, length) };
    const span = { pack, ...range, body: records.get(packKey(pack), range).then((answer) => answer?.body) };
    if (spans.push(span) > MAX_SPANS) spans.shift();
    return span;
  };
  return async ({ kept, bytes, sha256: hash }: Pick<ReleaseObject, 'kept' | 'bytes' | 'sha256'>) => {
    if (kept === null || Math.max(kept.length, bytes) > MAX_READ_BYTES) return null;
    const { offset, body } = readSpan(kept);
    const start = kept.offset - offset;
    const piece = (await body)?.subarray(start, start + kept.length) ?? Buffer.alloc(0);
    try {
      const content = zstdDecompressSync(piece, { maxOutputLength: bytes });
      return sha256(content) === hash ? content : null;
    } catch {
      return null;
    }
  };
}

/** Reads objects from packs. */
export function createKeptReader(records: ObjectStore): ReadObject {
  const read = openPieces(records, READ_BYTES);
  return async (object) => {
    const content = object.bytes === 0 ? Buffer.alloc(0) : await read(object);
    if (content === null) throw notKept(object.key);
    return content;
  };
}

/** Checks that all objects can be read, so that a rollback is complete or does nothing. @throws SiteError RELEASE_BYTES_LOST. */
export async function assertKept(records: ObjectStore, objects: readonly ReleaseObject[]): Promise<void> {
  const nonEmpty = objects.filter(({ bytes }) => bytes > 0);
  await pLimit(CONCURRENCY).map([...Map.groupBy(nonEmpty, ({ kept }) => kept?.pack ?? '')], async ([name, rows]) => {
    const pack = name === '' ? null : await records.head(packKey(name));
    const lost = rows.find(({ kept }) => kept === null || kept.offset + kept.length > (pack?.bytes ?? 0));
    if (lost !== undefined) throw notKept(lost.key, 'Nothing was changed. ');
  });
}

function notKept(key: string, state = ''): SiteError {
  return new SiteError({
    code: 'RELEASE_BYTES_LOST',
    exitCode: 3,
    message: `The stored bytes of ${key} are missing or damaged, so that release cannot be restored completely. ${state}Roll back to another release ("sitegen releases"), or build and publish the content that you want.`,
  });
}

const MAX_ROWS = 1024;
/** One hash of 512 is less. */
const LAST = '008';

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
    ...(await storeRows(pack, rows)),
    shown: digestOf(rows),
    objects: rows.length,
    pages: rows.filter(({ stage }) => stage === 'page').length,
    others: rows.filter(({ stage }) => stage !== 'asset').length,
    packs: [...new Set(rows.flatMap(({ kept }) => kept?.pack ?? []))],
  };
}

/** Stores rows, unless the live release has them. */
export async function storeRows(
  pack: Pack,
  rows: readonly unknown[],
  live: readonly StoredPiece[] = [],
): Promise<StoredPiece> {
  const body = Buffer.from(JSON.stringify(rows));
  const digest = sha256(body);
  const known = live.find((piece) => piece.sha256 === digest);
  return known ?? { sha256: digest, bytes: body.length, kept: await pack.add(body) };
}

/** Reads rows of pieces. @throws SiteError RELEASE_RECORD_DAMAGED (exit 2). */
export async function loadPieces<Row>(
  records: ObjectStore,
  pieces: readonly StoredPiece[],
  schema: z.ZodType<readonly Row[]>,
): Promise<readonly Row[]> {
  const read = openPieces(records, RECORD_BYTES);
  const parts = await pLimit(CONCURRENCY).map([...pieces], async (piece) => {
    const key = packKey(piece.kept.pack);
    const body = await read(piece);
    if (body === null) throw recordDamaged(key, 'a part of it is missing or damaged.');
    return parseRecord(key, body, schema);
  });
  return parts.flat();
}

/** Objects of a release, or of some of its parts. @throws SiteError RELEASE_RECORD_DAMAGED (exit 2). */
export function loadObjects(
  records: ObjectStore,
  { parts, unused = [] }: { readonly parts: readonly ListPart[]; readonly unused?: readonly StoredPiece[] },
): Promise<readonly ReleaseObject[]> {
  return loadPieces(records, [...parts, ...unused], rowsSchema);
}
