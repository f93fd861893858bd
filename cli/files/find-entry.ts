// What is at a path, links not followed.

import { lstatSync, type Stats } from 'node:fs';
import { systemErrorCode } from '../errors.ts';

/** A file, folder or link; undefined where there is none, also because a folder on the way is a file. */
export function findEntry(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (cause) {
    if (systemErrorCode(cause) === 'ENOTDIR') return undefined;
    throw cause;
  }
}
