// Finds files and folders that block a commit because it must not replace or delete them. Runs before any file changes.

import { readdirSync, readFileSync } from 'node:fs';
import { findEntry, findLinks } from '../files/links.ts';
import { caselessPath, foldersAbove } from '../paths/out-path.ts';
import type { CommitPlan, Move } from './commit-plan.ts';
import type { Obstacle } from './output-errors.ts';

interface CommitPlace {
  readonly outDir: string;
  readonly stagingDir: string;
  /** Whether the last build wrote the file. */
  readonly isOurs: (path: string) => boolean;
  /** Whether to replace files that no build wrote. */
  readonly isAdopted: boolean;
}

export function findObstacles(place: CommitPlace, plan: CommitPlan): readonly Obstacle[] {
  const { outDir } = place;
  const moves = plan.moves.flat();
  const leaving = new Set([...plan.deletions.flat(), ...moves.flatMap((move) => move.replaces)]);
  const links = findLinks(outDir, [...moves.map(({ path }) => path), ...leaving]);
  // The target of a link is not in the out folder.
  if (links.length > 0) return links.map((path) => ({ path, kind: 'link' }));
  const taken = [...filesForFolders(outDir, plan, leaving), ...foldersForFiles(outDir, plan, leaving)];
  return [
    ...taken.map((path) => ({ path, kind: 'file-or-folder' }) as const),
    ...moves.flatMap((move) =>
      overwritesForeign(place, move) ? [{ path: move.path, kind: 'foreign-file' } as const] : [],
    ),
  ];
}

function* filesForFolders(outDir: string, plan: CommitPlan, leaving: ReadonlySet<string>): Generator<string> {
  const seen = new Set<string>();
  for (const { path } of plan.moves.flat()) {
    for (const folder of foldersAbove(path)) {
      if (seen.has(folder)) break;
      seen.add(folder);
      const found = findEntry(`${outDir}/${folder}`);
      if (found !== undefined && !found.isDirectory() && !leaving.has(folder)) yield folder;
    }
  }
}

function* foldersForFiles(outDir: string, plan: CommitPlan, leaving: ReadonlySet<string>): Generator<string> {
  for (const { path } of plan.moves.flat()) {
    const found = findEntry(`${outDir}/${path}`);
    if (found?.isDirectory() && hasOthers(outDir, path, leaving)) yield path;
  }
}

/** Whether a folder contains a file that stays, or an empty folder, which no deletion removes. */
function hasOthers(outDir: string, folder: string, leaving: ReadonlySet<string>): boolean {
  const entries = readdirSync(`${outDir}/${folder}`, { withFileTypes: true });
  if (entries.length === 0) return true;
  return entries.some((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? hasOthers(outDir, path, leaving) : !leaving.has(path);
  });
}

/** Whether a move would replace a file that no build wrote with different content. */
function overwritesForeign({ outDir, stagingDir, isOurs, isAdopted }: CommitPlace, { path, replaces }: Move): boolean {
  if (isAdopted || isOurs(path)) return false;
  // On a file system that ignores case, this may be our own file with a name in another case.
  if (replaces.some((replaced) => caselessPath(replaced) === caselessPath(path))) return false;
  const file = `${outDir}/${path}`;
  const found = findEntry(file);
  if (found === undefined || found.isDirectory()) return false;
  return !found.isFile() || !readFileSync(file).equals(readFileSync(`${stagingDir}/${path}`));
}
