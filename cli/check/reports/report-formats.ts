// The formats of a report. Apart from what renders them, so that help and flags need none of it.

export const REPORT_FORMATS = ['text', 'github', 'json', 'csv', 'junit', 'sarif', 'markdown', 'html'] as const;
/** One of them. */
export type ReportFormat = (typeof REPORT_FORMATS)[number];
