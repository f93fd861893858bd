// The thread that stages what another one renders. Started by stager-thread.ts with its place.

import { workerData } from 'node:worker_threads';
import { answerRequests } from '../worker-thread.ts';
import { createMarkupUnpacker } from './packed-markup.ts';
import { openPageStager } from './page-stager.ts';
import type { RenderedBatch, StagerPlace } from './page-work.ts';
import type { PackedBatch } from './stager-thread.ts';

const place: StagerPlace = workerData;
const { stage } = openPageStager(place);
const { learn, unpack } = createMarkupUnpacker();

answerRequests(({ chromes, frames, pages }: PackedBatch): RenderedBatch => {
  learn(frames);
  return stage({ chromes, pages: pages.map((page) => ({ ...page, parts: unpack(page.parts) })) });
});
