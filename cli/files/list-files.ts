// The files below a folder, by patterns.

import { statSync } from 'node:fs';
import fastGlob from 'fast-glob';

/**
 * Paths relative to a folder, '/' between parts, in the order of their names. Links are not followed, and names with a
 * leading dot are left out: desktops and editors leave such files behind.
 * @throws Error of the system where the folder cannot be read.
 */
export function listFiles(
  folder: string,
  patterns: readonly string[] = ['**'],
  ignore: readonly string[] = [],
): readonly string[] {
  // fast-glob treats a missing folder as an empty one.
  statSync(folder);
  return fastGlob.sync([...patterns], { cwd: folder, ignore: [...ignore], followSymbolicLinks: false }).sort();
}
