// A webinar as an iCalendar file (RFC 5545). Times are in UTC, which calendars show in the user's time zone. Every date comes
// from the content, so the same content makes the same bytes.

import ical from 'ical.js';
import type { Locale } from '../../config/locales.ts';
import type { SitePath } from '../files/brands.ts';
import { createMapFile, type OutputFile } from '../files/output-file.ts';
import { outFileOf } from '../paths/site-path.ts';

/** An event. Texts are plain. */
export interface CalendarEvent {
  readonly title: string;
  readonly description: string | null;
  /** Canonical URL of its page, also used as the location. */
  readonly url: string;
  /** ISO 8601. */
  readonly startsAt: string;
  readonly durationMinutes: number | null;
  /** ISO 8601: last change of the entry. */
  readonly changedAt: string | null;
}

/** Octets of a line (RFC 5545, section 3.1), without the space that continues one, which the package does not count. */
ical.foldLength = 74;

export function renderCalendar(
  { title, description, url, startsAt, durationMinutes, changedAt }: CalendarEvent,
  { locale, path, brand }: { readonly locale: Locale; readonly path: SitePath; readonly brand: string },
): OutputFile {
  const seconds = Math.round((durationMinutes ?? 0) * 60);
  const length = Temporal.Duration.from({ seconds }).round({ largestUnit: 'minutes' }).toString();
  const event = [
    textOf('uid', url),
    ['dtstamp', {}, 'date-time', utcOf(changedAt ?? startsAt)],
    ['dtstart', {}, 'date-time', utcOf(startsAt)],
    ...(seconds > 0 ? [['duration', {}, 'duration', length]] : []),
    textOf('summary', title),
    ...(description === null ? [] : [textOf('description', description)]),
    textOf('location', url),
    ['url', {}, 'uri', url],
  ];
  const head = [textOf('version', '2.0'), textOf('prodid', `-//${brand}//sitegen//EN`), textOf('method', 'PUBLISH')];
  return createMapFile(outFileOf(path), ical.stringify(['vcalendar', head, [['vevent', event, []]]]), locale);
}

/** '2027-04-15T15:00:00Z' */
function utcOf(moment: string): string {
  return new Date(moment).toISOString().replace(/\.\d+/, '');
}

/** RFC 5545, section 3.3.11: control characters are not allowed, except line breaks. */
function textOf(name: string, text: string): readonly unknown[] {
  return [name, {}, 'text', text.replaceAll(/\r\n?/g, '\n').replaceAll(/[^\P{Cc}\n]/gu, ' ')];
}
