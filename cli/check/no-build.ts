// What is told where the last build, or a piece of it that the checks need, is not there or cannot be read.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOCALES } from '../../config/locales.ts';
import { joinNames, SiteError } from '../errors.ts';

/** CHECK_NO_BUILD (exit 2) with what is missing, as a whole sentence. */
export function noBuild(what: string, cause?: unknown): SiteError {
  return new SiteError(
    {
      code: 'CHECK_NO_BUILD',
      exitCode: 2,
      message: `${what} Run "sitegen build" first, or name its folders: FOLDER --cache-dir FOLDER.`,
    },
    { cause },
  );
}

/** What to tell, under the code of a command, where only some locales were ever built; null where that is not so. */
export function findPartialBuild(code: string, cacheDir: string): SiteError | null {
  const file = join(cacheDir, 'report.json');
  if (existsSync(join(cacheDir, 'routes.json')) || !existsSync(file)) return null;
  const { locales }: { readonly locales?: readonly string[] } = JSON.parse(readFileSync(file, 'utf8'));
  if (locales === undefined || locales.length === LOCALES.length) return null;
  const what = `${cacheDir} holds no whole site: the last build wrote only ${joinNames(locales)}.`;
  return new SiteError({ code, exitCode: 2, message: `${what} Run "sitegen build" without --locale first.` });
}
