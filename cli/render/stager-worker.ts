// The thread that stages what another one renders. Started by stager-thread.ts with its place.

import { workerData } from 'node:worker_threads';
import { answerRequests } from '../threads/worker-thread.ts';
import { createMarkupUnpacker } from './packed-markup.ts';
import { packAnswers, unpackPages } from './packed-pages.ts';
import { openPageStager } from './page-stager.ts';
import type { StagerPlace } from './page-work.ts';
import type { PackedAnswer, PackedBatch } from './stager-thread.ts';

const place: StagerPlace = workerData;
const { stage } = openPageStager(place);
const unpacker = createMarkupUnpacker();

answerRequests(({ chromes, frames, pages }: PackedBatch): PackedAnswer => {
  unpacker.learn(frames);
  const staged = stage({ chromes, pages: unpackPages(pages, unpacker) });
  return { ...staged, pages: packAnswers(staged.pages) };
});
