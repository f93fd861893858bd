// Files of a build on their way: they are written beside the out folder at once and are not kept in memory. A writer needs
// the place alone, so that each worker thread opens its own; what was written is told to the session, which lives elsewhere.

import { hash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { systemErrorCode } from '../errors.ts';
import { makeFolder } from '../files/make-folder.ts';
import { outputError } from './output-errors.ts';

/** Where a build stages its files: plain data that a thread can be given. */
export interface StagingPlace {
  readonly stagingDir: string;
  /** The out folder as its owner wrote it, for messages. */
  readonly shownOutDir: string;
}

/** What was made of a content. */
export interface StagedBytes {
  /** Lower-case hex. */
  readonly sha256: string;
  readonly bytes: number;
}

/** A text, bytes, or both one after the other. */
type FileContent = string | Uint8Array | readonly (string | Uint8Array)[];

/** Writes new files. Nothing is open between two of them. */
export interface StagingWriter {
  /**
   * Writes a new file, relative to the staging folder, and the folders above it; or only hashes it, where `isHeld` says that
   * these bytes need no file. Synchronous: 100,000 pages go through here.
   * @throws SiteError OUT_DISK_FULL, OUT_UNWRITABLE (exit 2); Error (a bug) for a path that was written before.
   */
  write(path: string, content: FileContent, isHeld?: (made: StagedBytes) => boolean): StagedBytes;
}

const FIRST_BUFFER_BYTES = 262_144;
/** What needs more, the search data of thousands of articles, has a buffer of its own that goes with it. */
const LARGEST_BUFFER_BYTES = 1_048_576;
/** UTF-8 bytes of a UTF-16 code unit, at most. */
const BYTES_PER_UNIT = 3;

/** Opens a staging folder that is there. Paths must be out paths; the session checks them when it hears of them. */
export function openStagingWriter({ stagingDir, shownOutDir }: StagingPlace): StagingWriter {
  const encode = createEncoder();
  const makeParent = createFolderMaker(stagingDir);
  return {
    write: (path, content, isHeld = () => false) => {
      const bytes = content instanceof Uint8Array ? content : encode(content);
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

/** UTF-8 in one buffer that is used again and again. */
function createEncoder(): (content: Exclude<FileContent, Uint8Array>) => Uint8Array {
  let buffer = Buffer.allocUnsafeSlow(FIRST_BUFFER_BYTES);
  return (content) => {
    const parts = typeof content === 'string' ? [content] : content;
    const room = parts.reduce(
      (sum, part) => sum + (typeof part === 'string' ? part.length * BYTES_PER_UNIT : part.length),
      0,
    );
    if (room > LARGEST_BUFFER_BYTES) return encodeInto(Buffer.allocUnsafeSlow(countBytes(parts)), parts);
    if (buffer.length < room) buffer = Buffer.allocUnsafeSlow(room);
    return encodeInto(buffer, parts);
  };
}

function countBytes(parts: readonly (string | Uint8Array)[]): number {
  return parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0);
}

function encodeInto(buffer: Buffer, parts: readonly (string | Uint8Array)[]): Uint8Array {
  let length = 0;
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index] ?? '';
    if (typeof part !== 'string') buffer.set(part, length);
    length += typeof part === 'string' ? buffer.write(part, length) : part.length;
  }
  return buffer.subarray(0, length);
}

/** Makes the folders above a path: most hold one page and are there for none before; files of one folder follow each other. */
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
