// Prints the report of a command in the format that the user chose, or writes it to a file.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type ExitCode, errorMessage, usageError } from '../errors.ts';
import type { Reporter } from './report.ts';

/** Formats of `check` and `check-links`. `github` is text beside annotations of the reporter. */
export const REPORT_FORMATS = ['text', 'github', 'json', 'csv', 'junit', 'markdown'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

interface PrintedReport {
  readonly data: { readonly isPassed: boolean };
  /** In the format that the user chose. */
  readonly text: string;
  /** One line. */
  readonly summary: string;
  /** For --quiet. */
  readonly brief?: string;
  /** For the job summary. */
  readonly markdown: string;
}

/** Prints the report, or writes it to a file and prints its summary. Exit code 1 if it did not pass. */
export function printReport(
  { data, text, summary, markdown, ...quiet }: PrintedReport,
  { format = 'text', output }: { readonly format?: string; readonly output?: string },
  { printResult }: Pick<Reporter, 'printResult'>,
): ExitCode {
  const isExact = format !== 'text' && format !== 'github';
  if (output !== undefined) writeReport(output, text);
  if (output === undefined) printResult({ text: text.replace(/\r?\n$/, ''), isExact, markdown, data, ...quiet });
  else printResult({ text: `${summary} Report: ${output}`, markdown, data });
  return data.isPassed ? 0 : 1;
}

/** Writes a report and the folders above it. @throws SiteError REPORT_UNWRITTEN (exit 2). */
export function writeReport(file: string, text: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  } catch (cause) {
    throw usageError(
      'REPORT_UNWRITTEN',
      `The report could not be written to ${file}: ${errorMessage(cause)}. Choose another file with -o.`,
      cause,
    );
  }
}
