// Stages in a thread beside the one that renders: of two cores the second prints, reads, records and writes what the first
// one makes. What stands between them are the texts of each page, which cost little to hand over.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { type AskedThread, startThread } from '../threads/worker-thread.ts';
import { createMarkupPacker, type PackedFrames, type PackedPiece } from './packed-markup.ts';
import { packPages } from './packed-pages.ts';
import type { MadeBatch } from './page-stager.ts';
import type { RenderedBatch, StagerPlace } from './page-work.ts';

/** A batch for the thread. */
export interface PackedBatch extends Pick<MadeBatch, 'chromes'> {
  readonly frames: PackedFrames;
  readonly pages: readonly PackedPiece[];
}

/** Stages batches in their order while others are rendered. */
export interface StagerThread {
  /** @throws SiteError as a PageStager does. */
  readonly stage: (batch: MadeBatch) => Promise<RenderedBatch>;
  /** Resolves when another batch may be made without piling up. Until then `spare` does pieces of something else. */
  readonly ready: (spare: () => boolean) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Batches on their way: one that is staged, and others that wait for it. */
const BATCHES_UNDERWAY = 3;
/** Starts the thread. */
export function startStager(place: StagerPlace, heapMb: number): StagerThread {
  const thread: AskedThread<PackedBatch, RenderedBatch> = startThread(new URL('./stager-worker.ts', import.meta.url), {
    workerData: place,
    heapMb,
  });
  const packer = createMarkupPacker();
  return {
    stage: ({ chromes, pages }) => {
      const packed = packPages(pages, packer);
      return thread.ask({ chromes, frames: packer.takeFrames(), pages: packed });
    },
    ready: async (spare) => {
      // Lets answers in, which waited while pages were made.
      await nextTurn();
      while (thread.underway() >= BATCHES_UNDERWAY) await (spare() ? nextTurn() : thread.settled());
    },
    close: thread.close,
  };
}
