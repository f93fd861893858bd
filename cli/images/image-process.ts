// Measures and makes images in a child process. Encoders allocate and free large blocks, which glibc keeps per thread: with images of 2 MB a build
// would use 700 MB. The settings that prevent this apply when a process starts, so a thread would not do.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setImmediate as turn } from 'node:timers/promises';
import { SHARE_IMAGE_SIZE } from '../../config/constants.ts';
import { collectNow } from '../engine.ts';
import { errorMessage, hasTooManyFiles, SiteError } from '../errors.ts';
import { PROJECT } from '../files/project.ts';
import { plural } from '../text/printable-text.ts';
import { HUGE_PIXELS, type ImageFacts, type MeasureOrder } from './image-facts.ts';
import type { MadeOrder } from './image-order.ts';

export interface ImageRequest {
  readonly id: number;
  readonly order: MadeOrder | MeasureOrder;
}

/** An image, or what is known about its source instead. A `failure` is that of a share image. */
export type ImageAnswer = { readonly id: number } & (
  | { readonly bytes: Uint8Array }
  | { readonly facts: ImageFacts }
  | { readonly failure: string }
);

const AT_ONCE = Math.min(availableParallelism(), 4);
/** To encode this many pixels as AVIF takes about 60 MB. A photograph of 1920 pixels takes most of them. */
const MAX_PIXELS = 2_900_000;
/** Memory of other formats, relative to AVIF. */
const OTHER_FORMATS_SHARE = 1 / 3;

/** A file that takes longer is damaged, or an attack. */
const DEADLINE_MS = 300_000;

interface OpenRequest extends PromiseWithResolvers<ImageAnswer> {
  readonly request: ImageRequest;
  timer: NodeJS.Timeout | null;
}

/** Measures and makes several images at a time. The process starts with the first order. */
export class ImageProcess {
  readonly #budget = new PixelBudget({ pixels: MAX_PIXELS, atOnce: AT_ONCE });
  readonly #deadlineMs: number;
  readonly #open = new Map<number, OpenRequest>();
  #child: Promise<ChildProcess> | null = null;
  #orders = 0;
  #ended: string | null = null;

  constructor({ deadlineMs = DEADLINE_MS } = {}) {
    this.#deadlineMs = deadlineMs;
  }

  /** @throws SiteError IMAGES_STOPPED (exit 1) if the process ended; EMFILE if too many files are open to start it. */
  make(order: MadeOrder): Promise<ImageAnswer> {
    return this.#budget.run(costOf(order), () => this.#ask(order));
  }

  /** Calls `check` when it is the turn of the file. @throws as `make`, and what `check` throws. */
  async measure(order: MeasureOrder, check?: () => void): Promise<ImageFacts> {
    const answer = await this.#budget.run(0, async () => {
      check?.();
      return await this.#ask(order);
    });
    if ('facts' in answer) return answer.facts;
    throw new Error(`${order.file} was not measured.`);
  }

  /** Drops waiting orders, and ends the process. */
  close(): void {
    this.#budget.clear();
    void this.#child?.then(
      (started) => started.removeAllListeners('exit').kill(),
      () => {},
    );
  }

  async #start(): Promise<ChildProcess> {
    const started = await forkChild();
    if (started.pid === undefined) {
      const [cause] = await once(started, 'error');
      throw hasTooManyFiles(cause) ? cause : stopped(errorMessage(cause));
    }
    started.on('message', (answer: ImageAnswer) => this.#settle(answer));
    // Sending to a process that has ended is an error, but its exit says why it ended.
    started.on('error', () => {});
    started.on('exit', (code, signal) => this.#fail(signal ?? `exit code ${code}`));
    return started;
  }

  async #ask(order: ImageRequest['order']): Promise<ImageAnswer> {
    this.#child ??= this.#start();
    const started = await this.#child;
    if (this.#ended !== null) throw stopped(this.#ended);
    const request = { id: this.#orders, order };
    const asked: OpenRequest = { request, timer: null, ...Promise.withResolvers<ImageAnswer>() };
    this.#orders += 1;
    this.#open.set(request.id, asked);
    this.#send(asked, started);
    return await asked.promise;
  }

  #send(asked: OpenRequest, to: ChildProcess): void {
    clearTimeout(asked.timer ?? undefined);
    asked.timer = setTimeout(() => this.#giveUp(asked.request, to), this.#deadlineMs).unref();
    to.send(asked.request);
  }

  /** Ends the process, because nothing else stops a library, and sends what else was open to a new one. */
  async #giveUp({ id, order }: ImageRequest, late: ChildProcess): Promise<void> {
    this.#settle({ id, ...describeLate(order, this.#deadlineMs) });
    if (late.killed) return;
    this.#child = this.#start();
    late.removeAllListeners('exit').kill('SIGKILL');
    const started = await this.#child;
    for (const asked of this.#open.values()) this.#send(asked, started);
  }

  #settle(answer: ImageAnswer): void {
    const settled = this.#open.get(answer.id);
    clearTimeout(settled?.timer ?? undefined);
    settled?.resolve(answer);
    this.#open.delete(answer.id);
  }

  #fail(how: string): void {
    this.#ended = how;
    for (const { reject, timer } of this.#open.values()) {
      clearTimeout(timer ?? undefined);
      reject(stopped(how));
    }
    this.#open.clear();
  }
}

