// A disk that takes no more, told as what it is.

import { SiteError, systemErrorCode } from '../errors.ts';

/** What was thrown, or CACHE_DISK_FULL (exit 2): the door out explains its own full disk; snapshots, bundles and records lie in the cache folder. */
export function explainFullDisk(cause: unknown): unknown {
  const isFull = ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(systemErrorCode(cause) ?? '');
  if (cause instanceof SiteError || !isFull) return cause;
  return new SiteError(
    {
      code: 'CACHE_DISK_FULL',
      exitCode: 2,
      message:
        'The disk of the cache folder is full, nothing was written. Make room, or choose another folder with --cache-dir.',
    },
    { cause },
  );
}
