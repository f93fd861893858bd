// A rendering thread: takes batches, answers each with what it made. Started by render-queue.ts with its place.

import { workerData } from 'node:worker_threads';
import { answerRequests } from '../threads/worker-thread.ts';
import { openPageMaker } from './page-maker.ts';
import type { RendererPlace } from './page-work.ts';

const place: RendererPlace = workerData;

answerRequests(openPageMaker(place));
