// Dates of pages that follow each other are mostly of a few days, and formatting one costs more than a paragraph.

import type { FormatDate } from '../locales/formatter.ts';

/** When that many are kept they are all forgotten. */
const MOST_KEPT = 1000;
const DAY_MS = 86_400_000;

/** Formats each day once. The format must tell of a moment nothing but its day in UTC. */
export function keepDays(format: FormatDate): FormatDate {
  const textByDay = new Map<number, string>();
  return (moment) => {
    const day = Math.floor(Date.parse(moment) / DAY_MS);
    const known = textByDay.get(day);
    if (known !== undefined) return known;
    const text = format(moment);
    if (textByDay.size >= MOST_KEPT) textByDay.clear();
    textByDay.set(day, text);
    return text;
  };
}
