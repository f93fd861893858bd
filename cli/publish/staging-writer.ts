// Writes files to staging as soon as they are created. Each thread has its own writer, and its files are then added to the session.

import { writeFileSync } from 'node:fs';
import { systemErrorCode } from '../errors.ts';
import type { Digest, OutPath } from '../files/brands.ts';
import { sha256 } from '../files/content-hash.ts';
import { makeFolder } from '../files/write-file.ts';
import { outputError } from './output-errors.ts';

/** The staging folder. Plain data, so that it can be sent to other threads. */
export interface StagingPlace {
  readonly stagingDir: string;
  /** The out folder as the user wrote it, for messages. */
  readonly shownOutDir: string;
}

export interface StagedBytes {
  readonly sha256: Digest;
  readonly bytes: number;
}

/** A text, bytes, or several of them in order. */
type FileContent = string | Uint8Array | readonly (string | Uint8Array)[];

/** The folder must exist. The session checks the paths. */
export class StagingWriter {
  readonly #place: StagingPlace;
  readonly #encode = createEncoder();
  /** Files of one folder mostly follow each other. */
  #lastFolder = '';

  constructor(place: StagingPlace) {
    this.#place = place;
  }

  /**
   * Writes a new file and its parent folders; the path is relative to the staging folder. If `isHeld` returns true (the out folder
   * already has the file), it is hashed but not written.
   * @throws SiteError OUT_DISK_FULL, OUT_UNWRITABLE (exit 2); Error (a bug) for a path that was already written.
   */
  write(path: OutPath, content: FileContent, isHeld: (made: StagedBytes) => boolean = () => false): StagedBytes {
    const bytes = this.#encode(content);
    const made = { sha256: sha256(bytes), bytes: bytes.byteLength };
    if (isHeld(made)) return made;
    const { stagingDir, shownOutDir } = this.#place;
    const file = `${stagingDir}/${path}`;
    try {
      const folder = path.slice(0, Math.max(path.lastIndexOf('/'), 0));
      if (folder !== this.#lastFolder) makeFolder(`${stagingDir}/${folder}`);
      this.#lastFolder = folder;
      writeFileSync(file, bytes, { flag: 'wx' });
    } catch (cause) {
      if (systemErrorCode(cause) === 'EEXIST') throw new Error(`"${path}" is already staged.`, { cause });
      throw outputError(cause, { outDir: shownOutDir, place: file, isUntouched: true });
    }
    return made;
  }
}

/** Maximum length of a UTF-16 unit in UTF-8. */
const BYTES_PER_UNIT = 3;
/** Enough for most pages. */
const FIRST_SIZE = 262_144;

/** Encodes into a buffer that is reused: the result is valid until the next call. */
function createEncoder(): (content: FileContent) => Uint8Array {
  let buffer = Buffer.allocUnsafe(FIRST_SIZE);
  return (content) => {
    if (content instanceof Uint8Array) return content;
    const pieces = typeof content === 'string' ? [content] : content;
    const maximum = pieces.reduce((sum, { length }) => sum + length * BYTES_PER_UNIT, 0);
    if (maximum > buffer.length) buffer = Buffer.allocUnsafe(maximum);
    let end = 0;
    for (const piece of pieces) {
      if (typeof piece === 'string') end += buffer.write(piece, end);
      else {
        buffer.set(piece, end);
        end += piece.length;
      }
    }
    return buffer.subarray(0, end);
  };
}
