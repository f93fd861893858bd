// Lets work begin in its order while the pixels under way stay within a budget: small images side by side, a large one almost alone.

/** Work that waits and works. */
export interface PixelBudget {
  /** Runs the work when its turn has come. Work above the whole budget runs alone. */
  readonly run: <Result>(pixels: number, work: () => Promise<Result>) => Promise<Result>;
  /** What waits is never run. */
  readonly clear: () => void;
}

/** A budget of which nothing is spent. */
export function createPixelBudget({ pixels: most, atOnce }: { pixels: number; atOnce: number }): PixelBudget {
  const waiting: { readonly pixels: number; readonly start: () => void }[] = [];
  let [running, spent] = [0, 0];
  const startNext = () => {
    for (const next of waiting.slice(0, atOnce)) {
      const isFree = running === 0 || (running < atOnce && spent + next.pixels <= most);
      if (!isFree) return;
      waiting.shift();
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
