// The threads that render: this one, and workers beside it. Each renders and stages whole batches; which thread makes a
// page changes no byte.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { SiteError, systemErrorCode } from '../errors.ts';
import { type AskedThread, startThread } from '../threads/worker-thread.ts';
import { loadTemplates } from './load-templates.ts';
import { createPageRenderer } from './page-renderer.ts';
import { openPageStager } from './page-stager.ts';
import type { PageBatch, RenderedBatch, RendererPlace } from './page-work.ts';

/** A batch that waits for its thread. */
interface WaitingBatch {
  /** Values that the batch shares are those that the thread does not have yet. */
  readonly create: (thread: number) => PageBatch;
  /** It has a page that may need much memory. */
  readonly isLarge: boolean;
}

/** Renders batches, several at a time. */
export interface RenderPool {
  /** Resolves when the batch may be handed over without piling up. */
  readonly ready: (batch: WaitingBatch) => Promise<void>;
  /** Resolves with what was made of a batch. @throws SiteError WORKER_OUT_OF_MEMORY (exit 1). */
  readonly render: (batch: WaitingBatch) => Promise<RenderedBatch>;
  readonly close: () => Promise<void>;
}

/** Number of this thread; workers follow. */
export const LOCAL_THREAD = 0;

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

interface RenderWorker {
  readonly number: number;
  readonly thread: AskedThread<PageBatch, RenderedBatch>;
}

/**
 * Renders in workers, and in this thread while they all have enough to do. A batch with a large page goes to a worker, whose
 * heap has a limit.
 */
async function openPool(count: number, place: RendererPlace): Promise<RenderPool> {
  // They begin while the templates are loaded here.
  const workers = Array.from({ length: count }, (_, index) => startWorker(LOCAL_THREAD + 1 + index, place));
  const close = async () => {
    await Promise.all(workers.map(({ thread }) => thread.close()));
  };
  const renderHere = await openLocal(place).catch(async (cause: unknown) => {
    await close();
    throw cause;
  });
  const findFree = () => workers.find(({ thread }) => thread.underway() < BATCHES_PER_WORKER);
  return {
    ready: async ({ isLarge }) => {
      // Receives the answers that arrived while this thread was busy.
      await nextTurn();
      while (isLarge && workers.length > 0 && findFree() === undefined)
        await Promise.race(workers.map(({ thread }) => thread.settled()));
    },
    render: async ({ create }) => {
      const worker = findFree();
      return worker === undefined ? renderHere(create(LOCAL_THREAD)) : renderIn(worker, create(worker.number));
    },
    close,
  };
}

async function openLocal({ templatesFile, ...place }: RendererPlace): Promise<(batch: PageBatch) => RenderedBatch> {
  const render = createPageRenderer(loadTemplates(templatesFile));
  const { stage } = openPageStager(place);
  return (batch) => stage(render(batch));
}

function startWorker(number: number, workerData: RendererPlace): RenderWorker {
  return {
    number,
    thread: startThread(new URL('./render-worker.ts', import.meta.url), { workerData, heapMb: OLD_HEAP_MB }),
  };
}

/** Not async: its frame would keep the inputs, which are most of what a batch weighs, until the answer. */
function renderIn({ thread }: RenderWorker, batch: PageBatch): Promise<RenderedBatch> {
  const path = batch.pages[0]?.path ?? '';
  return thread.ask(batch).catch((cause: unknown) => Promise.reject(explain(cause, path)));
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
