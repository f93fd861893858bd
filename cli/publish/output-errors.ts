// Errors while writing the out folder. Every message describes the state of the out folder.

import { createSiteError, isDiskFull, SiteError, systemErrorCode, usageError } from '../errors.ts';

const REASON_BY_CODE: Readonly<Record<string, string>> = {
  EACCES: 'Writing there is not permitted.',
  EPERM: 'Writing there is not permitted, or another program has the file open.',
  EROFS: 'The file system is read-only.',
  ENOTDIR: 'A part of the path is a file, not a folder.',
  EEXIST: 'A part of the path is a file, not a folder.',
  ENOENT: 'The folder does not exist and cannot be created.',
  ENAMETOOLONG: 'The path is too long for the file system.',
  EBUSY: 'Another program has it open, or it is a mount point.',
};

interface Failure {
  /** The out folder as the user wrote it. */
  readonly outDir: string;
  readonly place: string;
  /** Whether the out folder is unchanged. Otherwise the next command continues the change. */
  readonly isUntouched: boolean;
}

/** Turns the error of a file operation at `place` into a SiteError. Returns other errors (bugs) unchanged. */
export function outputError(cause: unknown, { outDir, place, isUntouched }: Failure): unknown {
  const code = systemErrorCode(cause);
  if (code === null || cause instanceof SiteError) return cause;
  const isFull = isDiskFull(cause);
  const reason = isFull ? 'There was no space to write it.' : REASON_BY_CODE[code];
  if (reason === undefined) return cause;
  const action = isFull
    ? 'Free space on its disk'
    : 'Make it writable (sitegen also writes to the parent folder of the out folder) or choose another place with -o or --cache-dir';
  return outputSiteError(
    isFull ? 'OUT_DISK_FULL' : 'OUT_UNWRITABLE',
    `${isFull ? 'The disk is full.' : `${outDir} cannot be written.`} ${isUntouched ? unchanged(outDir) : `Writing stopped halfway; ${outDir} has complete pages of the last build and of this one.`}`,
    {
      file: place,
      what: `${reason} (${code})`,
      fix: `${action}, and build again${isUntouched ? '' : ': the next build finishes this one first'}.`,
    },
    cause,
  );
}

/** Runs something before the out folder changes. @throws SiteError as {@link outputError} makes it. */
export function withOutputErrors<Result>(outDir: string, place: string, run: () => Result): Result {
  try {
    return run();
  } catch (cause) {
    throw outputError(cause, { outDir, place, isUntouched: true });
  }
}

const unchanged = (outDir: string) => `Nothing was written; ${outDir} is unchanged.`;

/** Turns the error of a full disk into CACHE_DISK_FULL (exit 2). Returns other errors unchanged. */
export function explainFullCache(cause: unknown): unknown {
  if (cause instanceof SiteError || !isDiskFull(cause)) return cause;
  const message =
    'The disk of the cache folder is full. Nothing was written. Free space, or choose another folder with --cache-dir.';
  return usageError('CACHE_DISK_FULL', message, cause);
}

const FILES_SHOWN = 5;

/** The out folder has foreign files: unknown ones, or files of ours with other content. */
export function outNotOurs(outDir: string, changed: readonly string[] = []): SiteError {
  const rest = changed.length - FILES_SHOWN;
  const listed = `${changed.slice(0, FILES_SHOWN).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
  return outputSiteError('OUT_NOT_OURS', `${outDir} has files that sitegen did not write. Nothing was changed.`, {
    file: outDir,
    what:
      changed.length === 0
        ? 'It is not empty, and there is no manifest of an earlier build for it.'
        : `These files differ from those of the last build: ${listed}.`,
    fix: 'Choose an empty folder with -o. To replace files that are in the way, add --adopt.',
  });
}

/** A path in the out folder that is in the way of a build. */
export interface Obstacle {
  readonly path: string;
  readonly kind: keyof typeof TEXT_BY_OBSTACLE;
}

const TEXT_BY_OBSTACLE = {
  link: {
    what: 'It is a symbolic link. sitegen does not follow links in the out folder.',
    fix: 'Delete the link, and build again.',
  },
  'file-or-folder': {
    what: 'It is a file where this build needs a folder, or a folder where it needs a file, and this build does not replace it.',
    fix: 'Delete it or build all locales, and build again.',
  },
  'foreign-file': {
    what: 'sitegen did not write this file, and this build has a file with the same name.',
    fix: 'Move it away, or add --adopt to replace it, and build again.',
  },
} as const;

/** @throws SiteError OUT_PATH_TAKEN (exit 2) if there are obstacles. */
export function assertFree(outDir: string, obstacles: readonly Obstacle[]): void {
  if (obstacles.length === 0) return;
  throw new SiteError({
    code: 'OUT_PATH_TAKEN',
    exitCode: 2,
    message: `Other files in ${outDir} are in the way. Nothing was changed.`,
    problems: obstacles.map(({ path, kind }) => ({
      code: 'OUT_PATH_TAKEN',
      severity: 'error',
      where: { file: `${outDir}/${path}` },
      ...TEXT_BY_OBSTACLE[kind],
    })),
  });
}

/** The lock file was removed while the build ran. */
export function lockLost(lockFile: string, outDir: string): SiteError {
  return outputSiteError('OUT_LOCKED', `The lock file of this build is missing. ${unchanged(outDir)}`, {
    file: lockFile,
    what: 'It was deleted or replaced while this build ran.',
    fix: 'Make sure that no other build is running, and build again.',
  });
}

/** One problem, exit code 2. */
export function outputSiteError(
  code: string,
  message: string,
  { file, ...texts }: { file: string; what: string; fix: string },
  cause?: unknown,
): SiteError {
  return createSiteError({ code, exitCode: 2, message, where: { file }, ...texts }, cause);
}
