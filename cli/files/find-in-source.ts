// Where a table of the project says something: its values have no places of their own once they are loaded.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What is looked for. */
interface Wanted {
  /** Relative to the project. */
  readonly file: string;
  /** Constant of the table: what is looked for comes after it. */
  readonly table?: string | undefined;
  /** Name of the row: what is looked for comes after it. */
  readonly row: string;
  /** Last part of the field's path. */
  readonly field?: string;
  readonly value?: string;
}

/** `config/menu.ts:41:12` of a value, of its row where it is not found, or the file alone. */
export function findInSource({ file, table, row, field, value }: Wanted): string {
  const source = readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), 'utf8');
  const tableOffset = table === undefined ? 0 : Math.max(0, source.indexOf(table));
  const rowOffset = [`'${row}'`, `${row}:`, `${row} =`]
    .map((text) => source.indexOf(text, tableOffset))
    .find((found) => found !== -1);
  const texts = value === undefined ? [] : [`${field}: '${value}'`, `'${value}'`];
  const offset = [rowOffset ?? tableOffset, tableOffset]
    .flatMap((from) => texts.map((text) => source.indexOf(text, from)))
    .find((found) => found !== -1);
  const place = offset ?? rowOffset;
  if (place === undefined) return file;
  const before = source.slice(0, place).split('\n');
  return `${file}:${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
}
