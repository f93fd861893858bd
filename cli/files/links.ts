// Finds files and symbolic links in the out folder. Links are not followed, because their targets do not belong to the build.

import { lstatSync, type Stats } from 'node:fs';
import { systemErrorCode } from '../errors.ts';

/** The file, folder or link at a path; undefined if there is none, or if a parent folder is a file. */
export function findEntry(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (cause) {
    if (systemErrorCode(cause) === 'ENOTDIR') return undefined;
    throw cause;
  }
}

/** The parent folder of a path that is a link; null if there is none. Paths are relative to the out folder. */
type FindLink = (path: string) => string | null;

/** Creates a finder that checks each folder once. */
function createLinkFinder(outDir: string): FindLink {
  const linkByFolder = new Map<string, string | null>();
  const findAt = (folder: string) => findLink(folder) ?? (isLink(`${outDir}/${folder}`) ? folder : null);
  const findLink: FindLink = (path) => {
    const slash = path.lastIndexOf('/');
    return slash < 0 ? null : linkByFolder.getOrInsertComputed(path.slice(0, slash), findAt);
  };
  return findLink;
}

/** Size of a file in bytes, by its path in a folder; -1 if it is not a file, or in a linked folder. */
export function createSizeFinder(dir: string): (path: string) => number {
  const findLink = createLinkFinder(dir);
  return (path) => {
    const found = findEntry(`${dir}/${path}`);
    return found?.isFile() === true && findLink(path) === null ? found.size : -1;
  };
}

/** The links among some paths and their parent folders. */
export function findLinks(outDir: string, paths: Iterable<string>): readonly string[] {
  const findLink = createLinkFinder(outDir);
  return [...new Set([...paths].flatMap((path) => findLink(path) ?? (isLink(`${outDir}/${path}`) ? path : [])))];
}

function isLink(file: string): boolean {
  return findEntry(file)?.isSymbolicLink() === true;
}
