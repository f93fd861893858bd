// Reads the baseline, and prints the report of a check.

import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { type ExitCode, errorMessage, usageError } from '../../errors.ts';
import type { Reporter } from '../../report/report.ts';
import { printReport, type ReportFormat } from '../../report/write-report.ts';
import { createCheckReport, type ReportInput, summarize } from './check-report.ts';
import { renderCsv, renderJunit } from './machine-reports.ts';
import { renderMarkdown, renderText } from './text-reports.ts';

export interface ReportFlags {
  /** Default: text. */
  readonly format?: ReportFormat;
  /** Default: stdout. */
  readonly output?: string;
  /** File of an earlier JSON report. */
  readonly baseline?: string;
}

const baselineSchema = z.object({ version: z.literal(1), findings: z.array(z.object({ fingerprint: z.string() })) });

/**
 * Reads the fingerprints of an earlier report. Call it before the check, which can take a while.
 * @throws SiteError CHECK_BASELINE_INVALID (exit 2).
 */
export function loadBaseline(file: string | undefined): ReadonlySet<string> {
  if (file === undefined) return new Set();
  try {
    const { findings } = baselineSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    return new Set(findings.map(({ fingerprint }) => fingerprint));
  } catch (cause) {
    const reason = cause instanceof z.ZodError ? 'It is not a JSON report of sitegen.' : `${errorMessage(cause)}.`;
    throw usageError(
      'CHECK_BASELINE_INVALID',
      `The baseline ${file} cannot be read. ${reason} Create one with --format json -o ${file}.`,
      cause,
    );
  }
}

/** Prints the report, or writes it to a file and prints a summary. Exit code 1 if the check failed. */
export function outputReport(input: ReportInput, flags: ReportFlags, reporter: Reporter): ExitCode {
  const report = createCheckReport(input);
  reporter.annotate(report.findings.filter(({ isKnown }) => !isKnown));
  return printReport(report, { renderers: RENDERERS, summary: summarize(report) }, flags, reporter);
}

export const RENDERERS = { text: renderText, csv: renderCsv, junit: renderJunit, markdown: renderMarkdown };
