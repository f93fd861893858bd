// Where tests make folders of many small files: a disk's flushes take longer than all that they do.

import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const MEMORY = '/dev/shm';
/** Containers have 64 MB there, which one test may fill. */
const LEAST_BYTES = 1_000_000_000;

/** A file system in memory where there is one with room; the folder for temporary files otherwise. */
export function memoryFolder(): string {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize < LEAST_BYTES ? tmpdir() : MEMORY;
}
