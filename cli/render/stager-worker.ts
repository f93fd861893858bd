// The thread that stages what another one renders. Started by stager-thread.ts with its place.

import { workerData } from 'node:worker_threads';
import { answerRequests } from '../threads/worker-thread.ts';
import { createMarkupUnpacker } from './packed-markup.ts';
import { unpackPages } from './packed-pages.ts';
import { openPageStager } from './page-stager.ts';
import type { RenderedBatch, StagerPlace } from './page-work.ts';
import type { PackedBatch } from './stager-thread.ts';

const place: StagerPlace = workerData;
const { stage } = openPageStager(place);
const unpacker = createMarkupUnpacker();

answerRequests(({ chromes, frames, pages }: PackedBatch): RenderedBatch => {
  unpacker.learn(frames);
  return stage({ chromes, pages: unpackPages(pages, unpacker) });
});
