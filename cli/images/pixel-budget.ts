// Keeps the pixels under way within a budget: small images are made side by side, a large one with small ones beside it.

/** Work that waits and works. */
export interface PixelBudget {
  /** Runs the first work that fits, in its order. Work above the whole budget runs alone, at the end. */
  readonly run: <Result>(pixels: number, work: () => Promise<Result>) => Promise<Result>;
  /** What waits is never run. */
  readonly clear: () => void;
}

/** A budget of which nothing is spent. */
export function createPixelBudget({ pixels: most, atOnce }: { pixels: number; atOnce: number }): PixelBudget {
  const waiting: { readonly pixels: number; readonly start: () => void }[] = [];
  let [running, spent] = [0, 0];
  const startNext = () => {
    while (running < atOnce) {
      const index = running === 0 ? 0 : waiting.findIndex(({ pixels }) => spent + pixels <= most);
      const [next] = index === -1 ? [] : waiting.splice(index, 1);
      if (next === undefined) return;
      running += 1;
      spent += next.pixels;
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
        spent -= pixels;
        startNext();
      }
    },
    clear: () => {
      waiting.length = 0;
    },
  };
}
