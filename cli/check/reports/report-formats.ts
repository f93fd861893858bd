// In its own file, so that `--help` does not load the code that renders reports.

export const REPORT_FORMATS = ['text', 'github', 'json', 'csv', 'junit', 'sarif', 'markdown', 'html'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];