async function forkChild(): Promise<ChildProcess> {
  // Objects of rendering can only be collected in the next turn of the event loop.
  await turn();
  collectNow();
  return fork(join(PROJECT, 'cli/images/image-child.ts'), {
    // One arena for all threads, and large blocks are returned to the system at once: see mallopt(3).
    env: {
      ...process.env,
      MALLOC_ARENA_MAX: '1',
      MALLOC_MMAP_THRESHOLD_: '65536',
      UV_THREADPOOL_SIZE: String(AT_ONCE),
    },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

/** What is known about a file that took too long. */
function describeLate(order: ImageRequest['order'], deadlineMs: number): { facts: ImageFacts } | { failure: string } {
  const minutes = Math.ceil(deadlineMs / 60_000);
  const what = `The image took longer than ${plural(minutes, 'minute')} to read.`;
  if (order.kind === 'share') return { failure: what };
  return { facts: { kind: 'faulty', what, fix: 'Export it again as JPEG or PNG, and upload it again.' } };
}

/** The share of an order in the pixel budget. A huge source takes all of it, because decoders may need all of its pixels at once. */
function costOf(order: MadeOrder): number {
  if (order.kind === 'resize' && order.sourcePixels > HUGE_PIXELS) return MAX_PIXELS;
  const pixels = order.kind === 'resize' ? order.pixels : SHARE_IMAGE_SIZE.width * SHARE_IMAGE_SIZE.height;
  return order.format === 'avif' ? pixels : pixels * OTHER_FORMATS_SHARE;
}

function stopped(how: string): SiteError {
  const why =
    how === 'SIGKILL'
      ? 'The system does this when memory is low: free some, or lower content.maxImagePixels in site.config.ts to what your images need.'
      : 'Its output above may say why.';
  const message = `The process that measures and makes images ended (${how}). Nothing was written to the out folder. ${why} Then build again: finished images are cached.`;
  return new SiteError({ code: 'IMAGES_STOPPED', exitCode: 1, message });
}

/** Runs at most `atOnce` pieces of work, with at most `pixels` in all. Work larger than the whole budget runs alone. */
export class PixelBudget {
  readonly #max: { readonly pixels: number; readonly atOnce: number };
  readonly #waiting: { readonly pixels: number; readonly start: () => void }[] = [];
  #running = 0;
  #used = 0;

  constructor(max: { readonly pixels: number; readonly atOnce: number }) {
    this.#max = max;
  }

  /** Runs work as soon as it fits into the budget. */
  async run<Result>(pixels: number, work: () => Promise<Result>): Promise<Result> {
    await new Promise<void>((start) => {
      this.#waiting.push({ pixels, start });
      this.#startNext();
    });
    try {
      return await work();
    } finally {
      this.#running -= 1;
      this.#used -= pixels;
      this.#startNext();
    }
  }

  /** Drops all work that has not started. */
  clear(): void {
    this.#waiting.length = 0;
  }

  #startNext(): void {
    while (this.#running < this.#max.atOnce) {
      const fits = ({ pixels }: { readonly pixels: number }) => this.#used + pixels <= this.#max.pixels;
      const index = this.#running === 0 ? 0 : this.#waiting.findIndex(fits);
      const [next] = index === -1 ? [] : this.#waiting.splice(index, 1);
      if (next === undefined) return;
      this.#running += 1;
      this.#used += next.pixels;
      next.start();
    }
  }
}
