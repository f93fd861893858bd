// The threads that render: this one alone for few pages, workers beside it for many. Which thread renders a page changes no
// byte.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { youngHeapOfThread } from '../content/limit-heap-growth.ts';
import { SiteError, systemErrorCode } from '../errors.ts';
import { loadTemplates } from './load-templates.ts';
import type { NextRecords } from './page-records.ts';
import { createPageRenderer } from './page-renderer.ts';
import type { PageBatch, RenderedBatch, RendererPlace, WorkerAnswer } from './page-work.ts';

/** A batch that waits for its thread. */
interface WaitingBatch {
  /** Values that the batch shares are those that the thread does not know yet. */
  readonly create: (thread: number) => PageBatch;
  /** It has a page of which nobody can say how much memory it takes. */
  readonly isLarge: boolean;
}

/** Renders batches, several at a time. */
export interface RenderPool {
  /** Resolves when the batch may be handed over without piling up. */
  readonly ready: (batch: WaitingBatch) => Promise<void>;
  /** Resolves with what was made of a batch. */
  readonly render: (batch: WaitingBatch) => Promise<RenderedBatch>;
  readonly close: () => Promise<void>;
}

interface WorkerPool extends RenderPool {
  /** Whether a worker would take another batch now. */
  readonly isFree: () => boolean;
}

/** What a pool is made of. */
export interface PoolPlace extends Omit<RendererPlace, 'segment'> {
  readonly records: NextRecords;
  /** Of the build. */
  readonly pages: number;
}

/** Number of this thread; workers follow. */
export const LOCAL_THREAD = 0;

/** The threads of one build, started when they are needed. */
export interface RenderThreads {
  readonly count: number;
  /** Whether {@link start} was called. */
  readonly hasStarted: () => boolean;
  /** Starts all of them, once. */
  readonly start: () => Promise<RenderPool>;
  /** Those that were started; else this one alone, for a few pages. */
  readonly startFew: () => Promise<RenderPool>;
  readonly close: () => Promise<void>;
}

/** Plans threads, this one among them. None is started yet. */
export function planThreads(count: number, place: PoolPlace): RenderThreads {
  let pool: Promise<RenderPool> | null = null;
  const open = (opened: () => Promise<RenderPool>) => {
    pool ??= opened();
    // Whoever renders meets its failure.
    pool.catch(() => {});
    return pool;
  };
  return {
    count,
    hasStarted: () => pool !== null,
    start: () => open(() => (count > 1 ? openMixedPool(count, place) : openLocalPool(place))),
    startFew: () => open(() => openLocalPool(place)),
    close: async () => {
      await pool?.then(
        (opened) => opened.close(),
        () => {},
      );
    },
  };
}

/** Renders in this thread. */
async function openLocalPool({ records, templatesFile, pages: _, ...place }: PoolPlace): Promise<RenderPool> {
  const renderer = createPageRenderer(await loadTemplates(templatesFile), {
    ...place,
    segment: records.segment(LOCAL_THREAD),
  });
  return {
    ready: async () => {},
    render: async ({ create }) => renderer.render(create(LOCAL_THREAD)),
    close: async () => renderer.close(),
  };
}

/** MB of what lives long in a worker. A profile of 10,000 pages peaks at 40; the rest is room for a page of many megabytes. */
const OLD_HEAP_MB = 192;
/** Batches on their way to one worker: one that it renders, and more to do while this thread renders one. */
const BATCHES_PER_WORKER = 3;

interface PoolWorker {
  readonly worker: Worker;
  readonly thread: number;
  /** In the order in which they were handed over; answers come in the same. */
  readonly waiting: Waiting[];
  /** Why the thread ended; null while it runs. It would never answer a batch that came later. */
  end: { readonly cause: unknown } | null;
}

interface Waiting {
  readonly firstPath: string;
  readonly resolve: (batch: RenderedBatch) => void;
  readonly reject: (cause: unknown) => void;
}

/**
 * Renders in workers, and in this thread while they all have enough to do: it makes the inputs, which takes a fraction of
 * the time. A batch with a large page goes to a worker, whose heap has a limit.
 */
