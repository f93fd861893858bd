// What one build wrote so far: no path twice, none that is a file and a folder, also as seen by a file system without case.

import type { Locale } from '../../config/locales.ts';
import { assertOutPath, caselessPath, foldersAbove } from './out-path.ts';
import type { OutputKind } from './output-file.ts';

/** What is kept in memory of a file that a build wrote. */
export interface WrittenFile {
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly kind: OutputKind;
  readonly locale: Locale | null;
  readonly owner: string | null;
  /** False where the out folder has it already. */
  readonly isStaged: boolean;
}

/** The files of one build. */
export interface WrittenFiles {
  /** @throws Error (a bug of the caller) for a path out of the folder or one that is taken. */
  assertFree(path: string): void;
  /** Whether a file at this path would stand in the way of none of these. */
  isFree(path: string): boolean;
  add(file: WrittenFile): void;
  /** In the order of writing. */
  all(): readonly WrittenFile[];
}

/** An empty register. */
export function createWrittenFiles(): WrittenFiles {
  const byKey = new Map<string, WrittenFile>();
  const folderKeys = new Set<string>();
  /** What stands at a path or in its way, as a sentence; null where it is free. */
  const findTaker = (path: string): string | null => {
    const key = caselessPath(path);
    const earlier = byKey.get(key);
    if (earlier !== undefined) return `"${path}" was written already in this build, as "${earlier.path}".`;
    if (folderKeys.has(key)) return `"${path}" is a folder of this build and cannot be a file.`;
    for (const folder of foldersAbove(key)) {
      if (folderKeys.has(folder)) return null;
      if (byKey.has(folder)) return `"${path}" needs a folder where this build wrote the file "${folder}".`;
    }
    return null;
  };
  return {
    assertFree: (path) => {
      assertOutPath(path);
      const taker = findTaker(path);
      if (taker !== null) throw new Error(taker);
    },
    isFree: (path) => findTaker(path) === null,
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
