// A look at the files of a large out folder ahead of the questions for them, in a thread beside the one that asks: one file
// after the other, it costs a tenth of a build in which a few pages changed. What was not looked at yet, the asker looks at.

import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/** Finds the bytes of a file as far as it was looked at, -1 where it is no file; undefined where it was not. */
export type FindSize = (path: string) => number | undefined;

/** What the thread is given. */
export interface LookAhead {
  readonly dir: string;
  /** Relative to the folder, with a separator between them. */
  readonly paths: string;
  /** Bytes of each, filled in their order. */
  readonly sizes: Float64Array<SharedArrayBuffer>;
  /** One number: of those that are filled. */
  readonly looked: Int32Array<SharedArrayBuffer>;
}

/** No path holds it. */
export const SEPARATOR = '\0';
/** Fewer are looked at sooner than a thread starts. */
const FILES_WORTH_THREAD = 3000;

/** Starts a look, which nobody has to end; null where it is not worth it. */
export function lookAhead(dir: string, files: ReadonlyMap<string, unknown>): FindSize | null {
  if (files.size < FILES_WORTH_THREAD || availableParallelism() === 1) return null;
  const paths = [...files.keys()];
  const indexByPath = new Map(paths.map((path, index) => [path, index]));
  const sizes = new Float64Array(new SharedArrayBuffer(paths.length * Float64Array.BYTES_PER_ELEMENT));
  const looked = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const workerData: LookAhead = { dir, paths: paths.join(SEPARATOR), sizes, looked };
  const thread = new Worker(new URL('./look-ahead-thread.ts', import.meta.url), { workerData });
  thread.unref();
  // What it did not look at is looked at here, which meets the same fault where that matters.
  thread.on('error', () => {});
  return (path) => {
    const index = indexByPath.get(path);
    return index !== undefined && index < Atomics.load(looked, 0) ? sizes[index] : undefined;
  };
}