async function openMixedPool(threads: number, place: PoolPlace): Promise<RenderPool> {
  // They begin while the templates are loaded here.
  const workers = openWorkerPool(threads - 1, place);
  const local = await openLocalPool(place).catch(async (cause: unknown) => {
    await workers.close();
    throw cause;
  });
  let wasHere = false;
  return {
    ready: async (batch) => {
      // Lets the answers of the workers in, which waited while a batch was rendered here.
      if (wasHere) await nextTurn();
      wasHere = false;
      if (batch.isLarge) await workers.ready(batch);
    },
    render: (batch) => {
      if (batch.isLarge || workers.isFree()) return workers.render(batch);
      wasHere = true;
      return local.render(batch);
    },
    close: async () => {
      await Promise.all([workers.close(), local.close()]);
    },
  };
}

/** Starts workers. @throws SiteError WORKER_OUT_OF_MEMORY (exit 1) from `render`. */
function openWorkerPool(count: number, { records, pages, ...place }: PoolPlace): WorkerPool {
  const freed = createSignal();
  const resourceLimits = {
    maxOldGenerationSizeMb: OLD_HEAP_MB,
    maxYoungGenerationSizeMb: youngHeapOfThread({ pages, threads: count }),
  };
  const workers = Array.from({ length: count }, (_, index): PoolWorker => {
    const thread = LOCAL_THREAD + 1 + index;
    const workerData: RendererPlace = { ...place, segment: records.segment(thread) };
    const worker = new Worker(fileURLToPath(new URL('./render-worker.ts', import.meta.url)), {
      workerData,
      resourceLimits,
    });
    const waiting: Waiting[] = [];
    const pooled: PoolWorker = { worker, thread, waiting, end: null };
    const endWith = (cause: unknown) => {
      pooled.end ??= { cause };
      for (const { reject, firstPath } of waiting.splice(0)) reject(explain(cause, firstPath));
      freed.notify();
    };
    worker.on('message', (answer: WorkerAnswer) => {
      const batch = waiting.shift();
      if (answer.kind === 'done') batch?.resolve(answer.batch);
      else batch?.reject(new SiteError(answer.error, { cause: answer.cause }));
      freed.notify();
    });
    worker.on('error', endWith);
    worker.on('exit', (code) => endWith(new Error(`A rendering thread ended with exit code ${code}.`)));
    return pooled;
  });
  const leastBusy = () => workers.reduce((best, each) => (each.waiting.length < best.waiting.length ? each : best));
  const isFree = () => leastBusy().waiting.length < BATCHES_PER_WORKER;
  return {
    isFree,
    render: ({ create }) => {
      const { worker, waiting, thread, end } = leastBusy();
      if (end !== null) return Promise.reject(end.cause);
      const batch = create(thread);
      return new Promise((resolve, reject) => {
        waiting.push({ firstPath: batch.pages[0]?.path ?? '', resolve, reject });
        worker.postMessage(batch);
      });
    },
    ready: async () => {
      while (!isFree()) await freed.wait();
    },
    close: async () => {
      await Promise.all(workers.map(({ worker }) => worker.terminate()));
    },
  };
}

/** Wakes whoever waits. */
function createSignal() {
  let wake = () => {};
  let next = new Promise<void>((resolve) => {
    wake = resolve;
  });
  return {
    wait: () => next,
    notify: () => {
      const woken = wake;
      next = new Promise<void>((resolve) => {
        wake = resolve;
      });
      woken();
    },
  };
}

function explain(cause: unknown, firstPath: string): unknown {
  if (systemErrorCode(cause) !== 'ERR_WORKER_OUT_OF_MEMORY') return cause;
  return new SiteError(
    {
      code: 'WORKER_OUT_OF_MEMORY',
      exitCode: 1,
      message:
        `A rendering thread ran out of its ${OLD_HEAP_MB} MB of memory at ${firstPath} or one of the pages after it. ` +
        'Nothing was published. Split the entry that is so large, or build with --workers 1, which has no limit of its own.',
    },
    { cause },
  );
}
