// The pages of a build as they were rendered, in route order: what is asked of one is read when it is asked for.

import { dirname } from 'node:path';
import type { PageRecord, RecordRow } from '../build/page-records.ts';
import { createPlaceReader, type PlaceReader } from '../build/record-segments.ts';
import { readLines } from '../output/text-lines.ts';
import type { PageBrief } from './page-brief.ts';

/** A rendered page. */
export interface ReadPage {
  readonly path: string;
  readonly chrome: string;
  readonly readRecord: () => PageRecord;
  /** Null where the page has none. */
  readonly readBrief: () => PageBrief | null;
}

/** Reads record files line by line: a line is a record, or a row that says where in a segment beside it one stands. */
export function* readPages(files: readonly string[]): Iterable<ReadPage> {
  for (const file of files) {
    const segments = createPlaceReader(dirname(file));
    try {
      for (const line of readLines(file)) yield openPage(JSON.parse(line), segments);
    } finally {
      segments.close();
    }
  }
}

function openPage(row: PageRecord | RecordRow, segments: PlaceReader): ReadPage {
  const { path, chrome } = row;
  if (!('at' in row)) return { path, chrome, readRecord: () => row, readBrief: () => null };
  return {
    path,
    chrome,
    readRecord: () => JSON.parse(segments.readRecord(row.at).toString()),
    readBrief: () => readBrief(row, segments),
  };
}

function readBrief({ at }: RecordRow, segments: PlaceReader): PageBrief | null {
  try {
    return JSON.parse(segments.readBrief(at).toString());
  } catch {
    return null; // Damaged by whatever hand: the record itself tells the same.
  }
}
