// Writes files and creates folders.

import { randomUUID } from 'node:crypto';
import { closeSync, mkdirSync, openSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemErrorCode } from '../errors.ts';

/**
 * Writes a file under a temporary name and renames it, so that readers see the whole file or none, even after a crash.
 * @throws Error of the system; the temporary file is then deleted.
 */
export function writeWhole(file: string, content: string | Uint8Array): void {
  const part = `${file}.${randomUUID()}.part`;
  try {
    writeFileSync(part, content);
    renameSync(part, file);
  } catch (cause) {
    rmSync(part, { force: true });
    throw cause;
  }
}

/** Minimum number of characters per write. */
const WRITTEN_LENGTH = 65_536;

/** Writes a file in pieces, so that a large text is never in memory as a whole. The folder must exist. */
export function writePieces(file: string, pieces: Iterable<string | Uint8Array>): void {
  const descriptor = openSync(file, 'w');
  try {
    let pending = '';
    for (const piece of pieces) {
      if (typeof piece === 'string') pending += piece;
      if (typeof piece === 'string' && pending.length < WRITTEN_LENGTH) continue;
      writeFileSync(descriptor, pending);
      pending = '';
      if (typeof piece !== 'string') writeFileSync(descriptor, piece);
    }
    writeFileSync(descriptor, pending);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Creates a folder and its parents. Node's recursive mkdir does not return if a parent cannot be created but is reported as
 * missing (/proc).
 * @throws Error of the system; EEXIST if there is a file at the path.
 */
export function makeFolder(dir: string): void {
  try {
    makeMissingFolder(dir);
  } catch (cause) {
    if (systemErrorCode(cause) !== 'EEXIST' || !statSync(dir).isDirectory()) throw cause;
  }
}

function makeMissingFolder(dir: string): void {
  try {
    mkdirSync(dir);
  } catch (cause) {
    if (systemErrorCode(cause) !== 'ENOENT' || dirname(dir) === dir) throw cause;
    makeFolder(dirname(dir));
    mkdirSync(dir);
  }
}
