// The entry point of a rendering thread. Started by render-threads.ts.

import { workerData } from 'node:worker_threads';
import { answerRequests } from '../threads/worker-thread.ts';
import { createPageRenderer } from './page-renderer.ts';

answerRequests(createPageRenderer(workerData));
