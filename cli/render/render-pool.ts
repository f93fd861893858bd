// The threads that render: this one, and workers beside it. Each renders and stages whole batches; which thread makes a
// page changes no byte.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { SiteError, systemErrorCode } from '../errors.ts';
import { type AskedThread, startThread } from '../threads/worker-thread.ts';
import { openPageMaker } from './page-maker.ts';
import type { PageBatch, RenderedBatch, RendererPlace } from './page-work.ts';

/** Renders batches, several at a time. */
export interface RenderPool {
  /** Resolves when a batch may be handed over without piling up. A large one has a page that may need much memory. */
  readonly ready: (isLarge: boolean) => Promise<void>;
  /** Resolves with what was made of a batch. @throws SiteError WORKER_OUT_OF_MEMORY (exit 1). */
  readonly render: (batch: PageBatch) => Promise<RenderedBatch>;
  readonly close: () => Promise<void>;
}

/** The threads of one build, started when they are needed. */
export interface RenderThreads {
  /** Whether {@link start} was called. */
  readonly hasStarted: () => boolean;
  /** Starts all of them, once. */
  readonly start: () => Promise<RenderPool>;
  /** Those that were started; else this one alone, for a few pages. */
  readonly startFew: () => Promise<RenderPool>;
  readonly close: () => Promise<void>;
}

/** Plans threads, this one among them. None is started yet. */
export function planThreads(count: number, place: RendererPlace): RenderThreads {
  let pool: Promise<RenderPool> | null = null;
  const open = (workers: number) => {
    pool ??= openPool(workers, place);
    // The first `start` that is awaited throws it.
    pool.catch(() => {});
    return pool;
  };
  return {
    hasStarted: () => pool !== null,
    start: () => open(count - 1),
    startFew: () => open(0),
    close: async () => {
      await pool?.then(
        (opened) => opened.close(),
        () => {},
      );
    },
  };
}

/** MB of what lives long in a worker. A profile of 10,000 pages peaks at 40; the rest is room for a page of many megabytes. */
const OLD_HEAP_MB = 192;
/** Batches on their way to one worker: one that it renders, and more to do while this thread renders one. */
const BATCHES_PER_WORKER = 3;

type RenderWorker = AskedThread<PageBatch, RenderedBatch>;

/**
 * Renders in workers, and in this thread while they all have enough to do. A batch with a large page goes to a worker, whose
 * heap has a limit.
 */
async function openPool(count: number, place: RendererPlace): Promise<RenderPool> {
  // They begin while the templates are loaded here.
  const workers = Array.from({ length: count }, () => startWorker(place));
  const close = async () => {
    await Promise.all(workers.map((worker) => worker.close()));
  };
  const makeHere = await Promise.try(openPageMaker, place).catch(async (cause: unknown) => {
    await close();
    throw cause;
  });
  const findFree = () => workers.find((worker) => worker.underway() < BATCHES_PER_WORKER);
  return {
    ready: async (isLarge) => {
      // Receives the answers that arrived while this thread was busy.
      await nextTurn();
      while (isLarge && workers.length > 0 && findFree() === undefined)
        await Promise.race(workers.map((worker) => worker.settled()));
    },
    render: async (batch) => {
      const worker = findFree();
      return worker === undefined ? makeHere(batch) : renderIn(worker, batch);
    },
    close,
  };
}

function startWorker(workerData: RendererPlace): RenderWorker {
  return startThread(new URL('./render-worker.ts', import.meta.url), { workerData, heapMb: OLD_HEAP_MB });
}

function renderIn(worker: RenderWorker, batch: PageBatch): Promise<RenderedBatch> {
  const path = batch[0]?.path ?? '';
  return worker.ask(batch).catch((cause: unknown) => Promise.reject(explain(cause, path)));
}

function explain(cause: unknown, path: string): unknown {
  if (systemErrorCode(cause) !== 'ERR_WORKER_OUT_OF_MEMORY') return cause;
  return new SiteError(
    {
      code: 'WORKER_OUT_OF_MEMORY',
      exitCode: 1,
      message:
        `A thread ran out of its ${OLD_HEAP_MB} MB of memory at ${path} or one of the pages after it. ` +
        'Nothing was written. Split the entry that is so large, or build with --workers 1, which has no limit of its own.',
    },
    { cause },
  );
}
