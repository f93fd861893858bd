// Prints the report of a command in the format that the user chose, or writes it to a file.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type ExitCode, errorMessage, usageError } from '../errors.ts';
import { escapeUnprintable } from '../text/printable-text.ts';
import type { Reporter } from './report.ts';

/** Formats of `check` and `check-links`. `github` is text beside annotations of the reporter. */
export const REPORT_FORMATS = ['text', 'github', 'json', 'csv', 'junit', 'markdown'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

type Render<Report> = (report: Report) => string;
/** By format, besides `json`; `github` is `text`, and the job summary is `markdown`. Texts end with a line break. */
type Renderers<Report> = Readonly<Record<string, Render<Report>> & Record<'text' | 'markdown', Render<Report>>>;

export function renderReport<Report>(report: Report, renderers: Renderers<Report>, format: string): string {
  return format === 'json' ? renderJson(report) : (renderers[format] ?? renderers.text)(report);
}

export function renderJson(value: unknown): string {
  return `${escapeUnprintable(JSON.stringify(value, null, 2))}\n`;
}

/**
 * Prints a report, or writes it to a file and prints its summary, which is one line; `brief` is for --quiet. Exit code 1 if it did not
 * pass.
 */
export function printReport<Report extends { readonly isPassed: boolean }>(
  data: Report,
  texts: { readonly renderers: Renderers<Report>; readonly summary: string; readonly brief?: string },
  { format = 'text', output }: { readonly format?: string; readonly output?: string },
  { printResult }: Pick<Reporter, 'printResult'>,
): ExitCode {
  const { renderers, summary, ...quiet } = texts;
  const isExact = format !== 'text' && format !== 'github';
  const text = renderReport(data, renderers, format);
  const markdown = renderers.markdown(data);
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
