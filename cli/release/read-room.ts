// Memory for the bytes of objects, used again for each next one: what thousands of reads leave to the collector is most of the
// memory of a release.

/** Memory of one reader. */
export interface ReadRoom {
  /** Room for this many bytes. They are valid until the next call. */
  take(bytes: number): Buffer<ArrayBuffer>;
}

/** Most bytes of objects in memory at once. A larger object is streamed from its file. */
export const MOST_BYTES_READ = 16 * 1024 * 1024;
/** Larger objects get memory of their own. */
const MOST_KEPT_BYTES = 1024 * 1024;

/** Creates the memory of one reader. */
export function createRoom(): ReadRoom {
  let kept = Buffer.allocUnsafeSlow(0);
  return {
    take: (bytes) => {
      if (bytes > MOST_KEPT_BYTES) return Buffer.allocUnsafeSlow(bytes);
      // The next power of two, so that it grows a few times at most.
      if (bytes > kept.length) kept = Buffer.allocUnsafeSlow(2 ** Math.ceil(Math.log2(bytes)));
      return kept.subarray(0, bytes);
    },
  };
}

/** Lets actions run side by side as long as their bytes fit. */
export interface ByteBudget {
  run<T>(bytes: number, action: () => Promise<T>): Promise<T>;
}

/** What is larger than the whole budget runs alone. */
export function createByteBudget(total: number): ByteBudget {
  let used = 0;
  const waiting: { readonly cost: number; readonly start: () => void }[] = [];
  const startNext = () => {
    for (let next = waiting[0]; next !== undefined && used + next.cost <= total; next = waiting[0]) {
      waiting.shift();
      used += next.cost;
      next.start();
    }
  };
  return {
    run: async (bytes, action) => {
      const cost = Math.min(bytes, total);
      await new Promise<void>((start) => {
        waiting.push({ cost, start });
        startNext();
      });
      try {
        return await action();
      } finally {
        used -= cost;
        startNext();
      }
    },
  };
}
