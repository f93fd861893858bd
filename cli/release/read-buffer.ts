// Bounds the memory of a release: readers reuse one buffer, because thousands of buffers would pile up until they are collected,
// and a budget limits what runs in parallel.

/** Memory of one reader. */
export interface ReadBuffer {
  /** The buffer is valid until the next call. */
  take(bytes: number): Buffer<ArrayBuffer>;
}

/** Total size of objects in memory. Larger objects are streamed from their files. */
export const MAX_BYTES_IN_MEMORY = 16 * 1024 * 1024;
/** Larger objects get a buffer of their own. */
const MAX_REUSED_BYTES = 1024 * 1024;

export function createReadBuffer(): ReadBuffer {
  let reused = Buffer.allocUnsafeSlow(0);
  return {
    take: (bytes) => {
      if (bytes > MAX_REUSED_BYTES) return Buffer.allocUnsafeSlow(bytes);
      // Powers of two, so that it grows only a few times.
      if (bytes > reused.length) reused = Buffer.allocUnsafeSlow(2 ** Math.ceil(Math.log2(bytes)));
      return reused.subarray(0, bytes);
    },
  };
}

/** Runs actions in parallel as long as their bytes fit. */
export interface ByteBudget {
  run<T>(bytes: number, action: () => Promise<T>): Promise<T>;
}

/** An action that exceeds the whole budget runs alone. */
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
