// Errors while writing the out folder. Every message describes the state of the out folder.

import { isDiskFull, type Problem, SiteError, systemErrorCode } from '../errors.ts';

/** State after an error: unchanged; or with a journal for the next build, and an out folder that is partly or completely written. */
type Aftermath = 'untouched' | 'unfinished' | 'published';

const REASON_BY_CODE: Readonly<Record<string, string>> = {
  EACCES: 'Writing there is not permitted.',
  EPERM: 'Writing there is not permitted.',
  EROFS: 'The file system is read-only.',
  ENOTDIR: 'A part of the path is a file, not a folder.',
  EEXIST: 'A part of the path is a file, not a folder.',
  ENOENT: 'The folder does not exist and cannot be created.',
  ENAMETOOLONG: 'The path is too long for the file system.',
  EXDEV: 'The out folder is on another file system than its parent folder, so files cannot be moved into it.',
  EBUSY: 'The out folder is in use by the system. It may be a mount point.',
};

/** Turns the error of a file operation at `place` into a SiteError. Returns other errors (bugs) unchanged. */
export function outputError(cause: unknown, failure: { outDir: string; place: string; aftermath: Aftermath }): unknown {
  const code = systemErrorCode(cause);
  if (code === null || cause instanceof SiteError) return cause;
  if (isDiskFull(cause)) return diskFull(cause, code, failure);
  const reason = REASON_BY_CODE[code];
  return reason === undefined ? cause : unwritable(cause, `${reason} (${code})`, failure);
}

const AFTERMATH_TEXT = {
  untouched: (outDir: string) => `Nothing was written; ${outDir} is unchanged.`,
  unfinished: (outDir: string) =>
    `Writing stopped halfway; ${outDir} has complete pages of the last build and of this one.`,
  published: (outDir: string) => `${outDir} has the complete new site, but files in the cache folder are missing.`,
} satisfies Record<Aftermath, (outDir: string) => string>;

const NEXT_STEP = {
  untouched: 'build again',
  unfinished: 'build again: the next build finishes this one first',
  published: 'build again: the next build finishes this one first',
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
      what: `There was no space to write it (${code}).`,
      fix: `Free space on its disk, and ${NEXT_STEP[aftermath]}.`,
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
      fix: `Make it writable (sitegen also writes to the parent folder of the out folder) or choose another place with -o or --cache-dir, and ${NEXT_STEP[aftermath]}.`,
    },
    cause,
  );
}

/** Turns the error of a full disk into CACHE_DISK_FULL (exit 2). Returns other errors unchanged. */
export function explainFullCache(cause: unknown): unknown {
  if (cause instanceof SiteError || !isDiskFull(cause)) return cause;
  return new SiteError(
    {
      code: 'CACHE_DISK_FULL',
      exitCode: 2,
      message:
        'The disk of the cache folder is full. Nothing was written. Free space, or choose another folder with --cache-dir.',
    },
    { cause },
  );
}

/** The cache folder is in the out folder, or is the same folder. */
export function cacheInOut(outDir: string, cacheDir: string): SiteError {
  return outputSiteError(
    'CACHE_IN_OUT',
    `The cache folder ${cacheDir} is in the out folder ${outDir}. Nothing was changed.`,
    {
      file: cacheDir,
      what: 'Everything in the out folder is uploaded. The cache, with all responses of the content service, would become public.',
      fix: 'Choose another cache folder with --cache-dir, or another out folder with -o.',
    },
  );
}

/** The out folder is a source folder of the project, or contains one. */
export function outInSources(outDir: string): SiteError {
  return outputSiteError('OUT_IN_SOURCES', `${outDir} is a source folder of the project. Nothing was changed.`, {
    file: outDir,
    what: 'A build replaces and deletes files in its out folder.',
    fix: 'Choose another folder with -o.',
  });
}

const FILES_SHOWN = 5;

/** The out folder has foreign files: unknown ones, or files of ours with other content. */
export function outNotOurs(outDir: string, found: 'unknown' | readonly string[]): SiteError {
  return outputSiteError('OUT_NOT_OURS', `${outDir} has files that sitegen did not write. Nothing was changed.`, {
    file: outDir,
    what:
      found === 'unknown'
        ? 'It is not empty, and there is no manifest of an earlier build for it.'
        : `These files differ from those of the last build: ${listFirst(found)}.`,
    fix: 'Choose an empty folder with -o. To replace files that are in the way, add --adopt.',
  });
}

function listFirst(paths: readonly string[]): string {
  const rest = paths.length - FILES_SHOWN;
  return `${paths.slice(0, FILES_SHOWN).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** A path in the out folder that blocks a commit. */
export interface Obstacle {
  readonly path: string;
  /** A symbolic link; a file in place of a folder or vice versa; a file that no build wrote. */
  readonly kind: 'link' | 'file-or-folder' | 'foreign-file';
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
} satisfies Record<Obstacle['kind'], Pick<Problem, 'what' | 'fix'>>;

/** Files in the out folder block the commit. */
export function outPathTaken(
  outDir: string,
  obstacles: readonly Obstacle[],
  message = `Other files in ${outDir} are in the way. Nothing was written; ${outDir} is unchanged.`,
): SiteError {
  return new SiteError({
    code: 'OUT_PATH_TAKEN',
    exitCode: 2,
    message,
    problems: obstacles.map(({ path, kind }) => ({
      code: 'OUT_PATH_TAKEN',
      severity: 'error',
      where: { file: `${outDir}/${path}` },
      ...TEXT_BY_OBSTACLE[kind],
    })),
  });
}

/** Links block the commit of an interrupted build. */
export function linksInCommit(outDir: string, links: readonly string[]): SiteError {
  return outPathTaken(
    outDir,
    links.map((path) => ({ path, kind: 'link' })),
    `An earlier build was interrupted while it wrote ${outDir}, and cannot be finished. Nothing was changed.`,
  );
}

/** The lock file was removed while the build ran. */
export function lockLost(lockFile: string, outDir: string): SiteError {
  return outputSiteError('OUT_LOCKED', `The lock file of this build is missing. ${AFTERMATH_TEXT.untouched(outDir)}`, {
    file: lockFile,
    what: 'It was deleted or replaced while this build ran.',
    fix: 'Make sure that no other build is running, and build again.',
  });
}

/** The journal of an interrupted commit cannot be read. */
export function journalDamaged(journalFile: string, outDir: string, cause: unknown): SiteError {
  return outputSiteError(
    'OUT_JOURNAL_DAMAGED',
    `An earlier build was interrupted while it wrote the out folder, and its journal cannot be read. Nothing was changed.`,
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
