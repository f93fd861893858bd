// Rows of pages as their build had them, in columns: the checks ask for all of them at its end, and to read and parse the
// indexes again would take as long as a fifth of the checks.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locale } from '../../../config/locales.ts';
import type { RecordRow, WholeIndex } from '../../cache/page-records.ts';
import { createPlaceReader, type PlaceReader } from '../../cache/record-segments.ts';
import { openPage, parseRow, type ReadPage } from '../../check/briefs/read-pages.ts';
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

/** Where the rows of all pages are. */
interface ListedRows {
  /** The folder of the indexes. */
  readonly dir: string;
  /** Sorted by locale. */
  readonly routes: readonly PageRoute[];
  /** Indexes that were taken over whole: rows of theirs are in no column. */
  readonly wholes: ReadonlyMap<Locale, WholeIndex>;
  readonly columns: RowColumns;
}

/** Every page in route order. A row of an index that was taken over is read when something is asked of it. */
export function* listPages({ dir, routes, wholes, columns }: ListedRows): Generator<ReadPage, void> {
  const segments = createPlaceReader(dir);
  let opened: { readonly locale: Locale | null; readonly findRow: FindRow } = { locale: null, findRow: noRow };
  try {
    for (const [page, { locale, path }] of routes.entries()) {
      const whole = wholes.get(locale);
      if (whole === undefined) {
        yield openPage(columns.at(page, path), segments);
        continue;
      }
      if (opened.locale !== locale) opened = { locale, findRow: openIndex(join(dir, whole.index), page) };
      yield openKept(path, page, { findRow: opened.findRow, segments });
    }
  } finally {
    segments.close();
  }
}

type FindRow = (page: number) => RecordRow;

function noRow(page: number): never {
  throw new Error(`No index has a row of page ${page}.`);
}

/** Finds the rows of an index, which is read when the first is asked for. */
function openIndex(file: string, firstPage: number): FindRow {
  let lines: readonly string[] | null = null;
  return (page) => {
    lines ??= readFileSync(file, 'utf8').split('\n');
    return parseRow(lines[page - firstPage] ?? '', file);
  };
}

function openKept(
  path: string,
  page: number,
  { findRow, segments }: { readonly findRow: FindRow; readonly segments: PlaceReader },
): ReadPage {
  let opened: ReadPage | null = null;
  const open = () => {
    opened ??= openPage(findRow(page), segments);
    return opened;
  };
  return {
    path,
    get chrome() {
      return open().chrome;
    },
    get bytes() {
      return open().bytes;
    },
    isReused: true,
    readBrief: () => open().readBrief(),
  };
}
