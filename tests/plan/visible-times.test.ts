import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { IndexRow } from '../../cli/content/snapshot/content-snapshot.ts';
import { createIsVisible, findPastEvents, findShownPeriod, momentOf, yearOf } from '../../cli/plan/visible-times.ts';
import { rowWith, snapshotWith } from '../makers.ts';

const CLOCK = '2026-06-01T00:00:00.000Z';
const article = (slug: string, row: Partial<IndexRow> = {}) =>
  rowWith({ collection: 'blog_articles', site: 'en', slug, date: '2026-01-01T00:00:00.000Z', ...row });
const webinar = (slug: string, row: Partial<IndexRow> = {}) =>
  rowWith({ collection: 'webinars', site: 'en', slug, ...row });

const listVisible = (rows: readonly IndexRow[], clock: string, timeZone = 'UTC') =>
  rows.filter(createIsVisible(clock, timeZone)).map(({ slug }) => slug);
const periodOf = (rows: readonly IndexRow[], clock: string, timeZone = 'UTC') =>
  findShownPeriod(snapshotWith({ rows, clock }), timeZone);

describe('createIsVisible', () => {
  it('shows a scheduled entry from its date on', () => {
    const rows = [article('a', { status: 'scheduled', isPrivate: true, date: '2026-06-01T09:00:00.000Z' })];
    expect(listVisible(rows, '2026-06-01T08:59:59.999Z')).toEqual([]);
    expect(listVisible(rows, '2026-06-01T09:00:00.000Z')).toEqual(['a']);
  });

  it('hides expired and private entries', () => {
    expect(listVisible([article('a', { status: 'expired' }), article('b', { isPrivate: true })], CLOCK)).toEqual([]);
    expect(listVisible([article('a')], CLOCK)).toEqual(['a']);
  });

  it('hides future dates only in blog_articles where the service sends no status', () => {
    const date = '2027-01-01T00:00:00.000Z';
    const rows = [
      article('a', { status: null, date }),
      webinar('w', { status: null, date }),
      article('b', { status: 'published', date }),
    ];
    expect(listVisible(rows, CLOCK)).toEqual(['w', 'b']);
  });

  it.each([
    ['UTC', '2026-11-01T00:00:00.000Z'],
    ['Europe/Kyiv', '2026-10-31T22:00:00.000Z'],
    ['America/Los_Angeles', '2026-11-01T07:00:00.000Z'],
  ])('shows a day of %s from its midnight on', (timeZone, midnight) => {
    const rows = [article('a', { status: 'scheduled', isPrivate: true, date: '2026-11-01' })];
    const before = new Date(Date.parse(midnight) - 1).toISOString();
    expect([listVisible(rows, before, timeZone), listVisible(rows, midnight, timeZone)]).toEqual([[], ['a']]);
    expect(momentOf('2026-11-01', timeZone)).toBe(midnight);
  });
});

