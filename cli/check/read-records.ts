// The records of rendered pages as a stream, in route order.

import { dirname } from 'node:path';
import { createPlaceReader, type PageRecord, type RecordRow } from '../build/page-records.ts';
import { readLines } from '../output/text-lines.ts';

/** Reads record files one line at a time: a line is a record, or a row that says where in a segment beside it one stands. */
export async function* readRecords(files: readonly string[]): AsyncIterable<PageRecord> {
  for (const file of files) {
    const segments = createPlaceReader(dirname(file));
    try {
      for (const line of readLines(file)) {
        const row: PageRecord | RecordRow = JSON.parse(line);
        yield 'at' in row ? JSON.parse(segments.read(row.at).toString()) : row;
      }
    } finally {
      segments.close();
    }
  }
}
