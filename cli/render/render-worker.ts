// A rendering thread: takes batches, answers each with what it made. Started by render-pool.ts with its place.

import { workerData } from 'node:worker_threads';
import { answerRequests } from '../threads/worker-thread.ts';
import { loadTemplates } from './load-templates.ts';
import { createPageRenderer } from './page-renderer.ts';
import { openPageStager } from './page-stager.ts';
import type { PageBatch, RenderedBatch, RendererPlace } from './page-work.ts';

const place: RendererPlace = workerData;
const render = createPageRenderer(loadTemplates(place.templatesFile));
const { stage } = openPageStager(place);

answerRequests((batch: PageBatch): RenderedBatch => stage(render(batch)));