describe('findShownPeriod', () => {
  it('ends with the next entry that appears, and begins with the last one that did', () => {
    const scheduled = (slug: string, date: string) => article(slug, { status: 'scheduled', isPrivate: true, date });
    const rows = [
      scheduled('past', '2026-05-01T09:00:00.000Z'),
      scheduled('later', '2026-08-01T09:00:00.000Z'),
      scheduled('next', '2026-07-01T09:00:00.000Z'),
    ];
    expect(periodOf(rows, CLOCK)).toEqual({
      from: '2026-05-01T09:00:00.000Z',
      until: '2026-07-01T09:00:00.000Z',
      because: '"Title of next" (blog_articles, en) appears',
    });
  });

  it('ends when an entry expires, where no entry of its collection outlived its date', () => {
    const next = webinar('next', { date: '2026-07-01T09:00:00.000Z' });
    const expired = webinar('gone', { status: 'expired', isPrivate: true, date: '2026-05-01T09:00:00.000Z' });
    const lasting = webinar('past', { date: '2026-05-01T09:00:00.000Z' });
    expect(periodOf([next], CLOCK).until).toBe('2026-07-01T09:00:00.000Z');
    expect(periodOf([next, expired], CLOCK).because).toBe('"Title of next" (webinars, en) may expire');
    expect(periodOf([next, lasting], CLOCK).because).toBe('the year in the footer');
  });

  it.each([
    [
      'at the end of a webinar',
      {
        eventDate: '2026-11-25T22:30:00.000Z',
        durationMinutes: 45,
      },
      '2026-11-25T23:15:00.000Z',
    ],
    ['at the end of its day', { eventDate: '2026-11-25' }, '2026-11-25T22:00:00.000Z'],
    [
      'at the end of its day in its zone',
      { eventDate: '2026-11-25', eventTimeZone: 'America/Los_Angeles' },
      '2026-11-26T08:00:00.000Z',
    ],
  ])('ends %s, which is a notice from then on', (_, event, until) => {
    const rows = [webinar('next', { ...event, isCurrent: true, date: '2026-11-01T00:00:00.000Z' })];
    const zone = 'Europe/Kyiv';
    const before = '2026-11-25T12:00:00.000Z';
    expect(periodOf(rows, before, zone)).toMatchObject({ until, because: '"Title of next" (webinars, en) is over' });
    expect(findPastEvents(snapshotWith({ rows, clock: before }), zone)).toEqual([]);
    expect(findPastEvents(snapshotWith({ rows, clock: until }), zone)).toMatchObject([
      { code: 'WEBINAR_OVER', severity: 'notice', where: { entry: 'Title of next', field: 'current_webinar' } },
    ]);
    const [row] = rows;
    const past = row === undefined ? [] : [{ ...row, isCurrent: false }];
    expect(findPastEvents(snapshotWith({ rows: past, clock: until }), zone)).toEqual([]);
    const draft = rows.map((each) => ({ ...each, status: 'published', isPrivate: true }) as const);
    expect(findPastEvents(snapshotWith({ rows: draft, clock: until }), zone)).toEqual([]);
  });

  it.each([
    ['UTC', '2027-01-01T00:00:00.000Z'],
    ['Europe/Kyiv', '2026-12-31T22:00:00.000Z'],
    ['America/Los_Angeles', '2027-01-01T08:00:00.000Z'],
  ])('ends with the year of %s', (timeZone, until) => {
    expect(periodOf([article('a')], '2026-11-20T12:00:00.000Z', timeZone)).toMatchObject({
      until,
      because: 'the year in the footer',
    });
    const before = new Date(Date.parse(until) - 1).toISOString();
    expect([yearOf(before, timeZone), yearOf(until, timeZone)]).toEqual([2026, 2027]);
    expect(periodOf([article('a')], until, timeZone).from).toBe(until);
  });

  it('holds: within it the same entries show, in any zone, whatever the dates', () => {
    const hours = fc.integer({ min: 0, max: 24 * 30 });
    const at = (hour: number) => new Date(Date.parse('2026-12-15T00:00:00.000Z') + hour * 3_600_000).toISOString();
    const entry = fc.record({
      collection: fc.constantFrom('blog_articles' as const, 'webinars' as const),
      status: fc.constantFrom('published', 'scheduled', 'expired', null),
      date: fc.option(
        fc.oneof(
          hours.map(at),
          hours.map((hour) => at(hour).slice(0, 10)),
        ),
      ),
      eventDate: fc.option(hours.map(at)),
      isCurrent: fc.boolean(),
    });
    const zones = fc.constantFrom('UTC', 'Europe/Kyiv', 'America/Los_Angeles', 'Pacific/Kiritimati');
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 6 }), hours, hours, zones, (entries, hour, other, zone) => {
        const rows = entries.map((row, index) => rowWith({ ...row, site: 'en', slug: `entry-${index}` }));
        const { from, until } = periodOf(rows, at(hour), zone);
        expect(from <= at(hour) && at(hour) < until).toBe(true);
        if (at(other) < from || at(other) >= until) return;
        expect(listVisible(rows, at(other), zone)).toEqual(listVisible(rows, at(hour), zone));
        expect(yearOf(at(other), zone)).toBe(yearOf(at(hour), zone));
      }),
    );
  });
});
