// The times that titles of steps tell, such as "Minute 15" or "Days 2–3".

/** Percent of the time of all steps. */
export interface Time {
  readonly from: number;
  readonly to: number;
}

/**
 * The time of each step, or null if the titles tell none: each has a number, the first one may have none, and they rise. Periods that
 * follow each other ("Day 1", "Days 2 and 3") last to their end, moments ("Minute 5", "Minute 15") until the next one.
 */
export function findTimes(titles: readonly string[]): readonly Time[] | null {
  const spans = titles.map((title) => [...title.matchAll(/\d+/g)].map(Number));
  if (spans.length < 3 || spans.slice(1).some(({ length }) => length === 0)) return null;
  const times = spans.map((span) => ({ start: span[0] ?? 0, end: span.at(-1) ?? 0 }));
  const isRising = times.every(({ start }, index) => start > (times[index - 1]?.end ?? -1));
  if (!isRising) return null;
  const arePeriods = times.every(({ start }, index) => start === (times[index - 1]?.end ?? 0) + 1);
  const percent = 100 / (times.at(-1)?.end ?? 1);
  return times.map(({ start, end }, index) =>
    arePeriods
      ? { from: (start - 1) * percent, to: end * percent }
      : { from: start * percent, to: (times[index + 1]?.start ?? end) * percent },
  );
}
