// Which entries show at the clock, and until when the same ones do. A day without a time begins at midnight of the site's zone.

import type { Collection } from '../../content/collections.ts';
import type { ContentSnapshot, IndexRow } from '../content/snapshot/content-snapshot.ts';
import type { Problem } from '../errors.ts';
import { printableText } from '../text/printable-text.ts';

/** Content with the moment as of which it is shown. */
type TimedContent = Pick<ContentSnapshot, 'clock' | 'collections'>;

/** The time around the clock in which the same content gives the same site. */
export interface ShownPeriod {
  /** ISO 8601, in UTC. */
  readonly from: string;
  readonly until: string;
  /** What changes then, as text. */
  readonly because: string;
}

/** Of a day without a time: '2026-01-31'. */
const DAY_LENGTH = 10;
const YEAR_LENGTH = 4;
const MILLISECONDS = { fractionalSecondDigits: 3 } as const;

/** The moment of a date, in UTC: midnight in the time zone where the date has no time. */
export function momentOf(date: string, timeZone: string): string {
  if (date.length !== DAY_LENGTH) return date;
  return Temporal.PlainDate.from(date).toZonedDateTime(timeZone).toInstant().toString(MILLISECONDS);
}

/** The year at a moment in a time zone. */
export function yearOf(moment: string, timeZone: string): number {
  // Temporal takes long to load, and most sites are in UTC.
  if (timeZone === 'UTC') return Number(moment.slice(0, YEAR_LENGTH));
  return Temporal.Instant.from(moment).toZonedDateTimeISO(timeZone).year;
}

/**
 * Tells whether an entry shows: published and not private where the service says so, a scheduled one from its date on. A service
 * that sends no status hides future dates in `blog_articles` only (decisions, "Published").
 */
export function createIsVisible(clock: string, timeZone: string): (row: IndexRow) => boolean {
  return (row) => {
    const { status, isPrivate } = row;
    const start = startOf(row, timeZone);
    if (start !== null && start > clock) return false;
    return status === 'scheduled' || (!isPrivate && (status === null || status === 'published'));
  };
}

/** The moment from which an entry is visible; null if its visibility does not depend on the clock. */
function startOf({ status, isPrivate, collection, date }: IndexRow, timeZone: string): string | null {
  const isDated = status === 'scheduled' || (status === null && !isPrivate && collection === 'blog_articles');
  return isDated && date !== null ? momentOf(date, timeZone) : null;
}

/**
 * The period of a site. Besides entries the clock gives the year of its footer. The service may say of a published entry that it is
 * expired, once its date is past; a webinar that is over shows as before, and a notice says so.
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
  for (const row of content.collections.flatMap(({ rows }) => rows)) {
    consider(startOf(row, timeZone), row, 'appears');
    if (isPublished(row) && expiring.has(row.collection)) consider(momentOf(row.date, timeZone), row, 'may expire');
    consider(endOfEvent(row, timeZone), row, 'is over');
  }
  return { from, until, because };
}

function isPublished(row: IndexRow): row is IndexRow & { readonly date: string } {
  return row.status === 'published' && row.date !== null;
}

/** Collections of which no entry stayed published when its date was past. The service alone knows how it treats past dates. */
function findExpiring({ collections, clock }: TimedContent, timeZone: string): ReadonlySet<Collection> {
  const expiring = new Set(collections.map(({ collection }) => collection));
  for (const row of collections.flatMap(({ rows }) => rows))
    if (expiring.has(row.collection) && isPublished(row) && momentOf(row.date, timeZone) <= clock)
      expiring.delete(row.collection);
  return expiring;
}

const MINUTE_MS = 60_000;

/** When an event that is listed as coming is over; null for any other entry, and where its start is not known. */
function endOfEvent(row: IndexRow, timeZone: string): string | null {
  const { isCurrent, eventDate, eventTimeZone, durationMinutes } = row;
  if (!isCurrent || eventDate === null) return null;
  if (eventDate.length > DAY_LENGTH)
    return new Date(Date.parse(eventDate) + (durationMinutes ?? 0) * MINUTE_MS).toISOString();
  return momentOf(Temporal.PlainDate.from(eventDate).add({ days: 1 }).toString(), eventTimeZone ?? timeZone);
}

/** Notices of webinars that are listed as coming and over: the editor's toggle alone decides (decisions, "Published"). */
export function findPastEvents(content: TimedContent, timeZone: string): readonly Problem[] {
  const isVisible = createIsVisible(content.clock, timeZone);
  return content.collections
    .flatMap(({ rows }) => rows)
    .flatMap((row): readonly Problem[] => {
      const end = endOfEvent(row, timeZone);
      if (end === null || end > content.clock || !isVisible(row)) return [];
      const { collection, title, site, editUrl } = row;
      return [
        {
          code: 'WEBINAR_OVER',
          severity: 'notice',
          where: {
            collection,
            entry: printableText(title, 120),
            site,
            field: 'current_webinar',
            ...(editUrl === null ? {} : { editUrl: printableText(editUrl, 500) }),
          },
          what: `The webinar was over on ${end.slice(0, DAY_LENGTH)} and is still listed as a coming one.`,
          fix: `Switch current_webinar off ${editUrl === null ? 'in the control panel' : `at ${printableText(editUrl, 500)}`}, publish, and build again.`,
        },
      ];
    });
}
