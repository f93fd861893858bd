// Options and results of suites, and helpers.

/** The options of the command line. */
export interface SuiteOptions {
  /** Articles, or edits of the preview; empty for the default. */
  readonly counts: readonly number[];
  /** Number of runs of each case; null for the default. */
  readonly runs: number | null;
  /** Peers by id; null for the default. */
  readonly only: readonly string[] | null;
  readonly installs: boolean;
  /** Whether to write the tables of the peers into docs/performance.md. */
  readonly writesReadme: boolean;
}

/** A measured value. */
export interface Figure {
  readonly name: string;
  /** Number of articles; null if the content was not generated. */
  readonly articles: number | null;
  readonly value: number;
  /** '' for a ratio. */
  readonly unit: '' | 's' | 'ms' | 'MB' | 'requests';
}

/** The result of a suite. */
export interface SuiteResult {
  readonly figures: readonly Figure[];
  readonly hasFailed: boolean;
}

/** Aligns the columns of a table. */
export function alignTable(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(3, ...rows.map((row) => (row[column] ?? '').length)));
  const [head = '', ...body] = rows.map(
    (row) => `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width)).join(' | ')} |`,
  );
  return [head, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body];
}

/** The median. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2;
}
