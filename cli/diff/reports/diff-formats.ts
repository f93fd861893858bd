// The formats of the report, in their own file so that `--help` does not load the code that renders them.

export const DIFF_FORMATS = ['text', 'github', 'json', 'markdown', 'html'] as const;
/** A format of the report. */
export type DiffFormat = (typeof DIFF_FORMATS)[number];
