import { describe, expect, it } from 'vitest';
import { isOpenAt, readClock } from '../../client/office-hours.ts';

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
    ['00:00-00:00', MONDAY, '00:00', true],
    ['00:00-00:00', FRIDAY, '23:00', true],
    ['00:00-00:00', SUNDAY, '12:00', false],
  ])('of %s on day %i at %s is %s', (hours, day, time, expected) => {
    expect(isOpenAt({ day, time }, hours)).toBe(expected);
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
