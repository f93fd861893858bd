// Pages on their way to the threads, gathered into batches.

import type { PageInput } from '../../templates/page-input.ts';
import type { FragmentFacts } from '../facts/page-facts.ts';
import type { PageWork, RenderedBatch, RenderedPage } from './page-work.ts';
import type { RenderPool, RenderThreads } from './render-pool.ts';

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

/** Blocks of content are what makes an input large. */
function isLarge({ props }: PageInput): boolean {
  return 'content' in props && countCharacters(props.content, 0) > LARGE_INPUT;
}

function countCharacters(value: unknown, before: number): number {
  if (typeof value === 'string') return before + value.length;
  if (typeof value !== 'object' || value === null) return before;
  let count = before;
  for (const name in value) count = countCharacters(value[name as keyof typeof value], count);
  return count;
}
