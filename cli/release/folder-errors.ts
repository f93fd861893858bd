// Explains system errors of a folder target.

import { isDiskFull, SiteError, systemErrorCode } from '../errors.ts';
import { pathOfSystemError } from '../files/explain-system-error.ts';

const RIGHTS = {
  what: 'may not be read or written by this user',
  fix: 'Give this user access to the folder and everything in it.',
};
const IN_THE_WAY = { what: 'is a file where a folder should be', fix: 'Move it away.' };
const ELSEWHERE = 'Choose another folder.';

const REASON_BY_CODE: Readonly<Record<string, { readonly what: string; readonly fix: string }>> = {
  EACCES: RIGHTS,
  EPERM: RIGHTS,
  EROFS: { what: 'is on a read-only file system', fix: ELSEWHERE },
  ENOTDIR: IN_THE_WAY,
  EEXIST: IN_THE_WAY,
  EISDIR: { what: 'is a folder where a file should be', fix: 'Move it away.' },
  ENOENT: { what: 'is missing', fix: 'Publish with --audit, which restores missing files.' },
  ENAMETOOLONG: { what: 'has a name that is too long for the file system', fix: ELSEWHERE },
  ELOOP: { what: 'is a link or a device', fix: 'Delete it, so that nothing outside the target is changed.' },
  EIO: { what: 'cannot be read or written', fix: 'Its disk is damaged or was removed.' },
};

/** PUBLISH_REFUSED or PUBLISH_DISK_FULL (exit 2) for a system error; returns anything else unchanged. */
export function explainFolderError(cause: unknown, folder: string): unknown {
  const code = systemErrorCode(cause);
  if (code === null || cause instanceof SiteError) return cause;
  const fail = (name: string, message: string) => new SiteError({ code: name, exitCode: 2, message }, { cause });
  if (isDiskFull(cause))
    return fail(
      'PUBLISH_DISK_FULL',
      `The disk of ${folder} is full (${code}). What visitors get is unchanged. Free some space and try again.`,
    );
  const reason = REASON_BY_CODE[code];
  if (reason === undefined) return cause;
  const path = pathOfSystemError(cause) ?? folder;
  return fail('PUBLISH_REFUSED', `${path} ${reason.what} (${code}). What visitors get is unchanged. ${reason.fix}`);
}
