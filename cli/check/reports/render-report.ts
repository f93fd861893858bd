// A report in the format that was asked for.

import type { CheckReport } from './check-report.ts';
import { renderCsv } from './csv-report.ts';
import { renderHtml } from './html-report.ts';
import { renderJunit } from './junit-report.ts';
import { renderMarkdown } from './markdown-report.ts';
import type { ReportFormat } from './report-formats.ts';
import { renderSarif } from './sarif-report.ts';
import { renderText } from './text-report.ts';

/** Renders it; ends with a line break. `hasBaseline` says in SARIF what is new. */
export function renderReport(report: CheckReport, format: ReportFormat, hasBaseline: boolean): string {
  switch (format) {
    // What GitHub shows besides comes from the reporter.
    case 'github':
    case 'text':
      return `${renderText(report)}\n`;
    case 'json':
      return `${JSON.stringify(report, null, 2)}\n`;
    case 'csv':
      return renderCsv(report);
    case 'junit':
      return renderJunit(report);
    case 'sarif':
      return renderSarif(report, hasBaseline);
    case 'markdown':
      return renderMarkdown(report);
    case 'html':
      return renderHtml(report);
  }
}
