// What can go wrong at the door out and what its owner can do about it. Every text says what became of the out folder.

import { SiteError, systemErrorCode } from '../errors.ts';

/** What a failed step left behind: nothing; or a journal that the next build finishes, with the out folder between two sites or done. */
type Aftermath = 'untouched' | 'unfinished' | 'published';

const DISK_FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

const REASON_BY_CODE: Readonly<Record<string, string>> = {
  EACCES: 'Writing there is not permitted.',
  EPERM: 'Writing there is not permitted.',
  EROFS: 'The file system is read-only.',
  ENOTDIR: 'A part of the path is a file, not a folder.',
  EEXIST: 'A part of the path is a file, not a folder.',
  ENOENT: 'The folder does not exist and cannot be made.',
  ENAMETOOLONG: 'The path is too long for the file system.',
  EXDEV: 'The out folder is on another file system than the folder that holds it, so nothing can be moved in at once.',
  EBUSY: 'The out folder is in use by the system, a mount point perhaps.',
};

/** The SiteError of a failed file operation at `place`; anything else is a bug and comes back as it is. */
export function outputError(cause: unknown, failure: { outDir: string; place: string; aftermath: Aftermath }): unknown {
  const code = systemErrorCode(cause);
  if (code === null || cause instanceof SiteError) return cause;
  if (DISK_FULL.has(code)) return diskFull(cause, code, failure);
  const reason = REASON_BY_CODE[code];
  return reason === undefined ? cause : unwritable(cause, `${reason} (${code})`, failure);
}

const AFTERMATH_TEXT = {
  untouched: (outDir: string) => `Nothing was published; ${outDir} is as it was.`,
  unfinished: (outDir: string) =>
    `Publishing stopped halfway; ${outDir} holds whole pages of the last build and of this one.`,
  published: (outDir: string) =>
    `${outDir} holds the whole new site; what the cache folder keeps of it is not all there.`,
} satisfies Record<Aftermath, (outDir: string) => string>;

const NEXT_STEP = {
  untouched: 'build again',
  unfinished: 'build again: that build first finishes this one',
  published: 'build again: that build first finishes this one',
} satisfies Record<Aftermath, string>;

function diskFull(
  cause: unknown,
  code: string,
  failure: { outDir: string; place: string; aftermath: Aftermath },
): SiteError {
  const { outDir, place, aftermath } = failure;
  const isOfCache = aftermath === 'published';
  return outputSiteError(
    isOfCache ? 'CACHE_DISK_FULL' : 'OUT_DISK_FULL',
    `The disk${isOfCache ? ' of the cache folder' : ''} is full. ${AFTERMATH_TEXT[aftermath](outDir)}`,
    {
      file: place,
      what: `There was no room to write it (${code}).`,
      fix: `Free space on the disk that holds it, and ${NEXT_STEP[aftermath]}.`,
    },
    cause,
  );
}

function unwritable(
  cause: unknown,
  what: string,
  failure: { outDir: string; place: string; aftermath: Aftermath },
): SiteError {
  const { outDir, place, aftermath } = failure;
  return outputSiteError(
    'OUT_UNWRITABLE',
    `${aftermath === 'published' ? place : outDir} cannot be written. ${AFTERMATH_TEXT[aftermath](outDir)}`,
    {
      file: place,
      what,
      fix: `Make it writable (sitegen also needs the folder that holds the out folder) or choose another place with -o or --cache-dir, and ${NEXT_STEP[aftermath]}.`,
    },
    cause,
  );
}

/** The out folder holds what no build of this site wrote. */
export function outNotOurs(outDir: string): SiteError {
  return outputSiteError('OUT_NOT_OURS', `${outDir} holds files that sitegen did not write. Nothing was touched.`, {
    file: outDir,
    what: 'It is not empty, and no manifest of an earlier build describes it.',
    fix: 'Choose another folder with -o, or delete this one, and build again.',
  });
}

/** Files or folders that are not this build's stand where it has to put its own. All of them at once. */
export function outPathTaken(outDir: string, paths: readonly string[]): SiteError {
  return new SiteError({
    code: 'OUT_PATH_TAKEN',
    exitCode: 2,
    message: `Files of this build have no place in ${outDir}. Nothing was published; ${outDir} is as it was.`,
    problems: paths.map((path) => ({
      code: 'OUT_PATH_TAKEN',
      severity: 'error',
      where: { file: `${outDir}/${path}` },
      what: 'A file stands where a folder is needed, or a folder where a file is, and it is not this build’s to delete.',
      fix: 'Delete it or build all locales, and build again.',
    })),
  });
}

/** Somebody removed the lock while the build ran: another build may be at work. */
export function lockLost(lockFile: string, outDir: string): SiteError {
  return outputSiteError('OUT_LOCKED', `The lock of this build is gone. ${AFTERMATH_TEXT.untouched(outDir)}`, {
    file: lockFile,
    what: 'It was deleted or taken by another build while this one ran.',
    fix: 'Make sure that no other build is at work there, and build again.',
  });
}

/** The journal of an interrupted commit cannot be read. */
export function journalDamaged(journalFile: string, outDir: string, cause: unknown): SiteError {
  return outputSiteError(
    'OUT_JOURNAL_DAMAGED',
    `An earlier build was interrupted while it published, and its journal cannot be read. Nothing was touched.`,
    {
      file: journalFile,
      what: 'It is not a journal of this version of sitegen.',
      fix: `Delete it together with ${outDir}, and build again.`,
    },
    cause,
  );
}

/** One problem, exit code 2. */
export function outputSiteError(
  code: string,
  message: string,
  problem: { file: string; what: string; fix: string },
  cause?: unknown,
): SiteError {
  const { file, what, fix } = problem;
  return new SiteError(
    { code, exitCode: 2, message, problems: [{ code, severity: 'error', where: { file }, what, fix }] },
    cause === undefined ? {} : { cause },
  );
}
