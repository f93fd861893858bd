// Options and results of the suites, and what they share to sum up and print.

/** The options of the command line. */
export interface SuiteOptions {
  /** Articles, or edits of the preview; empty: the suite's own. */
  readonly counts: readonly number[];
  /** How often each case is measured; null: as often as its size allows. */
  readonly runs: number | null;
  /** Peers by id; null: the usual ones. */
  readonly only: readonly string[] | null;
  readonly installs: boolean;
  /** Write the tables of the peers into the README. */
  readonly writesReadme: boolean;
}

/** A measured value, which may have a budget. */
export interface Figure {
  readonly name: string;
  /** How many articles the site had; null where it was not a generated one. */
  readonly articles: number | null;
  readonly value: number;
  /** Empty for a ratio. */
  readonly unit: '' | 's' | 'ms' | 'MB';
}

/** The result of a suite. */
export interface SuiteResult {
  readonly figures: readonly Figure[];
  readonly hasFailed: boolean;
}

/** A head and rows with columns as wide as their widest cell. */
export function alignTable(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(3, ...rows.map((row) => (row[column] ?? '').length)));
  const [head = '', ...body] = rows.map(
    (row) => `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width)).join(' | ')} |`,
  );
  return [head, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body];
}

/** The middle value; of two middle ones their mean. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2;
}
