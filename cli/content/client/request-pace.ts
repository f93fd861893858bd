// Adapts the number of concurrent requests to the content service, as TCP does (AIMD): it starts low, grows while answers stay
// fast, and shrinks when they get slower or fail, so that a service with few workers is not overloaded.

import pLimit from 'p-limit';
import { RequestFailure } from './request-failure.ts';

const FIRST = 2;
/** An answer is slow if it takes this many times as long as the fastest of its kind, and this many milliseconds longer. */
const SLOW_RATIO = 1.4;
const SLOW_MS = 100;
/** Factors for the number of concurrent requests. */
const SLOW_FACTOR = 0.75;
const OVERLOAD_FACTOR = 0.5;

/** Runs requests: `most` at the same time, or fewer if the service is slow. */
export function createPacedLimit(most: number) {
  const pace = createPace(most);
  const limit = pLimit(pace.concurrency());
  const adjust = () => {
    if (limit.concurrency !== pace.concurrency()) limit.concurrency = pace.concurrency();
  };
  return {
    run: limit,
    /** Answers of one kind take about the same time. */
    noteAnswer(kind: string, milliseconds: number) {
      pace.noteAnswer(kind, milliseconds);
      adjust();
    },
    rethrow(cause: unknown): never {
      if (cause instanceof RequestFailure && isOverload(cause)) pace.noteOverload();
      adjust();
      throw cause;
    },
  };
}

/** The kind of an answer: the path without its query, and the length of the body in powers of two. */
export function kindOfAnswer(path: string, bytes: number): string {
  return `${path.replace(/\?.*$/, '')} ${Math.round(Math.log2(bytes + 1))}`;
}

/** Whether the service is overloaded: it says so, or does not answer in time. */
function isOverload({ status, isUnreachable }: RequestFailure): boolean {
  return status === null ? !isUnreachable : status === 429 || status === 503;
}

function createPace(most: number) {
  const fastest = new Map<string, number>();
  let size = Math.min(FIRST, most);
  let hasShrunk = false;
  /** Number of answers left that were requested before the last change. */
  let skipped = 0;
  const shrink = (factor: number) => {
    if (skipped > 0) return;
    hasShrunk = true;
    size = Math.max(1, size * factor);
    skipped = Math.ceil(size);
  };
  return {
    concurrency: () => Math.floor(size),
    noteAnswer(kind: string, milliseconds: number) {
      skipped = Math.max(0, skipped - 1);
      // A single request at a time does not slow the service down, so its time is the new reference: its cache may have been cleared.
      const isAlone = size < 2 && skipped === 0;
      const best = isAlone ? milliseconds : Math.min(fastest.get(kind) ?? milliseconds, milliseconds);
      fastest.set(kind, best);
      if (milliseconds > best * SLOW_RATIO && milliseconds - best > SLOW_MS) shrink(SLOW_FACTOR);
      // Grows by one per answer at first, and by one per round of answers after it has shrunk.
      else size = Math.min(most, size + (hasShrunk ? 1 / size : 1));
    },
    noteOverload: () => shrink(OVERLOAD_FACTOR),
  };
}
