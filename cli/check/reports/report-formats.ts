// The formats of a report, in their own file so that `--help` does not load the code that renders them.

export const REPORT_FORMATS = ['text', 'github', 'json', 'csv', 'junit', 'sarif', 'markdown', 'html'] as const;
/** A format of a report. */
export type ReportFormat = (typeof REPORT_FORMATS)[number];
