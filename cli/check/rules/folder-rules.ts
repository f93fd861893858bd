// Rules about the files of a folder: all that the build wrote are there and unchanged, and nothing else is.

import type { Sighting } from '../findings.ts';

/** An out folder beside its manifest. Paths are relative to the folder. */
export interface CheckedFolder {
  readonly files: ReadonlySet<string>;
  /** Files that the manifest lists and that the folder does not have, pages left out. */
  readonly missing: readonly string[];
  /** Files that are not as the build wrote them. */
  readonly changed: readonly string[];
  /** Files that the manifest does not list. */
  readonly stray: readonly string[];
}

/** Faults of a folder. `pathOf` tells the page of a file. */
export function findFolderFaults(
  { missing, changed, stray }: CheckedFolder,
  pathOf: (file: string) => string | null,
): readonly Sighting[] {
  return [
    ...missing.map(
      (file): Sighting => ({
        code: 'FILE_MISSING',
        where: { file },
        what: `The file ${file} is not in the folder.`,
        path: null,
      }),
    ),
    ...changed.map((file): Sighting => describeChanged(file, pathOf(file))),
    ...stray.map(
      (file): Sighting => ({
        code: 'FILE_STRAY',
        where: { file },
        what: `The build did not write ${file}.`,
        path: null,
      }),
    ),
  ];
}

/** Pages make one finding: a tool that runs after the build changes all of them. */
function describeChanged(file: string, path: string | null): Sighting {
  if (path === null)
    return { code: 'FILE_CHANGED', where: { file }, what: `The file ${file} is not as the build wrote it.`, path };
  const what = 'The HTML of pages is not as the build wrote it. They were checked as they are now.';
  return { code: 'FILE_CHANGED', where: { file: '**/*.html' }, what, path };
}
