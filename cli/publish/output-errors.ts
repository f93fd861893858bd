// Errors of writing the out folder, and how to fix them. Every message names the state of the out folder.

import { isDiskFull, type Problem, SiteError, systemErrorCode } from '../errors.ts';

/** What a failed step left behind: nothing; or a journal that the next build finishes, with the out folder between two sites or done. */
type Aftermath = 'untouched' | 'unfinished' | 'published';

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

/** The SiteError of a failed file operation at `place`; anything else is a bug and is returned unchanged. */
export function outputError(cause: unknown, failure: { outDir: string; place: string; aftermath: Aftermath }): unknown {
  const code = systemErrorCode(cause);
  if (code === null || cause instanceof SiteError) return cause;
  if (isDiskFull(cause)) return diskFull(cause, code, failure);
  const reason = REASON_BY_CODE[code];
  return reason === undefined ? cause : unwritable(cause, `${reason} (${code})`, failure);
}

const AFTERMATH_TEXT = {
  untouched: (outDir: string) => `Nothing was written; ${outDir} is as it was.`,
  unfinished: (outDir: string) =>
    `Writing stopped halfway; ${outDir} holds whole pages of the last build and of this one.`,
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

/** CACHE_DISK_FULL (exit 2) where snapshots, bundles or records found no room; anything else is returned unchanged. */
export function explainFullCache(cause: unknown): unknown {
  if (cause instanceof SiteError || !isDiskFull(cause)) return cause;
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

/** The cache folder is the out folder, or inside it. */
export function cacheInOut(outDir: string, cacheDir: string): SiteError {
  return outputSiteError(
    'CACHE_IN_OUT',
    `The cache folder ${cacheDir} lies in the out folder ${outDir}. Nothing was touched.`,
    {
      file: cacheDir,
      what: 'Everything in the out folder is uploaded: what the cache folder holds, such as the answers of the content service, would be published.',
      fix: 'Name a folder elsewhere with --cache-dir, or another out folder with -o.',
    },
  );
}

/** The out folder is a folder of the project's sources, or holds them. */
export function outInSources(outDir: string): SiteError {
  return outputSiteError('OUT_IN_SOURCES', `${outDir} is a folder of the project's sources. Nothing was touched.`, {
    file: outDir,
    what: 'A build replaces and deletes files in its out folder.',
    fix: 'Name a folder of its own with -o.',
  });
}

const FILES_SHOWN = 5;

/** The out folder holds foreign files: unknown ones, or some with the names of ours and other bytes. */
export function outNotOurs(outDir: string, found: 'unknown' | readonly string[]): SiteError {
  return outputSiteError('OUT_NOT_OURS', `${outDir} holds files that sitegen did not write. Nothing was touched.`, {
    file: outDir,
    what:
      found === 'unknown'
        ? 'It is not empty, and no manifest of an earlier build describes it.'
        : `These files differ from those of the last build: ${listFirst(found)}.`,
    fix: 'Choose an empty folder with -o. To replace the files that are in the way of this build, add --adopt.',
  });
}

function listFirst(paths: readonly string[]): string {
  const rest = paths.length - FILES_SHOWN;
  return `${paths.slice(0, FILES_SHOWN).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** One path in the out folder, and what is there. */
export interface Obstacle {
  readonly path: string;
  /** A symbolic link; a file or a folder where the other is needed; a file of that name that no build wrote. */
  readonly kind: 'link' | 'file-or-folder' | 'foreign-file';
}

const TEXT_BY_OBSTACLE = {
  link: {
    what: 'It is a symbolic link. sitegen follows no links inside the out folder.',
    fix: 'Delete the link, and build again.',
  },
  'file-or-folder': {
    what: 'It is a file where this build needs a folder, or a folder where it needs a file, and it is not part of what this build replaces.',
    fix: 'Delete it or build all locales, and build again.',
  },
  'foreign-file': {
    what: 'sitegen did not write this file, and this build has one of that name.',
    fix: 'Move it away, or add --adopt to replace it, and build again.',
  },
} satisfies Record<Obstacle['kind'], Pick<Problem, 'what' | 'fix'>>;

/** Things in the out folder are in the way and not this build's to replace. All of them at once. */
export function outPathTaken(
  outDir: string,
  obstacles: readonly Obstacle[],
  message = `Files of this build have no place in ${outDir}. Nothing was written; ${outDir} is as it was.`,
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

/** Links are in the way of the commit that an earlier build did not finish. */
export function linksInCommit(outDir: string, links: readonly string[]): SiteError {
  return outPathTaken(
    outDir,
    links.map((path) => ({ path, kind: 'link' })),
    `An earlier build was interrupted while it wrote ${outDir}, and cannot be finished. Nothing was touched.`,
  );
}

/** The lock was removed while the build ran: another build may be running. */
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
    `An earlier build was interrupted while it wrote the out folder, and its journal cannot be read. Nothing was touched.`,
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
