// What one build wrote so far: no path twice, none that is a file and a folder, also as seen by a file system without case.

import type { WrittenFile } from './commit-plan.ts';
import { assertOutPath, caselessPath, foldersAbove } from './out-path.ts';

/** The files of one build. */
export interface WrittenFiles {
  /** @throws Error (a bug of the caller) for a path out of the folder or one that is taken. */
  assertFree(path: string): void;
  add(file: WrittenFile): void;
  /** In the order of writing. */
  all(): readonly WrittenFile[];
}

/** An empty register. */
export function createWrittenFiles(): WrittenFiles {
  const byKey = new Map<string, WrittenFile>();
  const folderKeys = new Set<string>();
  return {
    assertFree: (path) => {
      assertOutPath(path);
      const key = caselessPath(path);
      const earlier = byKey.get(key);
      if (earlier !== undefined) throw new Error(`"${path}" was written already in this build, as "${earlier.path}".`);
      if (folderKeys.has(key)) throw new Error(`"${path}" is a folder of this build and cannot be a file.`);
      for (const folder of foldersAbove(key)) {
        if (folderKeys.has(folder)) break;
        if (byKey.has(folder)) throw new Error(`"${path}" needs a folder where this build wrote the file "${folder}".`);
      }
    },
    add: (file) => {
      const key = caselessPath(file.path);
      byKey.set(key, file);
      for (const folder of foldersAbove(key)) {
        if (folderKeys.has(folder)) break;
        folderKeys.add(folder);
      }
    },
    all: () => [...byKey.values()],
  };
}
