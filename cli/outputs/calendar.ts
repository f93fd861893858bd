// A webinar as an iCalendar file (RFC 5545). Times are in UTC, which calendars show in the user's time zone. Every date comes
// from the content, so the same content makes the same bytes.

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

export function renderCalendar(
  { title, description, url, startsAt, durationMinutes, changedAt }: CalendarEvent,
  { locale, path, brand }: { readonly locale: Locale; readonly path: SitePath; readonly brand: string },
): OutputFile {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escapeText(brand)}//sitegen//EN`,
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${url}`,
    `DTSTAMP:${printTime(changedAt ?? startsAt)}`,
    `DTSTART:${printTime(startsAt)}`,
    ...printDuration(durationMinutes),
    `SUMMARY:${escapeText(title)}`,
    ...(description === null ? [] : [`DESCRIPTION:${escapeText(description)}`]),
    `LOCATION:${escapeText(url)}`,
    `URL:${url}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return createMapFile(outFileOf(path), `${lines.map(fold).join('\r\n')}\r\n`, locale);
}

/** '20270415T150000Z' */
function printTime(moment: string): string {
  return `${new Date(moment).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}

const SECONDS_PER_MINUTE = 60;

/** RFC 5545, section 3.3.6: a positive duration of whole seconds. None for less than a second. */
function printDuration(minutes: number | null): readonly string[] {
  const seconds = Math.round((minutes ?? 0) * SECONDS_PER_MINUTE);
  if (seconds <= 0) return [];
  const rest = seconds % SECONDS_PER_MINUTE;
  return [`DURATION:PT${Math.floor(seconds / SECONDS_PER_MINUTE)}M${rest === 0 ? '' : `${rest}S`}`];
}

/** RFC 5545, section 3.3.11. Control characters are not allowed. */
function escapeText(text: string): string {
  return text
    .replaceAll(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll(/\r\n?|\n/g, '\\n')
    .replaceAll(/\p{Cc}/gu, ' ');
}

/** RFC 5545, section 3.1. */
const MAX_LINE_BYTES = 75;

/** Continues a long line on the next one, which starts with a space. Never splits a character. */
function fold(line: string): string {
  const parts: string[] = [];
  let part = '';
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > MAX_LINE_BYTES) {
      parts.push(part);
      [part, bytes] = ['', 1];
    }
    part += character;
    bytes += size;
  }
  return [...parts, part].join('\r\n ');
}
