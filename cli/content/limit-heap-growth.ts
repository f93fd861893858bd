// How far the heaps of a build may grow over what lives in them before they are cleaned. By itself V8 waits until a heap of
// this size is several times as large as what is in use: most of what a build then holds is rubbish.

import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Entries or pages from which on memory counts: below, each limit would cost 6 to 10 % CPU to save memory that every machine has. */
const LARGE_SITE = 12_000;
/** Growth in percent of what lived at the last cleaning. */
const GROWTH_PERCENT = 25;
/**
 * Room for what is young, of which V8 holds two and would make it twice as large. Buffers that nobody needs any more go when
 * what is young is cleaned: the less room, the sooner, but half of it takes a tenth more CPU.
 */
const YOUNG_BYTES = 16 * 1024 * 1024;

/** Threads that may all have much room: on a machine of many cores it would be gigabytes. */
const FEW_THREADS = 4;

/** MB for what is young in each thread that renders: where memory does not count, more room halves what its cleaning costs. */
export function youngHeapOfThread({ pages, threads }: { readonly pages: number; readonly threads: number }): number {
  return pages < LARGE_SITE && threads <= FEW_THREADS ? 96 : 24;
}

/** To be told how many entries there will be. Limits the heaps of the process, of threads too, from their next cleaning on. */
export function limitHeapGrowth(entries: number): void {
  if (entries < LARGE_SITE) return;
  limitYoungHeap(entries);
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
  // Marked in steps, a heap grows by what is made meanwhile, the more the fewer threads V8 has to mark on.
  setFlagsFromString('--no-incremental-marking');
  // Else the rooms of large objects that are gone stay with the process, up to 32 MB of them.
  setFlagsFromString('--max-large-page-pool-size=0');
  // And pages of the heap that are free, for 8 seconds.
  setFlagsFromString('--memory-pool-timeout=0');
  // What V8 makes among the old at once, where most of its kind grew old once, holds when it is gone all that it held, which
  // grows old with it: pages that were written long ago.
  setFlagsFromString('--no-allocation-site-pretenuring');
  endFirstRoom();
}

let hasFirstRoom = true;

/** The command lets this heap grow far before it is cleaned for the first time (see sitegen.js): that is now. */
function endFirstRoom(): void {
  if (!hasFirstRoom) return;
  hasFirstRoom = false;
  cleanHeap();
}

/**
 * Cleans the heap of this thread and moves together what lives in it, where a site is large. To be asked between stages, when
 * most of what came is rubbish between what is kept: by itself this heap is not cleaned below its first room.
 */
export function compactHeap(pages: number): void {
  if (pages < LARGE_SITE) return;
  // Else only what is nearly empty is given up, and little of that at once.
  setFlagsFromString('--compaction-max-evacuated-bytes-mb-for-optimize-memory=64');
  setFlagsFromString('--optimize-for-size');
  cleanHeap();
  setFlagsFromString('--no-optimize-for-size');
}

function cleanHeap(): void {
  setFlagsFromString('--expose-gc');
  const clean: NodeJS.GCFunction = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  clean();
}

/**
 * Stops the growth of the room for what is young of a large site, or lets it go on where V8 made it small in between: to
 * be asked often, since it grows by doubling. Threads that start later have all of theirs from the beginning.
 */
export function limitYoungHeap(pages: number): void {
  if (pages < LARGE_SITE) return;
  setFlagsFromString(`--semi-space-growth-factor=${isYoungHeapSmall() ? 2 : 1}`);
  setFlagsFromString(`--min-semi-space-size=${YOUNG_BYTES / 1024 / 1024}`);
}

function isYoungHeapSmall(): boolean {
  const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
  const room = young === undefined ? 0 : young.space_used_size + young.space_available_size;
  return room * 2 <= YOUNG_BYTES;
}
