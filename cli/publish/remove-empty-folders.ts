// Folders that lost their last file are no part of a site.

import { rmdirSync } from 'node:fs';
import { systemErrorCode } from '../errors.ts';
import { foldersAbove } from '../paths/out-path.ts';

const NOT_TO_REMOVE = new Set(['ENOTEMPTY', 'EEXIST', 'ENOENT', 'ENOTDIR']);

/** Removes the folders above deleted files, deepest first, where nothing is left in them. `dir` itself stays. */
export function removeEmptyFolders(dir: string, deleted: Iterable<string>): void {
  const folders = new Set<string>();
  for (const path of deleted) {
    for (const folder of foldersAbove(path)) {
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  for (const folder of [...folders].sort((one, other) => other.length - one.length)) removeIfEmpty(`${dir}/${folder}`);
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (cause) {
    if (!NOT_TO_REMOVE.has(systemErrorCode(cause) ?? '')) throw cause;
  }
}
