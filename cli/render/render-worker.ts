// The entry point of a rendering thread. Started by render-thread.ts.

import { parentPort, workerData } from 'node:worker_threads';
import { errorMessage, SiteError } from '../errors.ts';
import { createPageRenderer } from './page-renderer.ts';
import type { PageBatch, ThreadAnswer } from './worker-messages.ts';

const render = createPageRenderer(workerData);
// Not async: any error but a SiteError must end the thread.
parentPort?.on('message', (batch: PageBatch) => parentPort?.postMessage(answer(batch)));

function answer(batch: PageBatch): ThreadAnswer {
  try {
    return { result: render(batch) };
  } catch (cause) {
    if (!(cause instanceof SiteError)) throw cause;
    const { code, exitCode, message, problems } = cause;
    return { error: { code, exitCode, message, problems }, cause: describeCause(cause.cause) };
  }
}

/** Templates can throw any value. One that cannot be cloned becomes an Error. */
function describeCause(cause: unknown): unknown {
  try {
    return structuredClone(cause);
  } catch {
    return new Error(errorMessage(cause));
  }
}
