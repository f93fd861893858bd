// Writes files and makes folders.

import { randomUUID } from 'node:crypto';
import { closeSync, mkdirSync, openSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemErrorCode } from '../errors.ts';

/**
 * Writes a file beside its place and renames it, so that readers see all of it or nothing, even after a process was killed.
 * @throws Error of the system; then nothing of the file is left.
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

/** Characters of text that are written at once. */
const WRITTEN_LENGTH = 65_536;

/**
 * Writes pieces one after the other, so that a large text is never in memory as a whole. Replaces the file; its folder must
 * exist.
 */
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
 * Makes a folder and those above it. Node's recursive mkdir never returns where a folder above cannot be made and the system
 * reports that it does not exist (/proc).
 * @throws Error of the system, EEXIST where a file is in its place.
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
