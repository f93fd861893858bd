// How far the heap of a large site may grow over what lives in it before it is cleaned. By itself V8 waits until a heap of
// this size is several times as large as what is in use: most of what a build then holds is rubbish.

import { setFlagsFromString } from 'node:v8';

/** Entries from which on memory counts: below, cleaning more often would cost 6 % CPU to save memory that every machine has. */
const LARGE_SITE = 12_000;
/** Growth in percent of what lived at the last cleaning. */
const GROWTH_PERCENT = 25;

/** To be told of the entries so far. Limits the heaps of the process, of threads too, from their next cleaning on. */
export function limitHeapGrowth(entries: number): void {
  if (entries >= LARGE_SITE) setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
}
