import { describe, expect, it } from 'vitest';
import { toSitePath } from '../../cli/files/brands.ts';
import { type CalendarEvent, renderCalendar } from '../../cli/outputs/calendar.ts';

const EVENT: CalendarEvent = {
  title: 'Alerts, few; and good',
  description: null,
  url: 'https://www.example.com/webinars/alerts/',
  startsAt: '2027-04-15T17:00:00.000+02:00',
  durationMinutes: 45,
  changedAt: '2026-10-30T09:00:00Z',
};
const render = (event: Partial<CalendarEvent> = {}) =>
  renderCalendar(
    { ...EVENT, ...event },
    { locale: 'ua', path: toSitePath('/ua/webinars/alerts/event.ics'), brand: 'Murmurlens' },
  );
const textOf = (event: Partial<CalendarEvent> = {}) => String(render(event).content);
/** The content lines, unfolded (RFC 5545, section 3.1). */
const linesOf = (event: Partial<CalendarEvent> = {}) => textOf(event).replaceAll('\r\n ', '').split('\r\n');

describe('renderCalendar', () => {
  it('is a file of one event beside its page, with times in UTC', () => {
    expect(render()).toMatchObject({ path: 'ua/webinars/alerts/event.ics', kind: 'map', locale: 'ua' });
    expect(linesOf()).toEqual([
      ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Murmurlens//sitegen//EN', 'METHOD:PUBLISH', 'BEGIN:VEVENT'],
      'UID:https://www.example.com/webinars/alerts/',
      'DTSTAMP:20261030T090000Z',
      'DTSTART:20270415T150000Z',
      'DURATION:PT45M',
      'SUMMARY:Alerts\\, few\\; and good',
      'LOCATION:https://www.example.com/webinars/alerts/',
      'URL:https://www.example.com/webinars/alerts/',
      ...['END:VEVENT', 'END:VCALENDAR', ''],
    ]);
  });

  it('folds lines at 75 octets, between characters, and takes nothing as a line of its own', () => {
    const description = `${'Як міряти тишу 🔇 '.repeat(12)}\r\nATTACH:x\u0007`;
    for (const line of textOf({ description }).split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(linesOf({ description })).toContain(`DESCRIPTION:${'Як міряти тишу 🔇 '.repeat(12)}\\nATTACH:x `);
  });

  it.each([
    [90.5, 'DURATION:PT90M30S'],
    [0.01, 'DURATION:PT1S'],
    [1, 'DURATION:PT1M'],
    [0, undefined],
    [0.001, undefined],
  ])('has a length of %s minutes in whole seconds, if it is any', (durationMinutes, line) => {
    expect(linesOf({ durationMinutes }).find((written) => written.startsWith('DURATION'))).toBe(line);
  });

  it('has no length where none is known, and the start as its stamp where no change is', () => {
    const lines = linesOf({ durationMinutes: null, changedAt: null });
    expect(lines.filter((line) => line.startsWith('DURATION'))).toEqual([]);
    expect(lines).toContain('DTSTAMP:20270415T150000Z');
  });
});
