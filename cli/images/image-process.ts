// The process that makes images. Encoders take and free large blocks, which glibc keeps for each thread: images of 2 MB would bring a
// build to 700 MB. The settings against it are read when a process starts, so it is a process and no thread.

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

/** An order to the process. */
export interface ImageRequest {
  readonly id: number;
  readonly order: MadeOrder;
}

/** Bytes of an image, or why the library could not make it. */
export type ImageAnswer = { readonly id: number } & ({ readonly bytes: Uint8Array } | { readonly failure: string });

/** Makes images, a few at a time. The process starts with the first order. */
export interface ImageProcess {
  /** @throws SiteError IMAGES_STOPPED (exit 1) where the process ended. */
  readonly make: (order: MadeOrder) => Promise<ImageAnswer>;
  /** Drops what waits, and ends the process. */
  readonly close: () => void;
}

const MOST_AT_ONCE = 4;
/** As AVIF they take about 70 MB while they are encoded: a photograph of 1920 pixels leaves room for a third as many. */
const PIXELS_AT_ONCE = 3_400_000;
/** Of the memory that AVIF takes for as many pixels. */
const OTHER_FORMATS_SHARE = 1 / 3;

/** Starts nothing yet. */
export function createImageProcess(): ImageProcess {
  const atOnce = Math.min(availableParallelism(), MOST_AT_ONCE);
  const budget = createPixelBudget({ pixels: PIXELS_AT_ONCE, atOnce });
  const open = new Map<number, PromiseWithResolvers<ImageAnswer>>();
  let child: Promise<ChildProcess> | null = null;
  let orders = 0;
  let ended: string | null = null;
  const start = async (): Promise<ChildProcess> => {
    // What rendering left behind is held until its turn of the event loop is over.
    await turn();
    collectNow();
    const started = fork(join(PROJECT, 'cli/images/image-child.ts'), {
      // One arena for all threads, and large blocks go back to the system at once: mallopt(3).
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
    // What cannot be sent to a process that runs no more is no reason: its end says why.
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

/** What an order takes of the budget. */
function costOf(order: MadeOrder): number {
  const pixels = order.kind === 'resize' ? order.pixels : SHARE_IMAGE_SIZE.width * SHARE_IMAGE_SIZE.height;
  return order.format === 'avif' ? pixels : pixels * OTHER_FORMATS_SHARE;
}

function stopped(how: string): SiteError {
  const why =
    how === 'SIGKILL'
      ? 'The system ends processes like this when memory is short: free some, or set content.maxImagePixels in site.config.ts to what your pictures need.'
      : 'It may have said why above.';
  const message = `The process that makes images ended (${how}). Nothing was written to the out folder. ${why} Then build again: images that were made are kept.`;
  return new SiteError({ code: 'IMAGES_STOPPED', exitCode: 1, message });
}
