// Hashes that name things: the same bytes always give the same name, on every machine.

import { createHash, hash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';

/** SHA-256 in hex. */
export function sha256(content: string | Uint8Array): string {
  return hash('sha256', content);
}

/** Digits of a hash that is only compared: 72 bits, so that a change is never taken for none. A longer one would keep all of the whole. */
const COMPARED_DIGITS = 12;

/** A hash that is only compared. */
export function shortHash(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, COMPARED_DIGITS);
}

/** Takes texts, of which there may be more than should stand in memory at once. */
export interface TextHash {
  readonly add: (text: string) => void;
  /** SHA-256 of the texts one after the other, in hex. */
  readonly finish: () => string;
}

/** Characters that are hashed at once. */
const PENDING_LENGTH = 65_536;

/** Hashes texts as they come. */
export function createTextHash(): TextHash {
  const digest = createHash('sha256');
  let pending = '';
  return {
    add: (text) => {
      pending += text;
      if (pending.length < PENDING_LENGTH) return;
      digest.update(pending);
      pending = '';
    },
    finish: () => digest.update(pending).digest('hex'),
  };
}

/** Bytes of a file that are read at once. */
const CHUNK_BYTES = 65_536;

/** SHA-256 of a file in hex. The file may be larger than memory. */
export function hashFile(file: string | URL): string {
  const digest = createHash('sha256');
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  const descriptor = openSync(file, 'r');
  try {
    for (let length = readSync(descriptor, chunk); length > 0; length = readSync(descriptor, chunk))
      digest.update(chunk.subarray(0, length));
    return digest.digest('hex');
  } finally {
    closeSync(descriptor);
  }
}

/** Ten hex digits for the name of a file that may be cached for ever. */
export function contentHash(content: string | Uint8Array): string {
  return sha256(content).slice(0, 10);
}
