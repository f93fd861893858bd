// Dates of pages that follow each other are mostly of a few days, and formatting one costs more than a paragraph.

import type { FormatDate } from '../locales/formatter.ts';

/** When that many are kept they are all forgotten. */
const MOST_KEPT = 1000;
/** Of '2026-01-31', with which every moment begins. */
const DAY_LENGTH = 10;

/** Formats each day once. The format must tell of a moment nothing but its day, as it is written. */
export function keepDays(format: FormatDate): FormatDate {
  const textByDay = new Map<string, string>();
  return (moment) => {
    const day = moment.slice(0, DAY_LENGTH);
    const known = textByDay.get(day);
    if (known !== undefined) return known;
    const text = format(moment);
    if (textByDay.size >= MOST_KEPT) textByDay.clear();
    textByDay.set(day, text);
    return text;
  };
}
