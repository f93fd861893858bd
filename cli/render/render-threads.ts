// The rendering threads of a build: workers and the main thread.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { SiteError, systemErrorCode } from '../errors.ts';
import { startThread, type WorkerThread } from '../threads/worker-thread.ts';
import { createPageRenderer } from './page-renderer.ts';
import type { PageBatch, QueuedPage, RenderedBatch, RendererOptions } from './worker-messages.ts';

/** Renders batches in several threads. */
export interface RenderPool {
  /** Waits until a batch can be rendered without a growing queue. A large batch waits for a worker. */
  readonly ready: (isLarge: boolean) => Promise<void>;
  /** @throws SiteError WORKER_OUT_OF_MEMORY (exit 1), and what the thread threw. */
  readonly render: (pages: readonly QueuedPage[]) => Promise<RenderedBatch>;
  readonly close: () => Promise<void>;
}

/** Threads that start on demand. */
export interface RenderThreads {
  readonly hasStarted: () => boolean;
  /** Starts all threads. Later calls return the same pool. */
  readonly start: () => Promise<RenderPool>;
  /** Returns the pool; if it has not started, starts one with the main thread only. */
  readonly startFew: () => Promise<RenderPool>;
  readonly close: () => Promise<void>;
}

/** Prepares `count` threads, including the main thread. None is started yet. */
export function planThreads(count: number, options: RendererOptions): RenderThreads {
  let pool: Promise<RenderPool> | null = null;
  const open = (workers: number) => {
    pool ??= openPool(workers, options);
    // Errors are thrown where the pool is awaited.
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

/** With fewer pages, the main thread alone is faster. */
export const PAGES_WORTH_THREAD = 300;
/** Heap limit of a worker in MB. 10,000 pages need 40; the rest is for pages of many megabytes. */
const OLD_HEAP_MB = 192;
/** Open batches per worker: one that it renders, and more for the time in which the main thread is busy rendering. */
const BATCHES_PER_WORKER = 3;

interface RenderWorker extends WorkerThread<PageBatch, RenderedBatch> {
  readonly pack: PackBatch;
}
type PackBatch = (pages: readonly QueuedPage[]) => PageBatch;

/** Renders in workers, and in the main thread while all workers are busy. Only workers have a heap limit, so large pages go there. */
async function openPool(count: number, options: RendererOptions): Promise<RenderPool> {
  // Workers start while the main thread loads the templates.
  const workers = Array.from({ length: count }, () => startWorker(options));
  const close = async () => {
    await Promise.all(workers.map((worker) => worker.close()));
  };
  const renderHere = await Promise.try(createPageRenderer, options).catch(async (cause: unknown) => {
    await close();
    throw cause;
  });
  const packHere = createPacker();
  const findFree = () => workers.find((worker) => worker.underway() < BATCHES_PER_WORKER);
  return {
    ready: async (isLarge) => {
      // Receives the results that arrived while the main thread was busy.
      await nextTurn();
      while (isLarge && workers.length > 0 && findFree() === undefined)
        await Promise.race(workers.map((worker) => worker.settled()));
    },
    render: async (pages) => {
      const worker = findFree();
      return worker === undefined ? renderHere(packHere(pages)) : renderIn(worker, worker.pack(pages));
    },
    close,
  };
}

function startWorker(workerData: RendererOptions): RenderWorker {
  const url = new URL('./render-worker.ts', import.meta.url);
  const thread = startThread<PageBatch, RenderedBatch>(url, { workerData, heapMb: OLD_HEAP_MB });
  return { ...thread, pack: createPacker() };
}

/** Creates the messages to one thread: each shared value is sent once. */
function createPacker(): PackBatch {
  const sent = new Set<string>();
  return (queued) => {
    const shared = new Map(queued.flatMap((page) => page.shared.map(({ key, text }) => [key, text] as const)));
    const added = [...shared].filter(([key]) => !sent.has(key));
    for (const [key] of added) sent.add(key);
    return { pages: queued.map(({ page }) => page), shared: added };
  };
}

/** Does not keep the batch in memory until it is rendered. */
function renderIn(worker: RenderWorker, batch: PageBatch): Promise<RenderedBatch> {
  const path = batch.pages[0]?.path ?? '';
  return worker.ask(batch).catch((cause: unknown) => Promise.reject(explain(cause, path)));
}

function explain(cause: unknown, path: string): unknown {
  if (systemErrorCode(cause) !== 'ERR_WORKER_OUT_OF_MEMORY') return cause;
  return new SiteError(
    {
      code: 'WORKER_OUT_OF_MEMORY',
      exitCode: 1,
      message:
        `A thread needed more than its ${OLD_HEAP_MB} MB of memory at ${path} or one of the next pages. ` +
        'Nothing was written. Split the large entry, or build with --workers 1, which has no limit.',
    },
    { cause },
  );
}
