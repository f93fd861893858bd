// The only settings of V8, which otherwise frees little memory while the machine has room.

import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Collects garbage more often. Publishing sends thousands of small requests, whose garbage is most of its memory: this saves a third
 * of it for a tenth more CPU time (12,760 objects peak below 190 MB). Call it after all code is loaded.
 */
export function collectOften(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=20');
}

/** Of a thread that renders. 10,000 pages need 40 MB; the rest is for pages of many megabytes. New objects would else have 96 MB. */
export const THREAD_LIMITS = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 24 };

/** Sites of some thousand articles never use this much, and need not pay for it. */
const LARGE_HEAP_BYTES = 150_000_000;
const HEAP_CHECKED_EVERY_MS = 500;

let heapTimer: NodeJS.Timeout | null = null;

/** Collects garbage more often once the heap is large: 100,000 articles peak at 600 MB instead of 720. */
export function limitLargeHeap(): void {
  heapTimer ??= setInterval(() => {
    if (getHeapStatistics().used_heap_size < LARGE_HEAP_BYTES) return;
    clearInterval(heapTimer ?? undefined);
    // The space of new objects shrinks to the least, and grows once by this factor when many of them are kept: to 16 MB instead of 64.
    setFlagsFromString('--semi-space-growth-factor=8');
    collectNow();
    const kept = Array.from({ length: 50_000 }, (_, place) => ({ place }));
    collector()({ type: 'minor' });
    kept.length = 0;
    collectOften();
  }, HEAP_CHECKED_EVERY_MS).unref();
}

type Collect = (options: { readonly type: 'major' | 'minor'; readonly flavor?: 'last-resort' }) => void;
let collect: Collect | null = null;

/** Code that was replaced, with all that it refers to, is only freed as a last resort, which makes the next edit slower. */
const OLD_CODE_BYTES = 64_000_000;
let leastBytes = Number.POSITIVE_INFINITY;

/** Frees garbage, as an idle process never does by itself; once there is much, also that of code that was loaded again and again. */
export function collectIdly(): void {
  collector()({ type: 'major' });
  const used = getHeapStatistics().used_heap_size;
  leastBytes = Math.min(leastBytes, used);
  if (used < leastBytes + OLD_CODE_BYTES) return;
  collectNow();
  leastBytes = getHeapStatistics().used_heap_size;
}

/** Frees garbage at once: that of rendering before images are made, or of loading code, which keeps 30 MB. */
export function collectNow(): void {
  collector()({ type: 'major', flavor: 'last-resort' });
}

/**
 * Counts bytes of released buffers and collects garbage after each `bytesPerCollection`: V8 does not count their memory and would keep
 * about a hundred of them. "minor" is cheap and frees short-lived buffers, "major" frees all.
 */
export function createBufferCollector(type: 'major' | 'minor', bytesPerCollection: number): (bytes: number) => void {
  let released = 0;
  return (bytes) => {
    released += bytes;
    if (released < bytesPerCollection) return;
    released = 0;
    collector()({ type });
  };
}

function collector(): Collect {
  if (collect !== null) return collect;
  setFlagsFromString('--expose-gc');
  const found: Collect = runInNewContext('gc');
  collect = found;
  return found;
}
