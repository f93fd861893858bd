// Lists the files of a folder by glob patterns.

import { statSync } from 'node:fs';
import fastGlob from 'fast-glob';

/**
 * Paths relative to a folder, with '/', sorted. Skips names with a leading dot, which desktops and editors create, and does not
 * follow links.
 * @throws Error of the system if the folder cannot be read.
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
