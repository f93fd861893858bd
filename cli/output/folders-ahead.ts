// Folders of files that will be staged, made while nothing else is to be done: to make one takes longer than to write the
// file, and the thread that writes is the one that others wait for.

import { makeFolder } from './make-folder.ts';
import type { StagingPlace } from './staging-writer.ts';

/** Makes folders of files that come in an order, by their places in it. */
export interface FoldersAhead {
  /** Makes a few more, none of files up to `last`, whose turn has come; false where nothing is left to do. */
  readonly step: (last: number) => boolean;
  /** Whether the folder of a file was made. */
  readonly has: (position: number) => boolean;
}

/** Makes none. */
export const NO_FOLDERS: FoldersAhead = { step: () => false, has: () => false };

/** Folders that are made in one go: a third of a millisecond. */
const FOLDERS_AT_ONCE = 32;

/** To be asked for a build that stages all of so many files: a folder without one would be published with the others. */
export function createFoldersAhead(
  { stagingDir }: StagingPlace,
  count: number,
  fileAt: (position: number) => string,
): FoldersAhead {
  const made = new Uint8Array(count);
  let next = 0;
  const make = (position: number) => {
    const path = fileAt(position);
    makeFolder(`${stagingDir}/${path.slice(0, Math.max(path.lastIndexOf('/'), 0))}`);
    made[position] = 1;
  };
  return {
    has: (position) => made[position] === 1,
    step: (last) => {
      next = Math.max(next, last + 1);
      const end = Math.min(next + FOLDERS_AT_ONCE, count);
      try {
        for (; next < end; next += 1) make(next);
      } catch {
        // Whoever writes the file meets it again, and tells it as what it is.
        next = count;
      }
      return next < count;
    },
  };
}
