// Waiting for the disk, for builds that a power cut must not break (--fsync). Without it nothing waits: the system writes
// files and names when it likes, which a killed process does not feel.
//
// The order with it, each line on disk before the next one begins:
//   1. the caches, every staged file with its folders, the state files, the next manifest, the side folder and its name
//   2. the journal: from here on the commit will be finished, by the next build if need be
//   3. assets in place · 4. pages and maps in place · 5. old pages and maps gone · 6. old assets gone
//      (of a first build: staging is the out folder)
//   7. the state files and the manifest in place
//   8. the journal gone

import { closeSync, existsSync, fsyncSync, openSync, readdirSync } from 'node:fs';
import { systemErrorCode } from '../errors.ts';
import { foldersAbove } from '../paths/out-path.ts';

/** Waits until the disk has something; what waits for nothing does nothing. What is not there is passed over. */
export interface DiskSync {
  /** The bytes of a file. */
  file(file: string): void;
  /** The names in a folder. */
  folder(dir: string): void;
  /** The names in a folder and in those above these paths in it. */
  foldersOf(dir: string, paths: Iterable<string>): void;
  /** Every file and folder below a folder, and itself. */
  tree(dir: string): void;
}

/** Some network file systems cannot. */
const CANNOT_SYNC = new Set(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP']);
const NOTHING: DiskSync = { file: () => {}, folder: () => {}, foldersOf: () => {}, tree: () => {} };

/** A sync that waits, or one that does nothing. */
export function createDiskSync(isOn: boolean): DiskSync {
  if (!isOn) return NOTHING;
  return {
    file: sync,
    folder: sync,
    foldersOf: (dir, paths) => {
      const folders = new Set<string>();
      for (const path of paths) {
        for (const folder of foldersAbove(path)) {
          if (folders.has(folder)) break;
          folders.add(folder);
        }
      }
      for (const folder of folders) sync(`${dir}/${folder}`);
      sync(dir);
    },
    tree: syncTree,
  };
}

function syncTree(dir: string): void {
  if (!existsSync(dir)) return;
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    if (entry.isDirectory()) syncTree(`${dir}/${entry.name}`);
    else if (entry.isFile()) sync(`${dir}/${entry.name}`);
  }
  sync(dir);
}

function sync(path: string): void {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'r');
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
