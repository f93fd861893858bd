// Bytes of pages and data for a rollback. They are kept when they are published, many objects in one pack, each compressed by
// itself: one request more for a release, instead of one for each object that a later release overwrites.

import { randomUUID } from 'node:crypto';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { SiteError } from '../errors.ts';
import { sha256 } from '../files/content-hash.ts';
import type { ObjectStore } from './object-store.ts';
import { createRoom, type ReadRoom } from './read-room.ts';
import { type KeptPlace, packKey, RECORD_HEADERS, type ReleaseList, type ReleaseObject } from './release-record.ts';

/**
 * Reads the bytes of an object, into a room where there is one: they are valid until it is used again.
 * @throws SiteError where they are not those of its hash.
 */
export type ReadObject = (object: ReleaseObject, room?: ReadRoom) => Promise<Buffer>;

const PACK_BYTES = 4 * 1024 * 1024;
/** Packs in memory while a rollback reads them. */
const PACKS_READ = 8;
const PACK_HEADERS = { ...RECORD_HEADERS, contentType: 'application/octet-stream' };

/**
 * Keeps the bytes of every object that no earlier release has kept.
 * @returns the objects with the places of their bytes.
 */
export async function keepBytes(
  objects: readonly ReleaseObject[],
  {
    base,
    read,
    records,
  }: { readonly base: ReleaseList | null; readonly read: ReadObject; readonly records: ObjectStore },
): Promise<readonly ReleaseObject[]> {
  const placeByHash = new Map((base?.objects ?? []).map(({ sha256: hash, kept }) => [hash, kept]));
  const pack = openPack(records);
  const room = createRoom();
  for (const object of objects) {
    if (object.stage === 'asset' || object.bytes === 0 || object.kept !== null) continue;
    if ((placeByHash.get(object.sha256) ?? null) !== null) continue;
    placeByHash.set(object.sha256, await pack.add(await read(object, room)));
  }
  await pack.close();
  return objects.map((object) =>
    object.stage === 'asset' || object.bytes === 0
      ? object
      : { ...object, kept: object.kept ?? placeByHash.get(object.sha256) ?? null },
  );
}

/** Writes packs one after the other. Their names are new: an unfinished release leaves its own behind. */
function openPack(records: ObjectStore) {
  const room = Buffer.allocUnsafeSlow(PACK_BYTES);
  let name: string = randomUUID();
  let length = 0;
  const write = async (body: Buffer) => {
    await records.put(packKey(name), body, PACK_HEADERS);
    name = randomUUID();
    length = 0;
  };
  const close = async () => {
    if (length > 0) await write(room.subarray(0, length));
  };
  const add = async (bytes: Buffer): Promise<KeptPlace> => {
    const piece = zstdCompressSync(bytes);
    if (length + piece.length > PACK_BYTES) await close();
    const place = { pack: name, offset: length, length: piece.length };
    if (piece.length > PACK_BYTES) await write(piece);
    else length += piece.copy(room, length);
    return place;
  };
  return { add, close };
}

/** Reads objects from where they are kept. */
export function createKeptReader(records: ObjectStore): ReadObject {
  const packs = new LRUCache<string, Promise<Buffer | null>>({ max: PACKS_READ });
  const readPack = (name: string) => {
    const found = packs.get(name) ?? records.get(packKey(name)).then((answer) => answer?.body ?? null);
    packs.set(name, found);
    return found;
  };
  return async ({ key, sha256: hash, bytes, kept }) => {
    if (bytes === 0) return Buffer.alloc(0);
    const pack = kept === null ? null : await readPack(kept.pack);
    if (kept === null || pack === null) throw notKept(key);
    const content = zstdDecompressSync(pack.subarray(kept.offset, kept.offset + kept.length));
    if (sha256(content) !== hash) throw notKept(key);
    return content;
  };
}

/** Whether objects can be read later: nothing is written of a release that cannot come back whole. */
export async function assertKept(records: ObjectStore, objects: readonly ReleaseObject[]): Promise<void> {
  const filled = objects.filter(({ bytes }) => bytes > 0);
  for (const [name, rows] of Map.groupBy(filled, ({ kept }) => kept?.pack ?? '')) {
    const pack = name === '' ? null : await records.head(packKey(name));
    const lost = rows.find(({ kept }) => kept === null || kept.offset + kept.length > (pack?.bytes ?? 0));
    if (lost !== undefined) throw notKept(lost.key, 'Nothing was changed. ');
  }
}

function notKept(key: string, state = ''): SiteError {
  return new SiteError({
    code: 'RELEASE_BYTES_LOST',
    exitCode: 3,
    message: `The kept bytes of ${key} are missing or damaged, so that release cannot come back whole. ${state}Roll back to another release ("sitegen releases"), or build and publish the content that you want.`,
  });
}
