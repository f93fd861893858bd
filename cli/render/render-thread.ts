// A worker thread that renders batches of pages in order. Any error but a SiteError ends it, and all open batches fail with it.

import { Worker } from 'node:worker_threads';
import { SiteError, systemErrorCode } from '../errors.ts';
import type { PageBatch, QueuedPage, RenderedBatch, RendererOptions, ThreadAnswer } from './worker-messages.ts';

/** Heap limit in MB. 10,000 pages need 40; the rest is for pages of many megabytes. */
const OLD_HEAP_MB = 192;
/** One that it renders, and more for the time in which the main thread is busy rendering. */
const MAX_OPEN = 3;

export class RenderThread {
  readonly #worker: Worker;
  readonly #pack = createPacker();
  readonly #open: PromiseWithResolvers<RenderedBatch>[] = [];
  /** Why the thread ended; null while it runs. */
  #end: { readonly cause: unknown } | null = null;

  constructor(workerData: RendererOptions) {
    const url = new URL('./render-worker.ts', import.meta.url);
    this.#worker = new Worker(url, { workerData, resourceLimits: { maxOldGenerationSizeMb: OLD_HEAP_MB } });
    this.#worker.on('message', (answer: ThreadAnswer) => {
      const batch = this.#open.shift();
      if ('result' in answer) batch?.resolve(answer.result);
      else batch?.reject(new SiteError(answer.error, { cause: answer.cause }));
    });
    this.#worker.on('error', (cause) => this.#fail(cause));
    this.#worker.on('exit', (code) => this.#fail(new Error(`A thread of the build ended with exit code ${code}.`)));
  }

  isFree(): boolean {
    return this.#open.length < MAX_OPEN;
  }

  /** Resolves at the next answer, or when the thread ends. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#open.slice(0, 1).map(({ promise }) => promise));
  }

  /** @throws SiteError WORKER_OUT_OF_MEMORY (exit 1), and what the thread threw. */
  render(pages: readonly QueuedPage[]): Promise<RenderedBatch> {
    const path = pages[0]?.page.path ?? '';
    const batch = Promise.withResolvers<RenderedBatch>();
    if (this.#end === null) {
      this.#worker.postMessage(this.#pack(pages));
      this.#open.push(batch);
    } else batch.reject(this.#end.cause);
    return batch.promise.catch((cause: unknown) => Promise.reject(explain(cause, path)));
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #fail(cause: unknown): void {
    this.#end ??= { cause };
    for (const { reject } of this.#open.splice(0)) reject(cause);
  }
}

/** Creates the messages to one thread: each shared value is sent once. */
export function createPacker(): (pages: readonly QueuedPage[]) => PageBatch {
  const sent = new Set<string>();
  return (queued) => {
    const shared = new Map(queued.flatMap((page) => page.shared.map(({ key, value }) => [key, value] as const)));
    const added = [...shared].filter(([key]) => !sent.has(key));
    for (const [key] of added) sent.add(key);
    return { pages: queued.map(({ page }) => page), shared: added };
  };
}

function explain(cause: unknown, path: string): unknown {
  if (systemErrorCode(cause) !== 'ERR_WORKER_OUT_OF_MEMORY') return cause;
  const message =
    `A thread needed more than its ${OLD_HEAP_MB} MB of memory at ${path} or one of the next pages. ` +
    'Nothing was written. Split the large entry, or build with --workers 1, which has no limit.';
  return new SiteError({ code: 'WORKER_OUT_OF_MEMORY', exitCode: 1, message }, { cause });
}
