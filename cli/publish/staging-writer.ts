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
  const encode = createEncoder();
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

/** No UTF-16 unit takes more bytes than this in UTF-8. */
const BYTES_PER_UNIT = 3;
/** Most pages fit. */
const FIRST_ROOM = 262_144;

/** Encodes one content after the other into the same memory: the bytes of one are valid until the next. */
function createEncoder(): (content: FileContent) => Uint8Array {
  let room = Buffer.allocUnsafe(FIRST_ROOM);
  return (content) => {
    if (content instanceof Uint8Array) return content;
    const pieces = typeof content === 'string' ? [content] : content;
    const most = pieces.reduce((sum, { length }) => sum + length * BYTES_PER_UNIT, 0);
    if (most > room.length) room = Buffer.allocUnsafe(most);
    let end = 0;
    for (const piece of pieces) {
      if (typeof piece === 'string') end += room.write(piece, end);
      else {
        room.set(piece, end);
        end += piece.length;
      }
    }
    return room.subarray(0, end);
  };
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
