// Measures and makes images in a child process. Encoders allocate and free large blocks, which glibc keeps per thread: with images of 2 MB a build
// would use 700 MB. The settings that prevent this apply when a process starts, so a thread would not do.

import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setImmediate as turn } from 'node:timers/promises';
import { SHARE_IMAGE_SIZE } from '../../config/constants.ts';
import { collectNow } from '../engine.ts';
import { SiteError } from '../errors.ts';
import { PROJECT } from '../files/project.ts';
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

/** Measures and makes several images at a time. */
export interface ImageProcess {
  /** @throws SiteError IMAGES_STOPPED (exit 1) if the process ended. */
  readonly make: (order: MadeOrder) => Promise<ImageAnswer>;
  /** Calls `check` when it is the turn of the file. @throws as `make`, and what `check` throws. */
  readonly measure: (order: MeasureOrder, check: () => void) => Promise<ImageFacts>;
  /** Drops waiting orders, and ends the process. */
  readonly close: () => void;
}

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

/** The process starts with the first order. */
export function createImageProcess({ deadlineMs = DEADLINE_MS } = {}): ImageProcess {
  const budget = createPixelBudget({ pixels: MAX_PIXELS, atOnce: AT_ONCE });
  const open = createOpenRequests();
  let child: Promise<ChildProcess> | null = null;
  let orders = 0;
  let ended: string | null = null;
  const fail = (how: string) => {
    ended = how;
    open.fail(stopped(how));
  };
  const start = async (): Promise<ChildProcess> => {
    const started = await forkChild();
    started.on('message', open.settle);
    // Sending to a process that has ended is an error too, but its exit says why it ended.
    started.on('error', ({ message }) => started.pid === undefined && fail(message));
    started.on('exit', (code, signal) => fail(signal ?? `exit code ${code}`));
    return started;
  };
  /** Ends the process, because nothing else stops a library, and sends what else was open to a new one. */
  const giveUp = async ({ id, order }: ImageRequest, late: ChildProcess) => {
    open.settle({ id, ...describeLate(order, deadlineMs) });
    if (late.killed) return;
    child = start();
    late.removeAllListeners('exit').kill('SIGKILL');
    const started = await child;
    for (const request of open.list()) send(request, started);
  };
  const send = (asked: OpenRequest, to: ChildProcess) => {
    clearTimeout(asked.timer ?? undefined);
    asked.timer = setTimeout(() => giveUp(asked.request, to), deadlineMs).unref();
    to.send(asked.request);
  };
  const ask = async (order: ImageRequest['order']): Promise<ImageAnswer> => {
    child ??= start();
    const started = await child;
    if (ended !== null) throw stopped(ended);
    const asked: OpenRequest = { request: { id: orders, order }, timer: null, ...Promise.withResolvers<ImageAnswer>() };
    orders += 1;
    open.add(asked);
    send(asked, started);
    return await asked.promise;
  };
  return {
    make: (order) => budget.run(costOf(order), () => ask(order)),
    measure: async (order, check) => {
      const answer = await budget.run(0, async () => {
        check();
        return await ask(order);
      });
      return factsOf(answer, order);
    },
    close: () => {
      budget.clear();
      void child?.then(
        (started) => started.removeAllListeners('exit').kill(),
        () => {},
      );
    },
  };
}

/** The requests without an answer. */
function createOpenRequests() {
  const open = new Map<number, OpenRequest>();
  return {
    list: () => open.values(),
    add: (asked: OpenRequest) => open.set(asked.request.id, asked),
    settle: (answer: ImageAnswer) => {
      const settled = open.get(answer.id);
      clearTimeout(settled?.timer ?? undefined);
      settled?.resolve(answer);
      open.delete(answer.id);
    },
    fail: (error: SiteError) => {
      for (const { reject, timer } of open.values()) {
        clearTimeout(timer ?? undefined);
        reject(error);
      }
      open.clear();
    },
  };
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

function factsOf(answer: ImageAnswer, { file }: MeasureOrder): ImageFacts {
  if ('facts' in answer) return answer.facts;
  throw new Error(`${file} was not measured.`);
}

/** What is known about a file that took too long. */
function describeLate(order: ImageRequest['order'], deadlineMs: number): { facts: ImageFacts } | { failure: string } {
  const minutes = Math.ceil(deadlineMs / 60_000);
  const what = `The image took longer than ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} to read.`;
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

interface PixelBudget {
  /** Runs work as soon as it fits into the budget. Work larger than the whole budget runs alone. */
  readonly run: <Result>(pixels: number, work: () => Promise<Result>) => Promise<Result>;
  /** Drops all work that has not started. */
  readonly clear: () => void;
}

/** Runs at most `atOnce` pieces of work, with at most `pixels` in all. */
export function createPixelBudget({ pixels: max, atOnce }: { pixels: number; atOnce: number }): PixelBudget {
  const waiting: { readonly pixels: number; readonly start: () => void }[] = [];
  let [running, used] = [0, 0];
  const startNext = () => {
    while (running < atOnce) {
      const index = running === 0 ? 0 : waiting.findIndex(({ pixels }) => used + pixels <= max);
      const [next] = index === -1 ? [] : waiting.splice(index, 1);
      if (next === undefined) return;
      running += 1;
      used += next.pixels;
      next.start();
    }
  };
  return {
    run: async (pixels, work) => {
      await new Promise<void>((start) => {
        waiting.push({ pixels, start });
        startNext();
      });
      try {
        return await work();
      } finally {
        running -= 1;
        used -= pixels;
        startNext();
      }
    },
    clear: () => {
      waiting.length = 0;
    },
  };
}
