// What is told where the last build, or a piece of it that the checks need, is not there or cannot be read.

import { SiteError } from '../errors.ts';

/** CHECK_NO_BUILD (exit 2) with what is missing, as a whole sentence. */
export function noBuild(what: string, cause?: unknown): SiteError {
  return new SiteError(
    {
      code: 'CHECK_NO_BUILD',
      exitCode: 2,
      message: `${what} Run "sitegen build" first, or pass its folders: sitegen check FOLDER --cache-dir FOLDER.`,
    },
    { cause },
  );
}
