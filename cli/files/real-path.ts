// Compares folders as the file system has them, with symbolic links resolved.

import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { systemErrorCode } from '../errors.ts';

/** The absolute path with symbolic links resolved in the part that exists, so that a link is not replaced. */
export function realPath(path: string): string {
  const absolute = resolve(path);
  try {
    return realpathSync(absolute);
  } catch (cause) {
    // A file in the path is reported when something is written there.
    if (!['ENOENT', 'ENOTDIR'].includes(systemErrorCode(cause) ?? '')) throw cause;
    return join(realPath(dirname(absolute)), basename(absolute));
  }
}

/** Whether a path is a folder or in it. Both are absolute. */
export function isInside(path: string, folder: string): boolean {
  return withSlash(path).startsWith(withSlash(folder));
}

const withSlash = (path: string) => (path.endsWith(sep) ? path : `${path}${sep}`);
