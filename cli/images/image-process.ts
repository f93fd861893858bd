// Makes images in a child process. Encoders allocate and free large blocks, which glibc keeps per thread: with images of 2 MB a build
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
import type { MadeOrder } from './image-order.ts';
import { createPixelBudget } from './pixel-budget.ts';

export interface ImageRequest {
  readonly id: number;
  readonly order: MadeOrder;
}

/** An image, or why it could not be made. */
export type ImageAnswer = { readonly id: number } & ({ readonly bytes: Uint8Array } | { readonly failure: string });

/** Makes several images at a time. */
export interface ImageProcess {
  /** @throws SiteError IMAGES_STOPPED (exit 1) if the process ended. */
  readonly make: (order: MadeOrder) => Promise<ImageAnswer>;
  /** Drops waiting orders, and ends the process. */
  readonly close: () => void;
}

const MAX_AT_ONCE = 4;
/** To encode this many pixels as AVIF takes about 60 MB. A photograph of 1920 pixels takes most of them. */
const MAX_PIXELS = 2_900_000;
/** Memory of other formats, relative to AVIF. */
const OTHER_FORMATS_SHARE = 1 / 3;

/** The process starts with the first order. */
export function createImageProcess(): ImageProcess {
  const atOnce = Math.min(availableParallelism(), MAX_AT_ONCE);
  const budget = createPixelBudget({ pixels: MAX_PIXELS, atOnce });
  const open = new Map<number, PromiseWithResolvers<ImageAnswer>>();
  let child: Promise<ChildProcess> | null = null;
  let orders = 0;
  let ended: string | null = null;
  const start = async (): Promise<ChildProcess> => {
    // Objects of rendering can only be collected in the next turn of the event loop.
    await turn();
    collectNow();
    const started = fork(join(PROJECT, 'cli/images/image-child.ts'), {
      // One arena for all threads, and large blocks are returned to the system at once: see mallopt(3).
      env: {
        ...process.env,
        MALLOC_ARENA_MAX: '1',
        MALLOC_MMAP_THRESHOLD_: '65536',
        UV_THREADPOOL_SIZE: String(atOnce),
      },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    started.on('message', (answer: ImageAnswer) => {
      open.get(answer.id)?.resolve(answer);
      open.delete(answer.id);
    });
    const fail = (how: string) => {
      ended = how;
      for (const { reject } of open.values()) reject(stopped(how));
      open.clear();
    };
    // Sending to a process that has ended is an error too, but its exit says why it ended.
    started.on('error', ({ message }) => started.pid === undefined && fail(message));
    started.on('exit', (code, signal) => fail(signal ?? `exit code ${code}`));
    return started;
  };
  const ask = async (order: MadeOrder): Promise<ImageAnswer> => {
    child ??= start();
    const started = await child;
    if (ended !== null) throw stopped(ended);
    const request: ImageRequest = { id: orders, order };
    orders += 1;
    const answered = Promise.withResolvers<ImageAnswer>();
    open.set(request.id, answered);
    started.send(request);
    return await answered.promise;
  };
  return {
    make: (order) => budget.run(costOf(order), () => ask(order)),
    close: () => {
      budget.clear();
      void child?.then(
        (started) => started.removeAllListeners('exit').kill(),
        () => {},
      );
    },
  };
}

/** The share of an order in the pixel budget. */
function costOf(order: MadeOrder): number {
  const pixels = order.kind === 'resize' ? order.pixels : SHARE_IMAGE_SIZE.width * SHARE_IMAGE_SIZE.height;
  return order.format === 'avif' ? pixels : pixels * OTHER_FORMATS_SHARE;
}

function stopped(how: string): SiteError {
  const why =
    how === 'SIGKILL'
      ? 'The system does this when memory is low: free some, or lower content.maxImagePixels in site.config.ts to what your images need.'
      : 'Its output above may say why.';
  const message = `The process that makes images ended (${how}). Nothing was written to the out folder. ${why} Then build again: finished images are cached.`;
  return new SiteError({ code: 'IMAGES_STOPPED', exitCode: 1, message });
}
