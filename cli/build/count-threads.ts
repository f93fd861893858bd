// How many threads make the pages of a build, and what they do.

import { availableParallelism } from 'node:os';
import type { ThreadCounts } from './render-pool.ts';

/** Rendering that many pages in one thread takes as long as starting others. */
const PAGES_FOR_ALL_CORES = 1500;
/** Of two cores the other one has enough to do beside this thread: V8 compiles and cleans there, pages are staged. */
const CORES_WORTH_RENDERERS = 3;

/** As many threads as asked for, each doing all of its pages; else one a core, or two that share the work. */
export function countThreads(pages: number, asked: number | null, cores = availableParallelism()): ThreadCounts {
  if (asked !== null) return { renderers: asked, hasStager: false };
  const isOneEnough = pages < PAGES_FOR_ALL_CORES || cores < CORES_WORTH_RENDERERS;
  return isOneEnough ? { renderers: 1, hasStager: cores > 1 } : { renderers: cores, hasStager: false };
}
