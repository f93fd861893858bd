// Syncs files and folders to disk, so that a power cut cannot break a build (--fsync). Killed processes do not need this.
//
// Order of a commit; each step is on disk before the next one starts:
//   1. the caches, all staged files and folders, the state files, the next manifest, the side folder
//   2. the journal: from here on, the commit will be finished, if necessary by the next build
//   3. move assets · 4. move pages and maps · 5. delete old pages and maps · 6. delete old assets
//      (first build: rename staging to the out folder)
//   7. install the state files and the manifest
//   8. delete the journal

import { closeSync, existsSync, fsyncSync, openSync, readdirSync } from 'node:fs';
import { systemErrorCode } from '../errors.ts';
import { foldersAbove } from '../paths/out-path.ts';

/** Syncs to disk. Skips missing files and folders. */
export interface DiskSync {
  /** The content of a file. */
  file(file: string): void;
  /** The names in a folder. */
  folder(dir: string): void;
  /** The names in a folder, and in the parent folders of the given paths in it. */
  foldersOf(dir: string, paths: Iterable<string>): void;
  /** A folder with everything in it. */
  tree(dir: string): void;
}

/** Codes of file systems that cannot sync, such as some network file systems. */
const CANNOT_SYNC = new Set(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP']);
const IS_WINDOWS = process.platform === 'win32';
const NOTHING: DiskSync = { file: () => {}, folder: () => {}, foldersOf: () => {}, tree: () => {} };

/** Creates a sync that does nothing if it is off. */
export function createDiskSync(isOn: boolean): DiskSync {
  if (!isOn) return NOTHING;
  return {
    file: syncFile,
    folder: syncFolder,
    foldersOf: (dir, paths) => {
      const folders = new Set([...paths].flatMap((path) => [...foldersAbove(path)]));
      for (const folder of folders) syncFolder(`${dir}/${folder}`);
      syncFolder(dir);
    },
    tree: syncTree,
  };
}

function syncTree(dir: string): void {
  if (!existsSync(dir)) return;
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    if (entry.isDirectory()) syncTree(`${dir}/${entry.name}`);
    else if (entry.isFile()) syncFile(`${dir}/${entry.name}`);
  }
  syncFolder(dir);
}

/** Windows only syncs files that are open for writing. */
function syncFile(file: string): void {
  sync(file, IS_WINDOWS ? 'r+' : 'r');
}

/** Windows cannot sync folders. */
function syncFolder(dir: string): void {
  if (!IS_WINDOWS) sync(dir, 'r');
}

function sync(path: string, flags: 'r' | 'r+'): void {
  let descriptor: number;
  try {
    descriptor = openSync(path, flags);
  } catch (cause) {
    if (systemErrorCode(cause) === 'ENOENT') return;
    throw cause;
  }
  try {
    fsyncSync(descriptor);
  } catch (cause) {
    if (!CANNOT_SYNC.has(systemErrorCode(cause) ?? '')) throw cause;
  } finally {
    closeSync(descriptor);
  }
}
