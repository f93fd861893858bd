// Reads what the last build left in its cache folder, and says what is missing.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { LOCALES } from '../../config/locales.ts';
import { errorMessage, joinNames, type Problem, SiteError, usageError } from '../errors.ts';
import { readJsonFields } from '../files/read-json-fields.ts';

/** CHECK_NO_BUILD (exit 2). `what` is a sentence that says what is missing. */
export function noBuild(what: string, cause?: unknown): SiteError {
  return usageError(
    'CHECK_NO_BUILD',
    `${what} Run "sitegen build" first, or name its folders: FOLDER --cache-dir FOLDER.`,
    cause,
  );
}

/** The error, with the code of a command, if only some locales were built; otherwise null. */
export function findPartialBuild(code: string, cacheDir: string): SiteError | null {
  if (existsSync(join(cacheDir, 'routes.json'))) return null;
  const { locales } = readJsonFields<{ readonly locales: readonly string[] }>(join(cacheDir, 'report.json'));
  if (locales === undefined || locales.length === LOCALES.length) return null;
  const what = `${cacheDir} has no complete site: the last build wrote only ${joinNames(locales)}.`;
  return new SiteError({ code, exitCode: 2, message: `${what} Run "sitegen build" without --locale first.` });
}

/** Reads and validates a file. `fail` creates the error if it is missing, damaged, or from another version. */
export function readState<T>(
  cacheDir: string,
  name: string,
  schema: z.ZodType<T>,
  fail: (what: string, cause?: unknown) => SiteError,
): T {
  const file = join(cacheDir, name);
  if (!existsSync(file)) throw fail(`There is no build in ${cacheDir}: ${name} is missing.`);
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    const what = cause instanceof z.ZodError ? 'it was written by another version of sitegen' : errorMessage(cause);
    throw fail(`The file ${file} cannot be read: ${what}.`, cause);
  }
}

const reportSchema = z.object({
  status: z.string(),
  isSample: z.boolean(),
  origin: z.string(),
  locales: z.array(z.string()),
  problems: z.array(z.custom<Problem>()),
  snapshot: z.object({ digest: z.string().brand<'Digest'>() }),
});

export type LastReport = Readonly<z.output<typeof reportSchema>>;

/** Reads the report of the last build. @throws as {@link readState}. */
export const readReport = (cacheDir: string, fail: Parameters<typeof readState>[3]): LastReport =>
  readState(cacheDir, 'report.json', reportSchema, fail);
