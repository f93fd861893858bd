// Which columns of a table are measures, and how long their bars are.

/** A number alone: grouped or with decimals, and a sign of what it counts. */
const MEASURE = /^\+?[\d.,\s\u00a0\u202f]*\d\s?[%×]?$/u;
const YEAR = /^(?:19|20)\d\d$/u;
/** A separator of thousands in one of our languages. */
const GROUP = /[\s.,\u00a0\u202f](?=\d{3}(?!\d))/gu;
const PERCENT = 100;

/** Columns whose largest numbers differ by less count the same thing, such as two quarters. */
const SAME_SCALE = 10;

/**
 * For each column the length of the bars of its cells, from 0 to 1; null for a column in which a cell is no number. Parts of a
 * hundred are measured against the hundred, plain numbers against the largest of all similar columns, so that bars can be compared.
 */
export function measureColumns(rows: readonly (readonly string[])[]): readonly (readonly number[] | null)[] {
  const width = Math.max(0, ...rows.map((cells) => cells.length));
  const columns = Array.from({ length: width }, (_, index) => readColumn(rows.map((cells) => cells[index] ?? '')));
  return columns.map((column) => {
    if (column === null) return null;
    const similar = columns
      .filter((other) => other !== null && isSimilar(column, other))
      .map((other) => other?.largest ?? 0);
    const full = column.isShare ? PERCENT : Math.max(column.largest, ...similar);
    return full > 0 ? column.numbers.map((number) => number / full) : null;
  });
}

interface NumberColumn {
  readonly numbers: readonly number[];
  readonly largest: number;
  /** Parts of a hundred. */
  readonly isShare: boolean;
  /** Numbers without a sign of what they count. */
  readonly isPlain: boolean;
}

function readColumn(cells: readonly string[]): NumberColumn | null {
  if (!cells.every((cell) => MEASURE.test(cell)) || cells.every((cell) => YEAR.test(cell))) return null;
  const numbers = cells.map((cell) => Number.parseFloat(cell.replaceAll(GROUP, '').replace(',', '.').replace('+', '')));
  const largest = Math.max(...numbers);
  const isShare = largest <= PERCENT && cells.every((cell) => cell.endsWith('%'));
  return { numbers, largest, isShare, isPlain: cells.every((cell) => /\d$/.test(cell)) };
}

function isSimilar(column: NumberColumn, other: NumberColumn): boolean {
  const [less, more] = [column.largest, other.largest].toSorted((a, b) => a - b);
  return column.isPlain && other.isPlain && (more ?? 0) < SAME_SCALE * (less ?? 0);
}
