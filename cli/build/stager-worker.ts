// The thread that stages what another one renders. Started by stager-thread.ts with its place.

import { workerData } from 'node:worker_threads';
import { openPlacedTexts } from '../content/placed-texts.ts';
import { answerRequests } from '../worker-thread.ts';
import { createMarkupUnpacker } from './packed-markup.ts';
import { packAnswers, unpackPages } from './packed-pages.ts';
import { openPageStager } from './page-stager.ts';
import type { StagerPlace } from './page-work.ts';
import type { PackedAnswer, PackedBatch } from './stager-thread.ts';

const place: StagerPlace = workerData;
/** Bytes of printed texts that are read at once. */
const WINDOW_BYTES = 262_144;
const texts = openPlacedTexts(WINDOW_BYTES);
const { stage } = openPageStager(place, texts);
const unpacker = createMarkupUnpacker(texts);

answerRequests(({ chromes, frames, pages }: PackedBatch): PackedAnswer => {
  unpacker.learn(frames);
  const staged = stage({ chromes, pages: unpackPages(pages, unpacker) });
  return { ...staged, pages: packAnswers(staged.pages) };
});
