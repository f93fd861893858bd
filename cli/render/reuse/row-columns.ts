// Rows of pages as their build had them, in columns: the checks ask for all of them at its end, and to read and parse the
// indexes again would take as long as a fifth of the checks.

import type { RecordRow } from '../../cache/page-records.ts';
import { createPlaceReader } from '../../cache/record-segments.ts';
import { openPage, type ReadPage } from '../../check/briefs/read-pages.ts';
import type { PageRoute } from '../../plan/route-plan.ts';

/** What the checks ask of a row. */
type CheckedRow = Pick<RecordRow, 'path' | 'chrome' | 'bytes' | 'isReused' | 'at'>;

/** Numbers of a page: its chrome, bytes, whether it was taken over, and its place. */
const NUMBERS = 7;

/** The rows of so many pages. */
export interface RowColumns {
  readonly set: (page: number, row: RecordRow) => void;
  /** The row of a page that was set. */
  readonly at: (page: number, path: string) => CheckedRow;
}

/** None of so many yet. */
export function createRowColumns(pages: number): RowColumns {
  const numbers = new Uint32Array(pages * NUMBERS);
  const texts: string[] = [];
  const numberByText = new Map<string, number>();
  const numberOf = (text: string): number => {
    const known = numberByText.get(text);
    if (known !== undefined) return known;
    numberByText.set(text, texts.length);
    return texts.push(text) - 1;
  };
  return {
    set: (page, { chrome, bytes, isReused, at: [segment, offset, record, brief] }) => {
      const start = page * NUMBERS;
      numbers[start] = numberOf(chrome);
      numbers[start + 1] = bytes;
      numbers[start + 2] = isReused ? 1 : 0;
      numbers[start + 3] = numberOf(segment);
      numbers[start + 4] = offset;
      numbers[start + 5] = record;
      numbers[start + 6] = brief;
    },
    at: (page, path) => {
      const numberAt = (column: number) => numbers[page * NUMBERS + column] ?? 0;
      const textAt = (column: number) => texts[numberAt(column)] ?? '';
      const at = [textAt(3), numberAt(4), numberAt(5), numberAt(6)] as const;
      return { path, chrome: textAt(0), bytes: numberAt(1), isReused: numberAt(2) === 1, at };
    },
  };
}

/** Every page in route order. */
export function* listPages(dir: string, routes: readonly PageRoute[], columns: RowColumns): Generator<ReadPage, void> {
  const segments = createPlaceReader(dir);
  try {
    for (const [page, { path }] of routes.entries()) yield openPage(columns.at(page, path), segments);
  } finally {
    segments.close();
  }
}
