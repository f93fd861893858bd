// Writes the files of a build into staging, beside the out folder, as soon as they are made. Each worker thread has a writer of
// its own, and reports what it wrote to the session.

import { hash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { systemErrorCode } from '../errors.ts';
import { makeFolder } from '../files/write-file.ts';
import { outputError } from './output-errors.ts';

/** Where a build stages its files: plain data that a thread can be given. */
export interface StagingPlace {
  readonly stagingDir: string;
  /** The out folder as its owner wrote it, for messages. */
  readonly shownOutDir: string;
}

/** What was written. */
export interface StagedBytes {
  /** Lower-case hex. */
  readonly sha256: string;
  readonly bytes: number;
}

/** A text, bytes, or both one after the other. */
type FileContent = string | Uint8Array | readonly (string | Uint8Array)[];

/** Writes new files; none stays open. */
export interface StagingWriter {
  /**
   * Writes a new file, relative to the staging folder, and the folders above it. Only hashes it where `isHeld` is true: the out
   * folder has these bytes already.
   * @throws SiteError OUT_DISK_FULL, OUT_UNWRITABLE (exit 2); Error (a bug) for a path that was written before.
   */
  write(path: string, content: FileContent, isHeld?: (made: StagedBytes) => boolean): StagedBytes;
}

/** Opens an existing staging folder. Paths are checked by the session. */
export function openStagingWriter({ stagingDir, shownOutDir }: StagingPlace): StagingWriter {
  const makeParent = createFolderMaker(stagingDir);
  return {
    write: (path, content, isHeld = () => false) => {
      const bytes = encode(content);
      const made = { sha256: hash('sha256', bytes, 'hex'), bytes: bytes.byteLength };
      if (isHeld(made)) return made;
      const file = `${stagingDir}/${path}`;
      try {
        makeParent(path);
        writeNewFile(file, bytes);
      } catch (cause) {
        if (systemErrorCode(cause) === 'EEXIST') throw new Error(`"${path}" is staged already.`, { cause });
        throw outputError(cause, { outDir: shownOutDir, place: file, aftermath: 'untouched' });
      }
      return made;
    },
  };
}

function encode(content: FileContent): Uint8Array {
  if (content instanceof Uint8Array) return content;
  return typeof content === 'string' ? Buffer.from(content) : Buffer.concat(content.map(encode));
}

/** Makes the folders above a path. Files of one folder follow each other. */
function createFolderMaker(dir: string): (path: string) => void {
  let last = '';
  return (path) => {
    const folder = path.slice(0, Math.max(path.lastIndexOf('/'), 0));
    if (folder === last) return;
    makeFolder(`${dir}/${folder}`);
    last = folder;
  };
}

function writeNewFile(file: string, bytes: Uint8Array): void {
  const descriptor = openSync(file, 'wx');
  try {
    for (let done = 0; done < bytes.byteLength; ) done += writeSync(descriptor, bytes, done);
  } finally {
    closeSync(descriptor);
  }
}
