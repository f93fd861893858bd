// What a run of sitegen may find of the runs before it. Three states, of which the tables say which one a row is about.

import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Where a measured sitegen leaves things. Absolute. */
export interface OwnFolders {
  readonly out: string;
  readonly cache: string;
  /** Compiled code of the program, for `NODE_COMPILE_CACHE`. */
  readonly code: string;
}

/** What tables call the states, and what they mean. */
export const STATES = [
  'first run: nothing is there, neither output nor any cache, not even compiled code of the program.',
  'cold: no output is there and no content, page or record of the last build, so that everything is fetched, rendered and written; bundled code, made images and compiled code are kept, as the second build leaves them.',
] as const;

/** What a cold run finds in the cache folder: nothing that holds content or pages. */
const KEPT_COLD = ['bundles', 'images'];

/** The folders of one sitegen below a folder. */
export function ownFoldersIn(folder: string): OwnFolders {
  return { out: join(folder, 'out'), cache: join(folder, 'cache'), code: join(folder, 'code') };
}

/** What is removed before a first run. */
export function listAll({ out, cache, code }: OwnFolders): readonly string[] {
  return [out, stagingOf(out), cache, code];
}

/** What is removed before a cold run. */
export function listLastBuild({ out, cache }: OwnFolders): readonly string[] {
  const names = existsSync(cache) ? readdirSync(cache) : [];
  const kept = new Set(KEPT_COLD);
  return [out, stagingOf(out), ...names.filter((name) => !kept.has(name)).map((name) => join(cache, name))];
}

/** The folder beside the output in which it is made. */
function stagingOf(out: string): string {
  return join(out, '../.out.sitegen');
}

/** Removes files and folders. */
export function removeAll(paths: readonly string[]): void {
  for (const path of paths) rmSync(path, { recursive: true, force: true });
}
