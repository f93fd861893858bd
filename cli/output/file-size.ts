// How large a file is, where it is one.

import { lstatSync } from 'node:fs';

/** Bytes of a file; -1 where there is none, or something else. */
export function sizeOfFile(file: string): number {
  const found = lstatSync(file, { throwIfNoEntry: false });
  return found?.isFile() === true ? found.size : -1;
}
