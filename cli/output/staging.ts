// The files of a build on their way: they are written beside the out folder at once and are not kept in memory.

import { rmSync, writeFileSync } from 'node:fs';
import { makeFolder } from './make-folder.ts';
import { removeEmptyFolders } from './remove-empty-folders.ts';

/** A folder that is filled. Paths are relative to it. */
export interface Staging {
  /** Writes a new file and the folders above it. Synchronous: 100,000 pages go through here. */
  write(path: string, content: Uint8Array): void;
  /** Removes files, and the folders that are empty without them. Nothing is written afterwards. */
  remove(paths: readonly string[]): void;
}

/** Makes an empty folder to be filled. Whatever was there is deleted. */
export function createStaging(dir: string): Staging {
  rmSync(dir, { recursive: true, force: true });
  makeFolder(dir);
  const made = new Set<string>();
  return {
    write: (path, content) => {
      makeFolders(dir, path, made);
      writeFileSync(`${dir}/${path}`, content, { flag: 'wx' });
    },
    remove: (paths) => {
      for (const path of paths) rmSync(`${dir}/${path}`, { force: true });
      removeEmptyFolders(dir, paths);
    },
  };
}

/** Makes the folders above a file that are not known yet. */
function makeFolders(dir: string, path: string, made: Set<string>): void {
  const end = path.lastIndexOf('/');
  if (end === -1) return;
  const folder = path.slice(0, end);
  if (made.has(folder)) return;
  makeFolder(`${dir}/${folder}`);
  made.add(folder);
}
