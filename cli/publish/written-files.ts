// The files of one build. Rejects duplicates, and paths that would be a file and a folder, also on file systems that ignore case.

import type { OutputKind } from '../files/output-file.ts';
import { assertOutPath, caselessPath, foldersAbove } from '../paths/out-path.ts';
import type { ManifestFile } from './manifest.ts';

export interface WrittenFile {
  readonly path: string;
  /** Lower-case hex. */
  readonly sha256: string;
  readonly bytes: number;
  readonly kind: OutputKind;
  readonly locale: ManifestFile['locale'];
  /** Site path of its route. */
  readonly owner: string | null;
  /** False if the out folder already has the file. */
  readonly isStaged: boolean;
}

export interface WrittenFiles {
  /** In the order of `add`. */
  readonly all: readonly WrittenFile[];
  /** @throws Error (a bug) for a path outside the out folder, or a path that is taken. */
  assertFree(path: string): void;
  /** Whether a file at this path conflicts with no other file. */
  isFree(path: string): boolean;
  /** @throws Error (a bug) for a path that is taken. */
  add(file: WrittenFile): void;
  remove(path: string): void;
}

export function createWrittenFiles(): WrittenFiles {
  const all: WrittenFile[] = [];
  /** By caseless path. */
  const taken = new Map<string, WrittenFile | 'folder'>();
  const findConflict = (path: string): string | null => {
    const key = caselessPath(path);
    const found = taken.get(key);
    if (found === 'folder') return `"${path}" is a folder of this build and cannot be a file.`;
    if (found !== undefined) return `"${path}" was already written in this build, as "${found.path}".`;
    for (const folder of foldersAbove(key)) {
      const above = taken.get(folder);
      if (above === 'folder') return null;
      if (above !== undefined) return `"${path}" needs a folder where this build wrote the file "${folder}".`;
    }
    return null;
  };
  const assertNoConflict = (path: string) => {
    const conflict = findConflict(path);
    if (conflict !== null) throw new Error(conflict);
  };
  return {
    all,
    assertFree: (path) => {
      assertOutPath(path);
      assertNoConflict(path);
    },
    isFree: (path) => findConflict(path) === null,
    add: (file) => {
      assertNoConflict(file.path);
      const key = caselessPath(file.path);
      for (const folder of foldersAbove(key)) taken.set(folder, 'folder');
      taken.set(key, file);
      all.push(file);
    },
    remove: (path) => {
      taken.delete(caselessPath(path));
      const index = all.findIndex((file) => file.path === path);
      if (index !== -1) all.splice(index, 1);
    },
  };
}
