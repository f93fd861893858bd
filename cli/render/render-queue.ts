// Collects pages into batches and sends them to the rendering threads.

import type { PageInput } from '../../templates/page-input.ts';
import type { PageFacts } from '../facts/page-facts.ts';
import { PAGES_WORTH_THREAD, type RenderPool, type RenderThreads } from './render-threads.ts';
import type { QueuedPage, RenderedBatch, RenderedPage } from './worker-messages.ts';

export interface RenderQueue {
  /** Waits while the threads are busy. @throws the first error of a thread. */
  readonly add: (position: number, page: QueuedPage) => Promise<void>;
  /** Resolves when all pages are rendered. @throws as above. */
  readonly finish: () => Promise<void>;
  /** Facts of every chrome that was rendered. */
  readonly fragments: ReadonlyMap<string, PageFacts>;
}

interface Rendered {
  readonly position: number;
  readonly page: RenderedPage;
}

interface QueueOptions {
  readonly threads: RenderThreads;
  /** Called with the pages of each batch. */
  readonly onRendered: (rendered: readonly Rendered[]) => void;
}

/** Pages per message to a thread. */
const BATCH_SIZE = 40;
/**
 * Characters of text in a large page, ten times those of a usual one. Large pages are rendered in workers, which have a heap limit.
 * A template that allocates without end for a small page still ends the process.
 */
const LARGE_INPUT = 200_000;

type Queued = readonly [position: number, page: QueuedPage];

/** Creates a queue. Starts the threads when there are enough pages for them. */
export function createRenderQueue({ threads, onRendered }: QueueOptions): RenderQueue {
  const open = trackBatches(onRendered);
  let waiting: Queued[] = [];
  let pool: RenderPool | null = null;

  const send = async (queued: readonly Queued[], to: RenderPool) => {
    const batch = queued.map(([, page]) => page);
    await to.ready(batch.some(({ input }) => isLarge(input)));
    open.throwFailure();
    open.add(
      queued.map(([position]) => position),
      to.render(batch),
    );
  };
  const sendBatches = async (minimum: number, to: RenderPool) => {
    while (waiting.length >= minimum) {
      const queued = waiting.slice(0, BATCH_SIZE);
      waiting = waiting.slice(BATCH_SIZE);
      await send(queued, to);
    }
  };
  return {
    fragments: open.fragments,
    add: async (position, page) => {
      open.throwFailure();
      waiting.push([position, page]);
      if (!threads.hasStarted() && waiting.length < PAGES_WORTH_THREAD) return;
      pool ??= await threads.start();
      await sendBatches(BATCH_SIZE, pool);
    },
    finish: async () => {
      if (waiting.length > 0) {
        pool ??= await threads.startFew();
        await sendBatches(1, pool);
      }
      await open.settled();
      open.throwFailure();
    },
  };
}

/** The batches that are being rendered. Must not reference their inputs, which are most of the memory. */
function trackBatches(onRendered: QueueOptions['onRendered']) {
  const fragments = new Map<string, PageFacts>();
  const tasks = new Set<Promise<void>>();
  let failure: { readonly cause: unknown } | null = null;
  const receive = (positions: readonly number[], { pages, fragments: rendered }: RenderedBatch) => {
    for (const [chrome, facts] of rendered) fragments.set(chrome, facts);
    onRendered(pages.map((page, index) => ({ position: positions[index] ?? -1, page })));
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

function isLarge({ props }: PageInput): boolean {
  const blocks = 'content' in props ? props.content : [];
  return blocks.reduce((sum, block) => sum + (block.type === 'text' ? block.html.length : 0), 0) > LARGE_INPUT;
}
