// Gives every row of a table the same number of cells, so that values stand below their heading.

interface Table {
  /** Empty if the table has no headings. */
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/**
 * Adds empty cells at the end of short rows. A head that is one shorter than every row gets an empty corner: the list field of
 * Statamic cannot save one.
 */
export function alignTable({ head, rows }: Table): Table {
  const lengths = rows.map((cells) => cells.length);
  const width = Math.max(head.length, ...lengths);
  const lacksCorner = head.length > 0 && lengths.length > 0 && lengths.every((length) => length === head.length + 1);
  const pad = (cells: readonly string[]) => [...cells, ...Array.from({ length: width - cells.length }, () => '')];
  return { head: lacksCorner ? ['', ...head] : head.length === 0 ? head : pad(head), rows: rows.map(pad) };
}

/** Name of the region of a table without a title, for screen readers. */
export function nameOfColumns(head: readonly string[]): string | undefined {
  return head.filter((name) => name !== '').join(', ') || undefined;
}
