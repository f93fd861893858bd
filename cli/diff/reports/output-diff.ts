// Prints the comparison or writes it to a file, and returns the exit code.

import type { ExitCode } from '../../errors.ts';
import type { Reporter } from '../../report/report.ts';
import { writeReport } from '../../report/write-report.ts';
import { escapeUnprintable } from '../../text/printable-text.ts';
import type { DiffReport } from '../diff-report.ts';
import { summarizeDiff } from './describe-diff.ts';
import type { DiffFormat } from './diff-formats.ts';
import { renderHtml } from './html-report.ts';
import { renderMarkdown } from './markdown-report.ts';
import { renderText } from './text-report.ts';

export interface DiffOutput {
  /** Default: text. */
  readonly format?: DiffFormat;
  /** Default: stdout. */
  readonly output?: string;
}

/** Exit code 1 if a gate fails. */
export function outputDiff(
  report: DiffReport,
  { format = 'text', output }: DiffOutput,
  { printResult, annotate }: Reporter,
): ExitCode {
  const text = render(report, format);
  const markdown = renderMarkdown(report);
  annotate(report.gates.filter(({ allowed }) => allowed === null));
  const brief = summarizeDiff(report);
  const isExact = format !== 'text' && format !== 'github';
  if (output === undefined) printResult({ text: text.replace(/\n$/, ''), isExact, brief, markdown, data: report });
  else {
    writeReport(output, text);
    printResult({ text: `${brief} Report: ${output}`, markdown, data: report });
  }
  return report.isPassed ? 0 : 1;
}

function render(report: DiffReport, format: DiffFormat): string {
  switch (format) {
    // The reporter adds annotations for GitHub.
    case 'github':
    case 'text':
      return `${renderText(report)}\n`;
    case 'json':
      return `${escapeUnprintable(JSON.stringify(report, null, 2))}\n`;
    case 'markdown':
      return renderMarkdown(report);
    case 'html':
      return renderHtml(report);
  }
}
