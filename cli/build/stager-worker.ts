// The thread that stages what another one renders. Started by stager-thread.ts with its place.

import { workerData } from 'node:worker_threads';
import { answerRequests } from '../worker-thread.ts';
import { createMarkupUnpacker } from './packed-markup.ts';
import { type MadePage, openPageStager } from './page-stager.ts';
import type { RenderedBatch, StagerPlace } from './page-work.ts';
import type { PackedBatch, PackedPage } from './stager-thread.ts';

const place: StagerPlace = workerData;
const { stage } = openPageStager(place);
const { learn, unpack } = createMarkupUnpacker();

answerRequests(({ chromes, frames, pages }: PackedBatch): RenderedBatch => {
  learn(frames);
  return stage({ chromes, pages: pages.map(unpackPage) });
});

function unpackPage({ head, switcher, main, end, ...page }: PackedPage): MadePage {
  return { ...page, parts: { head: unpack(head), switcher: unpack(switcher), main: unpack(main), end } };
}
