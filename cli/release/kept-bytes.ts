// Keeps the bytes of pages and data for a rollback. Many objects share a pack, each compressed separately, so that publishing
// needs one more request instead of one for every object that a later release overwrites.

import { randomUUID } from 'node:crypto';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { createBufferCollector } from '../engine.ts';
import { SiteError } from '../errors.ts';
import { sha256 } from '../files/content-hash.ts';
import { CONCURRENCY, MAX_READ_BYTES, type ObjectStore } from './object-store.ts';
import { type KeptPlace, packKey, RECORD_HEADERS, type ReleaseObject } from './release-record.ts';

/** Reads the bytes of an object. @throws SiteError if they do not have the object's hash. */
export type ReadObject = (object: ReleaseObject) => Promise<Buffer>;

/** A larger pack has only one object. */
export const PACK_BYTES = 4 * 1024 * 1024;
/** Released buffers are collected after this many bytes. */
const COLLECTED_BYTES = 16 * 1024 * 1024;
/** Packs in memory during a rollback. */
const MAX_CACHED_PACKS = 5;
const PACK_HEADERS = { ...RECORD_HEADERS, contentType: 'application/octet-stream' };

/** Stores bytes that are not stored yet, and adds their places. @returns the objects with the places of their bytes. */
export async function storeBytes(
  objects: readonly ReleaseObject[],
  { places, read, pack }: { readonly places: Map<string, KeptPlace>; readonly read: ReadObject; readonly pack: Pack },
): Promise<readonly ReleaseObject[]> {
  const rows: ReleaseObject[] = [];
  for (const object of objects) {
    if (object.stage === 'asset' || object.bytes === 0 || object.kept !== null) rows.push(object);
    else {
      const kept = places.get(object.sha256) ?? (await pack.add(await read(object)));
      places.set(object.sha256, kept);
      rows.push({ ...object, kept });
    }
  }
  return rows;
}

/** Many pieces of bytes in one object. */
export type Pack = ReturnType<typeof openPack>;

/** Writes packs one after the other. Names are random, because an unfinished release leaves its packs behind. */
export function openPack(records: ObjectStore) {
  const buffer = Buffer.allocUnsafeSlow(PACK_BYTES);
  const release = createBufferCollector('major', COLLECTED_BYTES);
  let name: string = randomUUID();
  let length = 0;
  const write = async (body: Buffer) => {
    await records.put(packKey(name), body, PACK_HEADERS);
    name = randomUUID();
    length = 0;
  };
  const close = async () => {
    if (length > 0) await write(buffer.subarray(0, length));
  };
  const add = async (bytes: Buffer): Promise<KeptPlace> => {
    const piece = zstdCompressSync(bytes);
    release(bytes.length + piece.length);
    if (length + piece.length > PACK_BYTES) await close();
    const place = { pack: name, offset: length, length: piece.length };
    if (piece.length > PACK_BYTES) await write(piece);
    else length += piece.copy(buffer, length);
    return place;
  };
  return { add, close };
}

/** Reads objects from packs. */
export function createKeptReader(records: ObjectStore): ReadObject {
  const packs = new LRUCache<string, Promise<Buffer | null>>({ max: MAX_CACHED_PACKS });
  const readPack = async ({ pack, offset, length }: KeptPlace) => {
    // A larger pack has only one object.
    const range = { offset: 0, length: Math.max(PACK_BYTES, offset + length) };
    if (range.length > MAX_READ_BYTES) return null;
    const found = packs.get(pack) ?? records.get(packKey(pack), range).then((answer) => answer?.body ?? null);
    packs.set(pack, found);
    return found;
  };
  return async ({ key, sha256: hash, bytes, kept }) => {
    if (bytes === 0) return Buffer.alloc(0);
    const pack = kept === null ? null : await readPack(kept);
    if (kept === null || pack === null) throw notKept(key);
    const content = unpack(pack.subarray(kept.offset, kept.offset + kept.length), bytes);
    if (content === null || sha256(content) !== hash) throw notKept(key);
    return content;
  };
}

/** A few bytes of a forged pack could fill the memory. */
const MAX_RATIO = 1000;
const MIN_BYTES = 16 * 1024 * 1024;

/** Null if the piece is damaged, or would have another size. */
export function unpack(piece: Buffer, bytes: number): Buffer | null {
  if (bytes > Math.max(MIN_BYTES, piece.length * MAX_RATIO)) return null;
  try {
    return zstdDecompressSync(piece, { maxOutputLength: bytes });
  } catch {
    return null;
  }
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
