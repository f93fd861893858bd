// Decides which webinars have a calendar file.

import type { IndexRow } from '../content/snapshot/content-snapshot.ts';

import { DAY_LENGTH } from './visible-times.ts';

/** Whether a webinar is upcoming and has a start time. */
export function hasCalendarFile({ isCurrent, eventDate }: IndexRow): boolean {
  return isCurrent && eventDate !== null && eventDate.length > DAY_LENGTH;
}
