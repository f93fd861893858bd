// Hashes that name things: the same bytes always give the same name, on every machine.

import { hash } from 'node:crypto';

/** SHA-256 in hex. */
export function sha256(content: string | Uint8Array): string {
  return hash('sha256', content);
}

/** Ten hex digits for the name of a file that may be cached for ever. */
export function contentHash(content: string | Uint8Array): string {
  return sha256(content).slice(0, 10);
}
