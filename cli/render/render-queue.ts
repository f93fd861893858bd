// Pages on their way to the threads, gathered into batches.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PageInput } from '../../templates/page-input.ts';
import { SiteError, systemErrorCode } from '../errors.ts';
import type { FragmentFacts } from '../facts/page-facts.ts';
import { startThread, type WorkerThread } from '../threads/worker-thread.ts';
import { openPageMaker } from './page-maker.ts';
import type { PageBatch, PageWork, RenderedBatch, RenderedPage, RendererPlace } from './page-work.ts';

/** Takes pages. */
export interface RenderQueue {
  /** Waits while the threads have enough to do. @throws what a thread threw meanwhile. */
  readonly add: (position: number, page: PageWork) => Promise<void>;
  /** Resolves when everything is rendered. @throws as above. */
  readonly finish: () => Promise<void>;
  /** Facts of each chrome that was rendered. */
  readonly fragments: ReadonlyMap<string, FragmentFacts>;
}

/** A page that came back from its thread. */
interface Rendered {
  readonly position: number;
  readonly made: RenderedPage;
}

/** What a queue is made of. */
interface QueueInput {
  readonly threads: RenderThreads;
  /** Takes the pages of a batch. */
  readonly onRendered: (rendered: readonly Rendered[]) => void;
}

/** Pages that go to a thread in one message. */
const BATCH_SIZE = 40;
/**
 * Characters of an input that is kept out of this thread, whose heap has no limit: most pages have a tenth of it. A template
 * that grows without end on little input ends the process all the same.
 */
const LARGE_INPUT = 200_000;
/** Fewer than these are rendered here sooner than other threads would start. */
export const PAGES_WORTH_THREAD = 300;

type Queued = readonly [position: number, page: PageWork];

/** Starts a queue. Threads that were not started yet are when there is enough to do for them. */
export function createRenderQueue({ threads, onRendered }: QueueInput): RenderQueue {
  const underway = createUnderway(onRendered);
  let waiting: Queued[] = [];
  let pool: RenderPool | null = null;

  const send = async (queued: readonly Queued[], to: RenderPool) => {
    const batch = queued.map(([, page]) => page);
    await to.ready(batch.some(({ input }) => isLarge(input)));
    underway.throwFailure();
    underway.add(
      queued.map(([position]) => position),
      to.render(batch),
    );
  };
  const sendWhole = async (size: number, to: RenderPool) => {
    while (waiting.length >= size && waiting.length > 0) {
      const queued = waiting.slice(0, BATCH_SIZE);
      waiting = waiting.slice(BATCH_SIZE);
      await send(queued, to);
    }
  };
  return {
    fragments: underway.fragments,
    add: async (position, page) => {
      underway.throwFailure();
      waiting.push([position, page]);
      if (!threads.hasStarted() && waiting.length < PAGES_WORTH_THREAD) return;
      pool ??= await threads.start();
      if (waiting.length >= BATCH_SIZE) await sendWhole(BATCH_SIZE, pool);
    },
    finish: async () => {
      if (waiting.length > 0) {
        pool ??= await threads.startFew();
        await sendWhole(1, pool);
      }
      await underway.settled();
      underway.throwFailure();
    },
  };
}

/** Batches that threads have. While it waits for one it must not hold its inputs, which are most of the memory. */
function createUnderway(onRendered: QueueInput['onRendered']) {
  const fragments = new Map<string, FragmentFacts>();
  const tasks = new Set<Promise<void>>();
  let failure: { readonly cause: unknown } | null = null;
  const receive = (positions: readonly number[], { pages, fragments: rendered }: RenderedBatch) => {
    for (const [chrome, facts] of rendered) fragments.set(chrome, facts);
    onRendered(pages.map((made, index) => ({ position: positions[index] ?? -1, made })));
  };
  return {
    fragments,
    add: (positions: readonly number[], batch: Promise<RenderedBatch>) => {
      const task = batch
        .then((rendered) => receive(positions, rendered))
        .catch((cause: unknown) => {
          failure ??= { cause };
        })
        .finally(() => tasks.delete(task));
      tasks.add(task);
    },
    throwFailure: () => {
      if (failure !== null) throw failure.cause;
    },
    settled: () => Promise.all(tasks),
  };
}

/** Texts are what makes an input large. */
function isLarge({ props }: PageInput): boolean {
  const blocks = 'content' in props ? props.content : [];
  return blocks.reduce((sum, block) => sum + (block.type === 'text' ? block.html.length : 0), 0) > LARGE_INPUT;
}

/** Renders batches, several at a time. */
interface RenderPool {
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

type RenderWorker = WorkerThread<PageBatch, RenderedBatch>;

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
