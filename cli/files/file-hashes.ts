// Hashes of files, remembered by what the file system tells of each: what was not touched since is not read again.
// Relied on: an edit is seen even where it keeps size and modification time, since the time of change is compared too, which
// every file system keeps that can be written.

import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hashFile, sha256 } from './content-hash.ts';
import { writeWhole } from './write-file.ts';

/** Hashes of files by their absolute paths. */
export interface FileHashes {
  /** SHA-256 of the bytes of a file. @throws Error of the system where it cannot be read. */
  readonly hashOf: (file: string) => string;
  /** Keeps them for the next build, where they are not kept yet. */
  readonly store: () => void;
}

/** What a file was like, and its hash. */
type Remembered = readonly [size: number, modifiedMs: number, changedMs: number, inode: number, hash: string];

const MEMORY_FILE = 'bundles/hashes.json';
/**
 * A file that was changed only just before it was read may change again within the same tick of the file system's clock, and
 * look the same: until it is older than this it is read by each build. FAT counts in two seconds.
 */
const SETTLED_AFTER_MS = 3000;

/** Opens what earlier builds remember; where that is absent or damaged, or caches are to be ignored, all is read. */
export function openFileHashes({ cacheDir, isForced = false }: FileHashesOptions): FileHashes {
  const memoryFile = join(cacheDir, MEMORY_FILE);
  const memory = isForced ? new Map<string, Remembered>() : loadMemory(memoryFile);
  let isNew = false;
  return {
    hashOf: (file) => {
      const now = Date.now();
      // Before reading: a change in between shows the next time.
      const { size, mtimeMs, ctimeMs, ino } = statSync(file);
      const known = memory.get(file);
      if (known?.[0] === size && known[1] === mtimeMs && known[2] === ctimeMs && known[3] === ino) return known[4];
      const hash = hashFile(file);
      if (ctimeMs < now - SETTLED_AFTER_MS) {
        memory.set(file, [size, mtimeMs, ctimeMs, ino, hash]);
        isNew = true;
      }
      return hash;
    },
    store: () => {
      if (isNew) writeMemory(memoryFile, memory);
      isNew = false;
    },
  };
}

/** Whose memory it is. */
export interface FileHashesOptions {
  readonly cacheDir: string;
  readonly isForced?: boolean;
}

/** Its first line is the hash of the second one. */
function loadMemory(memoryFile: string): Map<string, Remembered> {
  try {
    const [digest, entries = ''] = readFileSync(memoryFile, 'utf8').split('\n');
    return new Map(digest === sha256(entries) ? JSON.parse(entries) : []);
  } catch {
    return new Map(); // Absent: whatever is asked for is read.
  }
}

/** What is gone is forgotten. */
function writeMemory(memoryFile: string, memory: ReadonlyMap<string, Remembered>): void {
  const entries = JSON.stringify([...memory].filter(([file]) => existsSync(file)));
  try {
    mkdirSync(dirname(memoryFile), { recursive: true });
    writeWhole(memoryFile, `${sha256(entries)}\n${entries}\n`);
  } catch {
    // A full disk, or a folder that may not be written, is told of by whoever needs it. The next build reads again.
  }
}
