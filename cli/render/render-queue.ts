// Collects pages into batches, and renders them in worker threads, and in this thread while all of them are busy.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PageFacts } from '../facts/page-facts.ts';
import { createPageRenderer } from './page-renderer.ts';
import { createPacker, RenderThread } from './render-thread.ts';
import type { QueuedPage, RenderedBatch, RenderedPage, RendererOptions } from './worker-messages.ts';

interface QueueOptions<Ticket> extends RendererOptions {
  /** Including this one. */
  readonly threads: number;
  /** Called with the pages of each batch. */
  readonly onRendered: (rendered: readonly (RenderedPage & { readonly ticket: Ticket })[]) => void;
}

/** With fewer pages, this thread alone is faster. */
export const PAGES_WORTH_THREAD = 300;
/** Pages per message to a thread. */
const BATCH_SIZE = 40;
/**
 * Characters of JSON in a large page, ten times those of a usual one. Large pages are rendered in workers, which have a heap limit.
 * A template that allocates without end for a small page still ends the process.
 */
const LARGE_INPUT = 200_000;

/** A ticket is what is kept of a page while it is rendered: inputs need most of the memory. */
export class RenderQueue<Ticket> {
  /** Facts of every chrome that was rendered. */
  readonly fragments = new Map<string, PageFacts>();
  readonly #options: QueueOptions<Ticket>;
  readonly #packHere = createPacker();
  #renderHere: ReturnType<typeof createPageRenderer> | null = null;
  /** Null until they are started. */
  #workers: readonly RenderThread[] | null = null;
  #waiting: (readonly [Ticket, QueuedPage])[] = [];
  readonly #open = new Set<Promise<void>>();
  /** Pages that are not rendered yet. */
  #pending = 0;
  #failure: { readonly cause: unknown } | null = null;

  constructor(options: QueueOptions<Ticket>) {
    this.#options = options;
  }

  get pending(): number {
    return this.#pending;
  }

  /** Waits while the threads are busy. @throws the first error of a thread. */
  async add(ticket: Ticket, page: QueuedPage): Promise<void> {
    this.#throwFailure();
    this.#waiting.push([ticket, page]);
    this.#pending += 1;
    if (this.#workers === null && this.#waiting.length < PAGES_WORTH_THREAD) return;
    const { threads, templatesFile, staging } = this.#options;
    this.#workers ??= Array.from({ length: threads - 1 }, () => new RenderThread({ templatesFile, staging }));
    await this.#sendBatches(BATCH_SIZE, this.#workers);
  }

  /** Resolves when all pages are rendered. @throws as above. */
  async finish(): Promise<void> {
    await this.#sendBatches(1, this.#workers ?? []);
    await Promise.all(this.#open);
    this.#throwFailure();
  }

  async close(): Promise<void> {
    await Promise.all((this.#workers ?? []).map((worker) => worker.close()));
  }

  async #sendBatches(minimum: number, workers: readonly RenderThread[]): Promise<void> {
    while (this.#waiting.length >= minimum) {
      const queued = this.#waiting.slice(0, BATCH_SIZE);
      this.#waiting = this.#waiting.slice(BATCH_SIZE);
      const pages = queued.map(([, page]) => page);
      const worker = await findWorker(workers, pages);
      this.#throwFailure();
      const batch = worker === undefined ? Promise.try(() => this.#render(pages)) : worker.render(pages);
      this.#track(
        queued.map(([ticket]) => ticket),
        batch,
      );
    }
  }

  #render(pages: readonly QueuedPage[]): RenderedBatch {
    this.#renderHere ??= createPageRenderer(this.#options);
    return this.#renderHere(this.#packHere(pages));
  }

  /** Must not reference the inputs. */
  #track(tickets: readonly Ticket[], batch: Promise<RenderedBatch>): void {
    const task = batch
      .then(({ pages, fragments }) => {
        for (const [chrome, facts] of fragments) this.fragments.set(chrome, facts);
        this.#pending -= pages.length;
        this.#options.onRendered(pages.map((page, index) => ({ ...page, ticket: tickets[index] as Ticket })));
      })
      .catch((cause: unknown) => {
        this.#failure ??= { cause };
      })
      .finally(() => this.#open.delete(task));
    this.#open.add(task);
  }

  #throwFailure(): void {
    if (this.#failure !== null) throw this.#failure.cause;
  }
}

/** A worker that has room for a batch; none if this thread should render it. A large batch waits for a worker. */
async function findWorker(
  workers: readonly RenderThread[],
  pages: readonly QueuedPage[],
): Promise<RenderThread | undefined> {
  const isLarge = workers.length > 0 && pages.some(({ page }) => page.text.length > LARGE_INPUT);
  // Receives the results that arrived while this thread was busy.
  await nextTurn();
  let free = workers.find((worker) => worker.isFree());
  while (isLarge && free === undefined) {
    await Promise.race(workers.map((worker) => worker.settled()));
    free = workers.find((worker) => worker.isFree());
  }
  return free;
}
