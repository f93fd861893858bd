// Writes CSV (RFC 4180) for spreadsheets.

/** Lines end with CR LF. */
export function renderCsvRows(rows: Iterable<readonly unknown[]>): string {
  return [...rows].map((cells) => `${cells.map((cell) => quote(String(cell ?? ''))).join(',')}\r\n`).join('');
}

/** Spreadsheets treat cells that start with these characters as formulas, unless an apostrophe precedes them. */
const FORMULA = /^[=+@\t\r-]/;

function quote(cell: string): string {
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
