// A look at the files of a large out folder ahead of the questions for them, in a thread beside the one that asks: one file
// after the other, it costs a tenth of a build in which a few pages changed. What was not looked at yet, the asker looks at.

import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/** Whether the file of a row of the manifest is there with the bytes that the row says; undefined where it was not looked at. */
export type FindLooked = (row: number) => boolean | undefined;

/** What the thread is given. */
export interface LookAhead {
  readonly dir: string;
  /** It is read there: its rows are not looked at here before. */
  readonly manifestFile: string;
  /** One number a row, 0 until it was looked at. */
  readonly found: Uint8Array<SharedArrayBuffer>;
}

export const IS_THERE = 1;
export const IS_OTHER = 2;
/** Fewer are looked at sooner than a thread starts. */
const FILES_WORTH_THREAD = 3000;

/** Starts a look at the files of a manifest of so many rows, which nobody has to end; null where it is not worth it. */
export function lookAhead(dir: string, manifestFile: string, rows: number): FindLooked | null {
  if (rows < FILES_WORTH_THREAD || availableParallelism() === 1) return null;
  const found = new Uint8Array(new SharedArrayBuffer(rows));
  const workerData: LookAhead = { dir, manifestFile, found };
  const thread = new Worker(new URL('./look-ahead-thread.ts', import.meta.url), { workerData });
  thread.unref();
  // What it did not look at is looked at here, which meets the same fault where that matters.
  thread.on('error', () => {});
  return (row) => {
    const look = row < rows ? Atomics.load(found, row) : 0;
    return look === 0 ? undefined : look === IS_THERE;
  };
}
