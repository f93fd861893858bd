// In its own file, so that `--help` does not load the code that renders reports.

export const DIFF_FORMATS = ['text', 'github', 'json', 'markdown', 'html'] as const;
export type DiffFormat = (typeof DIFF_FORMATS)[number];
