// Hashes: the same bytes give the same hash on every machine.

import { createHash, hash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';

/** SHA-256 in hex. */
export function sha256(content: string | Uint8Array): string {
  return hash('sha256', content);
}

/** 72 bits: two texts with the same hash are practically impossible. */
const COMPARED_DIGITS = 12;

/** A short hash, for comparing only. */
export function shortHash(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, COMPARED_DIGITS);
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
