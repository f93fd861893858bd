// The states in which sitegen is measured: first, cold, unchanged.

import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** The folders of a measured sitegen, as absolute paths. */
export interface OwnFolders {
  readonly out: string;
  readonly cache: string;
  /** For `NODE_COMPILE_CACHE`. */
  readonly code: string;
}

/** The names of the states and their meaning. */
export const STATES = [
  'first run: no output and no cache, not even compiled code of the program.',
  'cold: no output, content or pages of the previous build, so everything is fetched, rendered and written; bundled code, images and compiled code of an earlier build are reused.',
] as const;

/** Cached folders that a cold run keeps: none with content or pages. */
const KEPT_COLD = ['bundles', 'images'];

/** The folders of a sitegen inside a folder. */
export function ownFoldersIn(folder: string): OwnFolders {
  return { out: join(folder, 'out'), cache: join(folder, 'cache'), code: join(folder, 'code') };
}

/** What to remove before a first run. */
export function listAll({ out, cache, code }: OwnFolders): readonly string[] {
  return [out, stagingOf(out), cache, code];
}

/** What to remove before a cold run. */
export function listLastBuild({ out, cache }: OwnFolders): readonly string[] {
  const names = existsSync(cache) ? readdirSync(cache) : [];
  const kept = new Set(KEPT_COLD);
  return [out, stagingOf(out), ...names.filter((name) => !kept.has(name)).map((name) => join(cache, name))];
}

/** The staging folder next to the out folder. */
function stagingOf(out: string): string {
  return join(out, '../.out.sitegen');
}

/** Removes files and folders. */
export function removeAll(paths: readonly string[]): void {
  for (const path of paths) rmSync(path, { recursive: true, force: true });
}
