// What the sample's files were parsed into, kept between two starts: reading them again takes longer than all the rest.
// A file that is as it was is not parsed again; a changed loader forgets everything.

import { readFileSync, writeFileSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import { sha256 } from '../../build/content-hash.ts';
import type { FileMemory } from './load-library.ts';

/** Code that decides what is made of a file. */
const LOADER = [
  'load-library.ts',
  'parse-entry.ts',
  'sample-library.ts',
  'blueprints.ts',
  '../../../package-lock.json',
];

interface StoredMemory {
  readonly loader: string;
  readonly memory: FileMemory;
}

/** The memory in a file; an empty one where there is none, or it is another loader's, or damaged. */
export function loadFileMemory(file: string): FileMemory {
  try {
    const stored: StoredMemory = deserialize(readFileSync(file));
    return stored.loader === hashLoader() ? stored.memory : new Map();
  } catch {
    return new Map();
  }
}

/** Keeps the memory; a disk that takes no more keeps none. */
export function storeFileMemory(file: string, memory: FileMemory): void {
  try {
    writeFileSync(file, serialize({ loader: hashLoader(), memory } satisfies StoredMemory));
  } catch {
    // The next start parses the files again.
  }
}

function hashLoader(): string {
  return sha256(LOADER.map((name) => sha256(readFileSync(new URL(name, import.meta.url)))).join());
}
