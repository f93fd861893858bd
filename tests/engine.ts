// In place of cli/engine.ts in the processes of vitest, where hundreds of files share one large heap: a build that collects all of it
// takes longer for that than for its pages. Commands, threads and children of tests are processes of their own, with the real one.

/** Does not collect garbage more often. */
export function limitLargeHeap(): void {}

/** Does not collect garbage more often. */
export function collectOften(): void {}

/** Collects nothing. */
export function collectNow(): void {}

/** Counts and collects nothing. */
export function createBufferCollector(): (bytes: number) => void {
  return () => {};
}
