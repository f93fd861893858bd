// Reads a JSON file that the last build wrote into its cache folder.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { errorMessage, type SiteError } from '../errors.ts';

/** Reads and validates a file. `noBuild` creates the error if it is missing, damaged, or from another version. */
export function readState<T>(
  cacheDir: string,
  name: string,
  schema: z.ZodType<T>,
  noBuild: (what: string, cause?: unknown) => SiteError,
): T {
  const file = join(cacheDir, name);
  if (!existsSync(file)) throw noBuild(`There is no build in ${cacheDir}: ${name} is missing.`);
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    const what = cause instanceof z.ZodError ? 'it was written by another version of sitegen' : errorMessage(cause);
    throw noBuild(`The file ${file} cannot be read: ${what}.`, cause);
  }
}
