// The thread that looks at files for another one. Started by look-ahead.ts.

import { workerData } from 'node:worker_threads';
import { createSizeFinder } from '../files/file-size.ts';
import { readLines } from '../files/text-lines.ts';
import { IS_OTHER, IS_THERE, type LookAhead } from './look-ahead.ts';

const { dir, manifestFile, found }: LookAhead = workerData;
const sizeOf = createSizeFinder(dir);

// The first line holds no row.
let row = -1;
for (const line of readLines(manifestFile)) {
  if (row >= 0 && row < found.length) {
    const { path, bytes } = JSON.parse(line.endsWith(',') ? line.slice(0, -1) : line);
    Atomics.store(found, row, sizeOf(path) === bytes ? IS_THERE : IS_OTHER);
  }
  row += 1;
}
