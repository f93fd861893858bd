// What lies outside of the heaps: buffers and what the engine itself works with. The C library of most Linux systems keeps
// what is given back, and more the larger it was: at the peak of a large build a quarter of the process. Told otherwise, as
// its environment variables would at the start of the process. Elsewhere, and where Node cannot call it, all is as it was.

import type { DynamicLibraryResult } from 'node:ffi';

/** Larger pieces go back at once. The library starts with this and would raise it with each piece that is given back. */
const LARGEST_KEPT_BYTES = 131_072;

/** Of mallopt(3). */
const TRIM_THRESHOLD = -1;
const MMAP_THRESHOLD = -3;

const FUNCTIONS = {
  mallopt: { arguments: ['i32', 'i32'], return: 'i32' },
  malloc_trim: { arguments: ['u64'], return: 'i32' },
} as const;

/** Gives large pieces back from now on, and what is free now. Returns whether the library can be told. */
export function limitMalloc(): boolean {
  try {
    using library = openMalloc();
    const { mallopt, malloc_trim: giveBack } = library.functions;
    mallopt(MMAP_THRESHOLD, LARGEST_KEPT_BYTES);
    mallopt(TRIM_THRESHOLD, LARGEST_KEPT_BYTES);
    giveBack(0n);
    return true;
  } catch {
    return false; // Another library, or a Node that may not call one: memory alone is lost.
  }
}

/** Loading the module warns once that it may change, which whoever builds a site need not know: what changed is not used. */
function openMalloc(): DynamicLibraryResult<typeof FUNCTIONS> {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return process.getBuiltinModule('node:ffi').dlopen(null, FUNCTIONS);
  } finally {
    process.emitWarning = emitWarning;
  }
}
