// Explains file system errors, such as a cache file that belongs to another user.

import { hasTooManyFiles, SiteError, systemErrorCode, usageError } from '../errors.ts';

const ADVICE_BY_CODE: Readonly<Record<string, string>> = {
  EACCES: 'Check who owns it and its permissions, or delete it if it is in the cache folder.',
  EPERM: 'Check who owns it and its permissions, or delete it if it is in the cache folder.',
  EROFS: 'Its file system is read-only: choose other folders with -o or --cache-dir.',
  ENOTDIR: 'It should be a folder but is a file: delete it if it is in the cache folder.',
  EISDIR: 'It should be a file but is a folder: delete it if it is in the cache folder.',
  ELOOP: 'Symbolic links lead in a circle there: delete one of them, or choose another folder.',
  EIO: 'Its disk is damaged or was removed.',
};

/** Converts a system error to a SiteError (exit 2). Returns any other error unchanged. */
export function explainSystemError(cause: unknown): unknown {
  if (cause instanceof SiteError) return cause;
  const code = systemErrorCode(cause);
  if (hasTooManyFiles(cause)) {
    const limit = code === 'ENFILE' ? code : 'EMFILE';
    const message = `Too many open files (${limit}). Raise the limit with "ulimit -n 1024", then run the command again.`;
    return usageError('TOO_MANY_FILES', message, cause);
  }
  if (code === null) return cause;
  const advice = ADVICE_BY_CODE[code];
  const path = pathOfSystemError(cause);
  if (advice === undefined || path === null) return cause;
  const message = `${path} cannot be read or written (${code}). ${advice} Then run the command again.`;
  return usageError('FILE_REFUSED', message, cause);
}

/** The path of a system error or of one of its causes. */
export function pathOfSystemError(cause: unknown): string | null {
  if (!(cause instanceof Error)) return null;
  return 'path' in cause && typeof cause.path === 'string' ? cause.path : pathOfSystemError(cause.cause);
}
