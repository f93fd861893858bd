// Makes a folder and those above it. Node's own recursive mkdir never returns where a folder above cannot be made and
// says 'does not exist' (/proc), and it asks the disk three times as often.

import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemErrorCode } from '../errors.ts';

/** Makes sure that there is a folder. @throws what the system says, EEXIST where a file is in its place. */
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
