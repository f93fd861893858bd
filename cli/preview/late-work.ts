// Work that nobody sees at first, and that would take the cores from what is seen: done when it was quiet for a moment, or
// at once when somebody waits for it. Relied on afterwards: what is ordered while it is done is done again.

/** Work that is ordered now and done later. */
export interface LateWork {
  readonly order: () => void;
  /** Whether everything that was ordered is done. */
  readonly isDone: () => boolean;
  /** Waits no longer. Resolves when everything that was ordered is done. */
  readonly settle: () => Promise<void>;
}

/** Makes it; `work` must not throw. */
export function createLateWork(work: () => Promise<void>, restMs: number): LateWork {
  let state: 'done' | 'ordered' | 'running' | 'running, and ordered again' = 'done';
  let isWanted = false;
  let done = Promise.withResolvers<void>();
  let timer: NodeJS.Timeout | null = null;
  const run = async () => {
    if (timer !== null) clearTimeout(timer);
    state = 'running';
    await work();
    if (isOrderedAgain()) return wait();
    state = 'done';
    isWanted = false;
    done.resolve();
  };
  const isOrderedAgain = () => state === 'running, and ordered again';
  const wait = () => {
    state = 'ordered';
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(run, isWanted ? 0 : restMs).unref();
  };
  return {
    order: () => {
      if (state === 'done') done = Promise.withResolvers();
      if (state === 'done' || state === 'ordered') wait();
      else state = 'running, and ordered again';
    },
    isDone: () => state === 'done',
    settle: async () => {
      if (state === 'done') return;
      isWanted = true;
      if (state === 'ordered') void run();
      await done.promise;
    },
  };
}
