// Moves and deletes files so that each step can be repeated after a crash: across mounts, with files that other programs hold open, and
// synced to disk if a build asks for it.

import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { systemErrorCode } from '../errors.ts';
import { findEntry } from '../files/links.ts';
import { makeFolder } from '../files/write-file.ts';
import { foldersAbove } from '../paths/out-path.ts';

const IS_WINDOWS = process.platform === 'win32';
/** Codes of file systems that cannot sync, such as some network file systems. */
const CANNOT_SYNC = ['EINVAL', 'ENOTSUP', 'EOPNOTSUPP'];
const BUSY = IS_WINDOWS ? ['EBUSY', 'EPERM', 'EACCES'] : ['EBUSY'];
const BUSY_ATTEMPTS = 8;
const BUSY_WAIT_MS = 40;
/** A folder that cannot be renamed: its entries are then moved one by one. */
const IN_PARTS = ['EXDEV', 'EPERM', 'EACCES', 'EBUSY', 'ENOTEMPTY', 'EEXIST'];
const NOT_REMOVABLE = ['ENOTEMPTY', 'EEXIST', 'ENOENT', 'ENOTDIR', 'EBUSY'];

const isOneOf = (codes: readonly string[], cause: unknown) => codes.includes(systemErrorCode(cause) ?? '');

/** The disk, as a build uses it: with `isSynced`, each step is on disk before the next one starts. */
export class Disk {
  readonly isSynced: boolean;

  constructor({ isSynced }: { readonly isSynced: boolean }) {
    this.isSynced = isSynced;
  }

  /** Moves everything in a folder into another one. Folders that are new there are moved as a whole, which is much faster. */
  moveTree(from: string, to: string): void {
    if (!existsSync(from)) return;
    makeFolder(to);
    for (const entry of readdirSync(from, { withFileTypes: true })) {
      const [source, target] = [`${from}/${entry.name}`, `${to}/${entry.name}`];
      if (!entry.isDirectory()) this.moveFile(source, target);
      else if (findEntry(target) !== undefined || !attempt(() => renameSync(source, target), IN_PARTS))
        this.moveTree(source, target);
    }
    this.syncFolder(to);
  }

  /** Moves a file over another one. Between mounts it is copied beside its target first, so that nobody sees a part of it. */
  moveFile(from: string, to: string): void {
    try {
      patiently(() => renameSync(from, to));
    } catch (cause) {
      if (systemErrorCode(cause) !== 'EXDEV') throw cause;
      const part = `${to}.sitegen-part`;
      try {
        copyFileSync(from, part);
        this.syncFile(part);
        patiently(() => renameSync(part, to));
      } catch (cause) {
        rmSync(part, { force: true });
        throw cause;
      }
    }
  }

  /** Deletes files, by their paths in a folder, and the folders that are empty then. Skips those that are missing or folders. */
  deleteFiles(dir: string, paths: readonly string[]): void {
    for (const path of paths) patiently(() => deleteFile(`${dir}/${path}`));
    const folders = [...new Set(paths.flatMap((path) => [...foldersAbove(path)]))];
    for (const folder of folders.sort((one, other) => other.length - one.length))
      attempt(() => rmdirSync(`${dir}/${folder}`), NOT_REMOVABLE);
    for (const folder of ['', ...folders]) this.syncFolder(`${dir}/${folder}`);
  }

  /** Deletes a file or a folder. */
  deleteAll(path: string): void {
    patiently(() => rmSync(path, { recursive: true, force: true }));
    this.syncFolder(dirname(path));
  }

  /** A folder with everything in it. */
  syncTree(dir: string): void {
    if (!this.isSynced || !existsSync(dir)) return;
    for (const entry of readdirSync(dir, { withFileTypes: true })) {
      if (entry.isDirectory()) this.syncTree(`${dir}/${entry.name}`);
      else if (entry.isFile()) this.syncFile(`${dir}/${entry.name}`);
    }
    this.syncFolder(dir);
  }

  /** The content of a file. Windows only syncs files that are open for writing. */
  syncFile(file: string): void {
    if (this.isSynced) sync(file, IS_WINDOWS ? 'r+' : 'r');
  }

  /** The names in a folder, which Windows cannot sync. */
  syncFolder(dir: string): void {
    if (this.isSynced && !IS_WINDOWS) sync(dir, 'r');
  }
}

/** Whether a folder is missing or empty. @throws Error of the system if it is a file. */
export function isEmptyFolder(dir: string): boolean {
  return lstatSync(dir, { throwIfNoEntry: false }) === undefined || readdirSync(dir).length === 0;
}

/** Windows does not replace a file that another program has open, mostly for a moment. */
function patiently(run: () => void): void {
  for (let attempt = 1; ; attempt += 1) {
    try {
      run();
      return;
    } catch (cause) {
      if (!isOneOf(BUSY, cause) || attempt === BUSY_ATTEMPTS) throw cause;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, attempt * BUSY_WAIT_MS);
    }
  }
}

/** Returns false if it failed with one of these codes. */
function attempt(run: () => void, codes: readonly string[]): boolean {
  try {
    run();
    return true;
  } catch (cause) {
    if (isOneOf(codes, cause)) return false;
    throw cause;
  }
}

function deleteFile(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch (cause) {
    if (systemErrorCode(cause) !== 'ENOTDIR' && findEntry(file)?.isDirectory() !== true) throw cause;
  }
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
    attempt(() => fsyncSync(descriptor), CANNOT_SYNC);
  } finally {
    closeSync(descriptor);
  }
}
