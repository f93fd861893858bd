// Limits how many images are made at the same time by their pixels: several small ones, or a large one next to small ones.

interface PixelBudget {
  /** Runs work as soon as it fits into the budget. Work larger than the whole budget runs alone. */
  readonly run: <Result>(pixels: number, work: () => Promise<Result>) => Promise<Result>;
  /** Drops all work that has not started. */
  readonly clear: () => void;
}

/** Runs at most `atOnce` pieces of work, with at most `pixels` in all. */
export function createPixelBudget({ pixels: max, atOnce }: { pixels: number; atOnce: number }): PixelBudget {
  const waiting: { readonly pixels: number; readonly start: () => void }[] = [];
  let [running, used] = [0, 0];
  const startNext = () => {
    while (running < atOnce) {
      const index = running === 0 ? 0 : waiting.findIndex(({ pixels }) => used + pixels <= max);
      const [next] = index === -1 ? [] : waiting.splice(index, 1);
      if (next === undefined) return;
      running += 1;
      used += next.pixels;
      next.start();
    }
  };
  return {
    run: async (pixels, work) => {
      await new Promise<void>((start) => {
        waiting.push({ pixels, start });
        startNext();
      });
      try {
        return await work();
      } finally {
        running -= 1;
        used -= pixels;
        startNext();
      }
    },
    clear: () => {
      waiting.length = 0;
    },
  };
}
