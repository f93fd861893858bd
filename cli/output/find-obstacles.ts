// What stands in the way of a commit and is not its own to delete: found before anything is touched.

import { readdirSync, statSync } from 'node:fs';
import type { CommitPlan } from './commit-plan.ts';
import { foldersAbove } from './out-path.ts';

/** Paths in the out folder where a file is and a folder is needed, or a folder with files that stay and a file is needed. */
export function findObstacles(outDir: string, plan: CommitPlan): readonly string[] {
  const leaving = new Set([...plan.deletions.flat(), ...plan.moves.flat().flatMap((move) => move.replaces)]);
  return [...filesForFolders(outDir, plan, leaving), ...foldersForFiles(outDir, plan, leaving)];
}

function* filesForFolders(outDir: string, plan: CommitPlan, leaving: ReadonlySet<string>): Generator<string> {
  const seen = new Set<string>();
  for (const { path } of plan.moves.flat()) {
    for (const folder of foldersAbove(path)) {
      if (seen.has(folder)) break;
      seen.add(folder);
      const found = statSync(`${outDir}/${folder}`, { throwIfNoEntry: false });
      if (found !== undefined && !found.isDirectory() && !leaving.has(folder)) yield folder;
    }
  }
}

function* foldersForFiles(outDir: string, plan: CommitPlan, leaving: ReadonlySet<string>): Generator<string> {
  for (const { path } of plan.moves.flat()) {
    const found = statSync(`${outDir}/${path}`, { throwIfNoEntry: false });
    if (found?.isDirectory() && holdsOthers(outDir, path, leaving)) yield path;
  }
}

/** Whether a folder holds a file that stays, or an empty folder that no deletion will take along. */
function holdsOthers(outDir: string, folder: string, leaving: ReadonlySet<string>): boolean {
  const entries = readdirSync(`${outDir}/${folder}`, { withFileTypes: true });
  if (entries.length === 0) return true;
  return entries.some((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? holdsOthers(outDir, path, leaving) : !leaving.has(path);
  });
}
