// Symbolic links inside the out folder. They are never followed: what is behind one belongs to somebody else.

import { findEntry } from './find-entry.ts';

/** The link among the folders above a path, relative to the out folder like the path; null where there is none. */
export type FindLink = (path: string) => string | null;

/** Looks at each folder once. */
export function createLinkFinder(outDir: string): FindLink {
  const linkByFolder = new Map<string, string | null>();
  const findAt = (folder: string): string | null => {
    const known = linkByFolder.get(folder);
    if (known !== undefined) return known;
    const link = findLink(folder) ?? (isLink(`${outDir}/${folder}`) ? folder : null);
    linkByFolder.set(folder, link);
    return link;
  };
  const findLink: FindLink = (path) => {
    const slash = path.lastIndexOf('/');
    return slash < 0 ? null : findAt(path.slice(0, slash));
  };
  return findLink;
}

/** The links among some paths and the folders above them. */
export function findLinks(outDir: string, paths: Iterable<string>): readonly string[] {
  const findLink = createLinkFinder(outDir);
  const links = new Set<string>();
  for (const path of paths) {
    const link = findLink(path) ?? (isLink(`${outDir}/${path}`) ? path : null);
    if (link !== null) links.add(link);
  }
  return [...links];
}

function isLink(file: string): boolean {
  return findEntry(file)?.isSymbolicLink() === true;
}
