import { describe, expect, it } from 'vitest';
import {
  drawHours,
  isOpenAt,
  minutesUntil,
  readClock,
  sayDuration,
  sayWeekday,
  spansOf,
} from '../../client/office-hours.ts';

const SUNDAY = 0;
const MONDAY = 1;
const FRIDAY = 5;
const SATURDAY = 6;

describe('isOpenAt', () => {
  it.each([
    ['09:00-18:00', FRIDAY, '08:59', false],
    ['09:00-18:00', FRIDAY, '09:00', true],
    ['09:00-18:00', FRIDAY, '18:00', false],
    ['09:00-18:00', SATURDAY, '12:00', false],
    ['09:00-00:00', FRIDAY, '23:59', true],
    ['09:00-00:00', SATURDAY, '00:00', false],
    ['18:00-02:00', MONDAY, '01:59', false],
    ['18:00-02:00', MONDAY, '17:59', false],
    ['18:00-02:00', MONDAY, '18:00', true],
    ['18:00-02:00', FRIDAY, '02:00', false],
    ['18:00-02:00', SATURDAY, '01:59', true],
    ['18:00-02:00', SATURDAY, '18:00', false],
    ['18:00-02:00', SUNDAY, '01:00', false],
    ['09:00-24:00', FRIDAY, '23:59', true],
    ['09:00-24:00', SATURDAY, '00:00', false],
    ['00:00-24:00', MONDAY, '00:00', true],
    ['00:00-00:00', MONDAY, '00:00', true],
    ['00:00-00:00', FRIDAY, '23:00', true],
    ['00:00-00:00', SUNDAY, '12:00', false],
  ])('of %s on day %i at %s is %s', (hours, day, time, expected) => {
    expect(isOpenAt({ day, time }, hours)).toBe(expected);
  });
});

describe('minutesUntil', () => {
  it.each([
    ['09:00-18:00', MONDAY, '06:50', 130],
    ['09:00-18:00', MONDAY, '09:00', 24 * 60],
    ['09:00-18:00', FRIDAY, '19:00', 62 * 60],
    ['09:00-18:00', SATURDAY, '08:00', 49 * 60],
    ['00:00-00:00', SUNDAY, '23:59', 1],
  ])('opening at %s on day %i at %s is %i', (hours, day, time, expected) => {
    expect(minutesUntil({ day, time }, hours)).toBe(expected);
  });
});

describe('sayDuration', () => {
  it.each([
    [130, 'en', '2 hr 10 min'],
    [62 * 60, 'en', '2 days 14 hr'],
    [130, 'uk', '2 год 10 хв'],
    [5, 'es', '5 min'],
  ])('of %i minutes in %s is %s', (minutes, language, expected) => {
    expect(sayDuration(minutes, language).replaceAll('\u00a0', ' ')).toBe(expected);
  });
});

describe('readClock', () => {
  it('reads the weekday and time of a zone, and midnight as 00:00', () => {
    expect(readClock('Asia/Almaty', new Date('2026-11-27T19:00:00Z'))).toEqual({ day: SATURDAY, time: '00:00' });
  });

  it('is null in a zone that the browser does not know', () => {
    expect(readClock('Mars/Olympus')).toBe(null);
  });
});

describe('spansOf', () => {
  const noon = { day: MONDAY, time: '12:00' };

  it.each([
    ['the same place', '09:00-18:00', '12:00', [[540, 1080]]],
    ['a place five hours ahead', '09:00-18:00', '17:00', [[240, 780]]],
    ['a place six hours behind, until midnight', '09:00-18:00', '06:00', [[900, 1440]]],
    [
      'a place seven hours behind, over midnight',
      '09:00-18:00',
      '05:00',
      [
        [960, 1440],
        [0, 60],
      ],
    ],
    ['a place half an hour ahead', '09:00-18:00', '12:30', [[510, 1050]]],
    ['a day and a night', '00:00-00:00', '12:00', [[0, 1440]]],
  ])('finds the hours of %s', (_, hours, time, spans) => {
    expect(spansOf(hours, { day: MONDAY, time }, noon)).toEqual(spans);
  });

  it('is drawn as lines', () => {
    expect(drawHours('09:00-18:00', { day: MONDAY, time: '05:00' }, noon)).toBe('M960 15H1440M0 15H60');
  });

  it.each([
    ['en', 6, 'Saturday'],
    ['es', 0, 'domingo'],
    ['uk', 6, 'субота'],
  ])('names the day as %s writes it', (language, day, name) => {
    expect(sayWeekday({ day }, language)).toBe(name);
  });
});
