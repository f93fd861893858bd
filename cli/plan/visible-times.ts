// Which entries show at the clock, and until when the same ones do. A day without a time begins at midnight of the site's zone.

import type { Collection } from '../../content/collections.ts';
import type { ContentSnapshot, IndexRow } from '../content/snapshot/content-snapshot.ts';

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

/** The period of a site. The service may say of a published entry that it is expired, once its date is past. Besides entries the clock gives the year of its footer. */
export function findShownPeriod(content: TimedContent, timeZone: string): ShownPeriod {
  const { clock } = content;
  const year = yearOf(clock, timeZone);
  let from = momentOf(`${year}-01-01`, timeZone);
  let until = momentOf(`${year + 1}-01-01`, timeZone);
  let because = 'the year in the footer';
  const expiring = findExpiring(content, timeZone);
  for (const row of content.collections.flatMap(({ rows }) => rows)) {
    const start = startOf(row, timeZone);
    const moment = start ?? (isPublished(row) && expiring.has(row.collection) ? momentOf(row.date, timeZone) : null);
    if (moment === null) continue;
    if (moment <= clock && moment > from) from = moment;
    if (moment <= clock || moment >= until) continue;
    until = moment;
    because = `"${row.title}" (${row.collection}, ${row.site}) ${start === null ? 'may expire' : 'appears'}`;
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
