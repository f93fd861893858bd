// Hashes of texts and files.

import { createHash, hash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { type Digest, toDigest } from './brands.ts';

/** SHA-256 in hex. */
export function sha256(content: string | Uint8Array): Digest {
  return toDigest(hash('sha256', content));
}

/** 72 bits: enough to rule out equal hashes of different texts. */
const COMPARED_DIGITS = 12;

/** A short hash for comparisons. */
export function shortHash(text: string): Digest {
  return toDigest(hash('sha256', text, 'base64url').slice(0, COMPARED_DIGITS));
}

/** Used by every call: hundreds of files are hashed in a row, and memory for each would cost more than its hash. */
const CHUNK = Buffer.allocUnsafeSlow(65_536);

/** SHA-256 of a file in hex, read in chunks. */
export function hashFile(file: string | URL): Digest {
  const digest = createHash('sha256');
  const descriptor = openSync(file, 'r');
  try {
    for (let length = readSync(descriptor, CHUNK); length > 0; length = readSync(descriptor, CHUNK))
      digest.update(CHUNK.subarray(0, length));
    return toDigest(digest.digest('hex'));
  } finally {
    closeSync(descriptor);
  }
}

/** Ten hex digits, for names of files that may be cached forever. */
export function contentHash(content: string | Uint8Array): Digest {
  return toDigest(sha256(content).slice(0, 10));
}
