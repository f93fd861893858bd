// The folder in which a build stages its files: empty at first, and the out folder itself where that is new.

import { rmSync } from 'node:fs';
import { makeFolder } from '../files/make-folder.ts';
import { removeEmptyFolders } from './remove-empty-folders.ts';

/** Makes an empty staging folder. Whatever was there is deleted. */
export function makeStaging(dir: string): void {
  rmSync(dir, { recursive: true, force: true });
  makeFolder(dir);
}

/** Removes staged files, and the folders that are empty without them. Nothing is written afterwards. */
export function removeStaged(dir: string, paths: readonly string[]): void {
  for (const path of paths) rmSync(`${dir}/${path}`, { force: true });
  removeEmptyFolders(dir, paths);
}
