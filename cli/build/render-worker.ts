// A rendering thread: takes batches, answers each with what it made. Started by render-pool.ts with its place.

import { parentPort, workerData } from 'node:worker_threads';
import { SiteError } from '../errors.ts';
import { loadTemplates } from './load-templates.ts';
import { createPageRenderer } from './page-renderer.ts';
import type { PageBatch, RendererPlace, WorkerAnswer } from './page-work.ts';

const place: RendererPlace = workerData;
const port = parentPort;
if (port === null) throw new Error('This file is the code of a worker thread.');
const renderer = createPageRenderer(await loadTemplates(place.templatesFile), place);

port.on('message', (batch: PageBatch) => {
  port.postMessage(answer(batch));
});

function answer(batch: PageBatch): WorkerAnswer {
  try {
    return { kind: 'done', batch: renderer.render(batch) };
  } catch (cause) {
    if (!(cause instanceof SiteError)) throw cause;
    const { code, exitCode, message, problems } = cause;
    return { kind: 'failed', error: { code, exitCode, message, problems }, cause: cause.cause };
  }
}
