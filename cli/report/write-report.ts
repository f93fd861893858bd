// Writes the report of a command to a file that the user chose.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorMessage, SiteError } from '../errors.ts';

/** Writes a report and the folders above it. @throws SiteError REPORT_UNWRITTEN (exit 2). */
export function writeReport(file: string, text: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  } catch (cause) {
    throw new SiteError(
      {
        code: 'REPORT_UNWRITTEN',
        exitCode: 2,
        message: `The report could not be written to ${file}: ${errorMessage(cause)}. Choose another file with -o.`,
      },
      { cause },
    );
  }
}
