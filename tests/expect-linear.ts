// Quadratic time is a hundred times as long for ten times the input: one text could stop a build.

import { expect } from 'vitest';

const GROWTH = 10;
const MOST_GROWTH = 25;
/** Too short to be compared: the clock ticks every 4 ms on some machines. */
const SHORT_MS = 150;
/** A thread may be held up now and then. */
const ATTEMPTS = 5;

/** Milliseconds of this thread alone: other work on the machine does not count. */
function timeOf(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** Expects that ten times the input takes about ten times as long. */
export function expectLinear<Input>(work: (input: Input) => unknown, create: (count: number) => Input, small: number) {
  const [few, many] = [create(small), create(small * GROWTH)];
  const growths: number[] = [];
  while (growths.length < ATTEMPTS && growths.every((growth) => growth >= MOST_GROWTH)) {
    const long = timeOf(() => work(many));
    growths.push(
      long < SHORT_MS
        ? 0
        : long /
            Math.max(
              1,
              timeOf(() => work(few)),
            ),
    );
  }
  expect(Math.min(...growths)).toBeLessThan(MOST_GROWTH);
}
