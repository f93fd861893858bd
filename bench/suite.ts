// What a suite is asked and what it answers, and how all of them sum up and print.

/** What the command line says. */
export interface SuiteOptions {
  /** Articles, or edits of the preview; each suite has its own where none is given. */
  readonly counts: readonly number[];
  /** How often each case is measured; null: as often as its size allows. */
  readonly runs: number | null;
  /** Peers by id; null: the usual ones. */
  readonly only: readonly string[] | null;
  readonly installs: boolean;
  /** Whether the tables of the peers go into the README. */
  readonly writesReadme: boolean;
}

/** Something that was measured and may have a budget. */
export interface Figure {
  readonly name: string;
  /** How many articles the site had; null where it was not a generated one. */
  readonly articles: number | null;
  readonly value: number;
  /** Empty for a ratio. */
  readonly unit: '' | 's' | 'ms' | 'MB';
}

/** What a suite found. */
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
