// The threads that render: this one alone, with another one that stages what it makes, or workers beside it. Which
// thread makes a page changes no byte.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { SiteError, systemErrorCode } from '../errors.ts';
import { type AskedThread, startThread } from '../threads/worker-thread.ts';
import { loadTemplates } from './load-templates.ts';
import { createPageRenderer } from './page-renderer.ts';
import { openPageStager } from './page-stager.ts';
import type { PageBatch, RenderedBatch, RendererPlace, StagerPlace } from './page-work.ts';
import { type StagerThread, startStager } from './stager-thread.ts';

/** A batch that waits for its thread. */
interface WaitingBatch {
  /** Values that the batch shares are those that the thread does not know yet. */
  readonly create: (thread: number) => PageBatch;
  /** It has a page of which nobody can say how much memory it takes. */
  readonly isLarge: boolean;
}

/** Renders batches, several at a time. */
export interface RenderPool {
  /** Resolves when the batch may be handed over without piling up. Until then `spare` does pieces of something else. */
  readonly ready: (batch: WaitingBatch, spare: () => boolean) => Promise<void>;
  /** Resolves with what was made of a batch. */
  readonly render: (batch: WaitingBatch) => Promise<RenderedBatch>;
  readonly close: () => Promise<void>;
}

interface WorkerPool extends RenderPool {
  /** Whether a worker would take another batch now. */
  readonly isFree: () => boolean;
}

/** Number of this thread; workers follow. */
export const LOCAL_THREAD = 0;

/** Who makes the pages of a build. */
export interface ThreadCounts {
  /** Threads that render, this one among them. */
  readonly renderers: number;
  /** Whether another thread stages what is rendered here. */
  readonly hasStager: boolean;
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

/** Plans threads. None is started yet. */
export function planThreads({ renderers, hasStager }: ThreadCounts, place: RendererPlace): RenderThreads {
  let pool: Promise<RenderPool> | null = null;
  const open = (opened: () => Promise<RenderPool>) => {
    pool ??= opened();
    // Whoever renders meets its failure.
    pool.catch(() => {});
    return pool;
  };
  return {
    hasStarted: () => pool !== null,
    start: () =>
      open(() => {
        if (renderers > 1) return openMixedPool(renderers, place);
        return hasStager ? openStagedPool(place) : openLocalPool(place, openStagerHere);
      }),
    startFew: () => open(() => openLocalPool(place, openStagerHere)),
    close: async () => {
      await pool?.then(
        (opened) => opened.close(),
        () => {},
      );
    },
  };
}

/** Renders in this thread. @throws SiteError WORKER_OUT_OF_MEMORY (exit 1) from `render` where another one stages. */
async function openLocalPool({ templatesFile, ...place }: RendererPlace, openStager: OpenStager) {
  // A thread of its own begins while the templates are loaded here.
  const stager = openStager(place, STAGER_HEAP_MB);
  try {
    const render = createPageRenderer(loadTemplates(templatesFile));
    return {
      ready: (_: WaitingBatch, spare: () => boolean) => stager.ready(spare),
      render: async ({ create }: WaitingBatch) => {
        const batch = create(LOCAL_THREAD);
        return explained(stager.stage(render(batch)), { batch, heapMb: STAGER_HEAP_MB });
      },
      close: stager.close,
    };
  } catch (cause) {
    await stager.close();
    throw cause;
  }
}

type OpenStager = (place: StagerPlace, heapMb: number) => StagerThread;

/** Stages in this thread. */
function openStagerHere(place: StagerPlace): StagerThread {
  const { stage } = openPageStager(place);
  return { stage: async (batch) => stage(batch), ready: async () => {}, close: async () => {} };
}

/**
 * Renders here what another thread stages. A batch with a large page goes to a worker, whose heap has a limit, and which is
 * started for the first one.
 */
async function openStagedPool(place: RendererPlace): Promise<RenderPool> {
  const local = await openLocalPool(place, startStager);
  let worker: WorkerPool | null = null;
  const workerOf = () => {
    worker ??= openWorkerPool(1, place);
    return worker;
  };
  return {
    ready: (batch, spare) => (batch.isLarge ? workerOf().ready(batch, spare) : local.ready(batch, spare)),
    render: (batch) => (batch.isLarge ? workerOf().render(batch) : local.render(batch)),
    close: async () => {
      await Promise.all([local.close(), worker?.close()]);
    },
  };
}

/** MB of what lives long in a worker. A profile of 10,000 pages peaks at 40; the rest is room for a page of many megabytes. */
const OLD_HEAP_MB = 192;
/** MB of what lives long in a thread that stages, to which pages come as they are made, whatever their size. */
const STAGER_HEAP_MB = 512;

/** Batches on their way to one worker: one that it renders, and more to do while this thread renders one. */
const BATCHES_PER_WORKER = 3;

/**
 * Renders in workers, and in this thread while they all have enough to do: it makes the inputs, which takes a fraction of
 * the time. A batch with a large page goes to a worker, whose heap has a limit.
 */
async function openMixedPool(threads: number, place: RendererPlace): Promise<RenderPool> {
  // They begin while the templates are loaded here.
  const workers = openWorkerPool(threads - 1, place);
  const local = await openLocalPool(place, openStagerHere).catch(async (cause: unknown) => {
    await workers.close();
    throw cause;
  });
  let wasHere = false;
  return {
    ready: async (batch, spare) => {
      // Lets the answers of the workers in, which waited while a batch was rendered here.
      if (wasHere) await nextTurn();
      wasHere = false;
      if (batch.isLarge) await workers.ready(batch, spare);
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
function openWorkerPool(count: number, workerData: RendererPlace): WorkerPool {
  const workers = Array.from({ length: count }, (_, index) => {
    const number = LOCAL_THREAD + 1 + index;
    const file = new URL('./render-worker.ts', import.meta.url);
    const thread: AskedThread<PageBatch, RenderedBatch> = startThread(file, { workerData, heapMb: OLD_HEAP_MB });
    return { number, thread };
  });
  const leastBusy = () =>
    workers.reduce((best, each) => (each.thread.underway() < best.thread.underway() ? each : best));
  const isFree = () => leastBusy().thread.underway() < BATCHES_PER_WORKER;
  return {
    isFree,
    render: ({ create }) => {
      const { thread, number } = leastBusy();
      const batch = create(number);
      return explained(thread.ask(batch), { batch, heapMb: OLD_HEAP_MB });
    },
    ready: async () => {
      while (!isFree()) await Promise.race(workers.map(({ thread }) => thread.settled()));
    },
    close: async () => {
      await Promise.all(workers.map(({ thread }) => thread.close()));
    },
  };
}

/** What a thread makes of a batch, or why it does not. It waits without the inputs, which are most of what a batch weighs. */
function explained(made: Promise<RenderedBatch>, { batch, heapMb }: { batch: PageBatch; heapMb: number }) {
  const [first] = batch.pages;
  const place = { path: first?.path ?? '', heapMb };
  return made.catch((cause: unknown) => Promise.reject(explain(cause, place)));
}

function explain(cause: unknown, { path, heapMb }: { path: string; heapMb: number }): unknown {
  if (systemErrorCode(cause) !== 'ERR_WORKER_OUT_OF_MEMORY') return cause;
  return new SiteError(
    {
      code: 'WORKER_OUT_OF_MEMORY',
      exitCode: 1,
      message:
        `A thread ran out of its ${heapMb} MB of memory at ${path} or one of the pages after it. ` +
        'Nothing was written. Split the entry that is so large, or build with --workers 1, which has no limit of its own.',
    },
    { cause },
  );
}
