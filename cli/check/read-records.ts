// The records of rendered pages as a stream, in route order.

import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { PageRecord } from '../build/page-records.ts';

/** Reads record files one line at a time. */
export async function* readRecords(files: readonly string[]): AsyncIterable<PageRecord> {
  for (const file of files) {
    const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
    for await (const line of lines) {
      const record: PageRecord = JSON.parse(line);
      yield record;
    }
  }
}
