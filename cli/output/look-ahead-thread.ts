// The thread that looks at files for another one. Started by look-ahead.ts.

import { workerData } from 'node:worker_threads';
import { sizeOfFile } from './file-size.ts';
import { type LookAhead, SEPARATOR } from './look-ahead.ts';

const { dir, paths, sizes, looked }: LookAhead = workerData;

for (const [index, path] of paths.split(SEPARATOR).entries()) {
  sizes[index] = sizeOfFile(`${dir}/${path}`);
  Atomics.store(looked, 0, index + 1);
}
