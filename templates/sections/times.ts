// The times that titles of steps tell, such as "Minute 15", "Days 2–3" or "14:00".

/** Percent of the time of all steps. */
export interface Time {
  readonly from: number;
  readonly to: number;
}

/**
 * The time of each step, or null if the titles tell none: they begin alike or with a digit, each has a number, and the numbers rise.
 * Periods in whole units ("Day 1", "Days 2–3") and ranges ("0 to 15") last to their end, moments until the next one. The first title may
 * have no number, such as "Today": then the others are terms ("Within 3 days") that run from there. A last title without a number, such
 * as "Otherwise", stands outside the times, which are then one fewer.
 */
export function findTimes(titles: readonly string[]): readonly Time[] | null {
  const spans = titles.map(readNumbers);
  if (spans.at(-1)?.length === 0) return spans.length > 1 ? findTimes(titles.slice(0, -1)) : null;
  if (spans.length < 3 || spans.slice(1).some(({ length }) => length === 0)) return null;
  const beginnings = titles.slice(1).map((title) => (/^\d/.test(title) ? '0' : title.charAt(0)));
  if (new Set(beginnings).size > 1) return null;
  const times = spans.map((span) => ({ start: span[0] ?? 0, end: span.at(-1) ?? 0 }));
  const isRising = times.every(({ start, end }, index) => {
    const before = times[index - 1];
    return end >= start && (before === undefined || (start > before.start && start >= before.end));
  });
  if (!isRising) return null;
  const areUnits = times.every(({ start }, index) => start === (times[index - 1]?.end ?? 0) + 1);
  const areTerms = spans[0]?.length === 0;
  const base = areUnits ? 0 : (times[0]?.start ?? 0);
  const percent = 100 / ((times.at(-1)?.end ?? 0) - base);
  return times.map(({ start, end }, index) => ({
    from: areTerms ? 0 : ((areUnits ? start - 1 : start) - base) * percent,
    to: ((areTerms || areUnits || end > start ? end : (times[index + 1]?.start ?? end)) - base) * percent,
  }));
}

/** The numbers of a title; times of day as minutes. */
function readNumbers(title: string): readonly number[] {
  return [...title.matchAll(/(\d+)(?::(\d\d))?/g)].map(([, number, minutes]) =>
    minutes === undefined ? Number(number) : Number(number) * 60 + Number(minutes),
  );
}
