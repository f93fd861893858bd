// How many requests run at once. It begins with few and grows while answers come as fast as they did; where they get slower, or the
// service is in trouble, it shrinks, so that a service with few workers is never asked for more than it bears (AIMD, as TCP does).

import type { RequestFailure } from './request-failure.ts';

/** The number of requests at once of a client. */
interface Pace {
  /** As many as may run now. */
  atOnce(): number;
  /** An answer came. Answers of one kind take as long where nothing else is asked for. */
  noteAnswer(kind: string, milliseconds: number): void;
  /** A request timed out, or the service said that it was too much. */
  noteTrouble(): void;
}

const FIRST = 2;
/** An answer is slow from so many times the fastest of its kind, and so many milliseconds above it. */
const SLOW_RATIO = 1.4;
const SLOW_MS = 100;
/** What is left of the number where answers are slow, and in trouble. */
const SLOW_SHARE = 0.75;
const TROUBLE_SHARE = 0.5;

/** The kind of an answer: the path without its query, and the length of the body in powers of two. */
export function kindOfAnswer(path: string, bytes: number): string {
  return `${path.replace(/\?.*$/, '')} ${Math.round(Math.log2(bytes + 1))}`;
}

/** Whether a failure says that the service has too much to do: it refuses, or does not answer in time. */
export function isOverload({ status, isUnreachable }: RequestFailure): boolean {
  return status === null ? !isUnreachable : status === 429 || status === 503;
}

/** Begins with two requests. `most` is what the owner allows. */
export function createPace(most: number): Pace {
  const fastest = new Map<string, number>();
  let size = Math.min(FIRST, most);
  let hasShrunk = false;
  /** Answers that were asked for before the last change. */
  let skipped = 0;
  const shrink = (share: number) => {
    if (skipped > 0) return;
    hasShrunk = true;
    size = Math.max(1, size * share);
    skipped = Math.ceil(size);
  };
  return {
    atOnce: () => Math.floor(size),
    noteAnswer(kind, milliseconds) {
      skipped = Math.max(0, skipped - 1);
      // One request at a time does not slow a service down: it answers like this now, perhaps not from its cache any more.
      const isAlone = size < 2 && skipped === 0;
      const best = isAlone ? milliseconds : Math.min(fastest.get(kind) ?? milliseconds, milliseconds);
      fastest.set(kind, best);
      if (milliseconds > best * SLOW_RATIO && milliseconds - best > SLOW_MS) shrink(SLOW_SHARE);
      // One more for each answer at first, later one more for each round of answers.
      else size = Math.min(most, size + (hasShrunk ? 1 / size : 1));
    },
    noteTrouble: () => shrink(TROUBLE_SHARE),
  };
}
