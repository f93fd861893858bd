// Which columns of a table are measures, and how long their bars are.

/** A number alone: grouped or with decimals, and a sign of what it counts. */
const MEASURE = /^\+?[\d.,\s\u00a0\u202f]*\d\s?[%×]?$/u;
const YEAR = /^(?:19|20)\d\d$/u;
/** A separator of thousands in one of our languages. */
const GROUP = /[\s.,\u00a0\u202f](?=\d{3}(?!\d))/gu;
const PERCENT = 100;

/**
 * For each column the length of the bars of its cells, from 0 to 1; null for a column in which a cell is no number. Parts of a
 * hundred are measured against the hundred, other numbers against the largest of their column.
 */
export function measureColumns(rows: readonly (readonly string[])[]): readonly (readonly number[] | null)[] {
  const width = Math.max(0, ...rows.map((cells) => cells.length));
  return Array.from({ length: width }, (_, index) => measureColumn(rows.map((cells) => cells[index] ?? '')));
}

function measureColumn(cells: readonly string[]): readonly number[] | null {
  if (!cells.every((cell) => MEASURE.test(cell)) || cells.every((cell) => YEAR.test(cell))) return null;
  const numbers = cells.map((cell) => Number.parseFloat(cell.replaceAll(GROUP, '').replace(',', '.').replace('+', '')));
  const largest = Math.max(...numbers);
  const full = largest <= PERCENT && cells.every((cell) => cell.endsWith('%')) ? PERCENT : largest;
  return full > 0 ? numbers.map((number) => number / full) : null;
}
