// Decides which entries are visible at the clock, and until when this stays the same. A date without time means midnight in the time
// zone of the site.

import type { Collection } from '../../content/collections.ts';
import type { ContentSnapshot, IndexRow } from '../content/snapshot/content-snapshot.ts';
import { type Problem, placeOfEntry } from '../errors.ts';

type TimedContent = Pick<ContentSnapshot, 'clock' | 'collections'>;

/** The period around the clock in which the same content gives the same site. */
export interface ShownPeriod {
  /** ISO 8601, in UTC. */
  readonly from: string;
  readonly until: string;
  /** What changes at its end. */
  readonly because: string;
}

/** Length of a date without time: '2026-01-31'. */
export const DAY_LENGTH = 10;
const YEAR_LENGTH = 4;
const MILLISECONDS = { fractionalSecondDigits: 3 } as const;

/** A date as a time in UTC; a date without time means midnight in the time zone. */
export function momentOf(date: string, timeZone: string): string {
  if (date.length !== DAY_LENGTH) return date;
  // Temporal takes long to load, and most sites are in UTC.
  if (timeZone === 'UTC') return `${date}T00:00:00.000Z`;
  return Temporal.PlainDate.from(date).toZonedDateTime(timeZone).toInstant().toString(MILLISECONDS);
}

/** The year at a time in a time zone. */
export function yearOf(moment: string, timeZone: string): number {
  if (timeZone === 'UTC') return Number(moment.slice(0, YEAR_LENGTH));
  return Temporal.Instant.from(moment).toZonedDateTimeISO(timeZone).year;
}

/**
 * Returns a function that tells whether an entry is visible: published and not private, or scheduled with a date in the past. If the
 * service sends no status, only `blog_articles` with a future date are hidden (decisions, "Published").
 */
export function createIsVisible(clock: string, timeZone: string): (row: IndexRow) => boolean {
  return (row) => {
    const { status, isPrivate } = row;
    const start = startOf(row, timeZone);
    if (start !== null && start > clock) return false;
    return status === 'scheduled' || (!isPrivate && (status === null || status === 'published'));
  };
}

/** When an entry becomes visible; null if that does not depend on the clock. */
function startOf({ status, isPrivate, collection, date }: IndexRow, timeZone: string): string | null {
  const isDated = status === 'scheduled' || (status === null && !isPrivate && collection === 'blog_articles');
  return isDated && date !== null ? momentOf(date, timeZone) : null;
}

/**
 * Finds the period of a site. It ends when an entry becomes visible or expires, or at the end of the year, which is in the footer.
 * Webinars that have ended stay visible, with a notice.
 */
export function findShownPeriod(content: TimedContent, timeZone: string): ShownPeriod {
  const { clock } = content;
  const year = yearOf(clock, timeZone);
  let from = momentOf(`${year}-01-01`, timeZone);
  let until = momentOf(`${year + 1}-01-01`, timeZone);
  let because = 'the year in the footer';
  const consider = (moment: string | null, { title, collection, site }: IndexRow, change: string) => {
    if (moment === null) return;
    if (moment <= clock && moment > from) from = moment;
    if (moment <= clock || moment >= until) return;
    until = moment;
    because = `"${title}" (${collection}, ${site}) ${change}`;
  };
  const expiring = findExpiring(content, timeZone);
  for (const { collection, rows } of content.collections) {
    const mayExpire = expiring.has(collection);
    for (const row of rows) {
      consider(startOf(row, timeZone), row, 'appears');
      if (mayExpire && isPublished(row)) consider(momentOf(row.date, timeZone), row, 'may expire');
      consider(endOfEvent(row, timeZone), row, 'is over');
    }
  }
  return { from, until, because };
}

function isPublished(row: IndexRow): row is IndexRow & { readonly date: string } {
  return row.status === 'published' && row.date !== null;
}

/** Collections without published entries in the past. Their entries may expire, which only the service knows. */
function findExpiring({ collections, clock }: TimedContent, timeZone: string): ReadonlySet<Collection> {
  const isPast = (row: IndexRow) => isPublished(row) && momentOf(row.date, timeZone) <= clock;
  const expiring = new Set(collections.map(({ collection }) => collection));
  for (const { collection, rows } of collections)
    if (expiring.has(collection) && rows.some(isPast)) expiring.delete(collection);
  return expiring;
}

const MINUTE_MS = 60_000;

/** When an event that is listed as upcoming ends; null for other entries, and if its start is unknown. */
function endOfEvent(row: IndexRow, timeZone: string): string | null {
  const { isCurrent, eventDate, eventTimeZone, durationMinutes } = row;
  if (!isCurrent || eventDate === null) return null;
  if (eventDate.length > DAY_LENGTH)
    return new Date(Date.parse(eventDate) + (durationMinutes ?? 0) * MINUTE_MS).toISOString();
  return momentOf(Temporal.PlainDate.from(eventDate).add({ days: 1 }).toString(), eventTimeZone ?? timeZone);
}

/** Reports webinars that have ended but are listed as upcoming, which only an editor can change (decisions, "Published"). */
export function findPastEvents(content: TimedContent, timeZone: string): readonly Problem[] {
  const isVisible = createIsVisible(content.clock, timeZone);
  return content.collections
    .flatMap(({ rows }) => rows)
    .flatMap((row): readonly Problem[] => {
      const end = endOfEvent(row, timeZone);
      if (end === null || end > content.clock || !isVisible(row)) return [];
      const { editUrl } = row;
      return [
        {
          code: 'WEBINAR_OVER',
          severity: 'notice',
          where: placeOfEntry(row, 'current_webinar'),
          what: `The webinar ended on ${end.slice(0, DAY_LENGTH)} but is still listed as upcoming.`,
          fix: `Switch current_webinar off ${editUrl === null ? 'in the control panel' : `at ${editUrl}`}, publish, and build again.`,
        },
      ];
    });
}

/** Whether a webinar is upcoming and has a start time. */
export function hasCalendarFile({ isCurrent, eventDate }: IndexRow): boolean {
  return isCurrent && eventDate !== null && eventDate.length > DAY_LENGTH;
}
