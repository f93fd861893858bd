// How large the files of a folder are, where they are files.

import { findEntry } from './find-entry.ts';
import { createLinkFinder } from './links.ts';

/** Bytes of a file by its path in a folder; -1 where there is none, something else, or a link on the way to it. */
export function createSizeFinder(dir: string): (path: string) => number {
  const findLink = createLinkFinder(dir);
  return (path) => {
    const found = findEntry(`${dir}/${path}`);
    return found?.isFile() === true && findLink(path) === null ? found.size : -1;
  };
}
