// Which webinars can be put into a calendar.

import type { IndexRow } from '../content/snapshot/content-snapshot.ts';

/** Length of a date without a time: '2026-01-31'. */
const DAY_LENGTH = 10;

/** Whether a webinar is upcoming and says at what time it begins. */
export function hasCalendarFile({ isCurrent, eventDate }: IndexRow): boolean {
  return isCurrent && eventDate !== null && eventDate.length > DAY_LENGTH;
}
