import { describe, expect, it } from 'vitest';
import { createEventMoment, createLocalMoment } from '../../../cli/render/page-input/local-moment.ts';

describe('createLocalMoment', () => {
  it.each([
    ['Europe/Kyiv', '2026-10-31T22:00:00.000Z', '2026-11-01T00:00:00.000+02:00'],
    ['Europe/Kyiv', '2026-06-30T21:00:00.000Z', '2026-07-01T00:00:00.000+03:00'],
    ['America/St_Johns', '2026-01-01T02:00:00.000Z', '2025-12-31T22:30:00.000-03:30'],
    ['Europe/London', '2026-01-01T02:00:00.000Z', '2026-01-01T02:00:00.000+00:00'],
    ['UTC', '2026-01-01T02:00:00.000Z', '2026-01-01T02:00:00.000Z'],
  ])('writes in %s the moment %s as %s', (zone, moment, written) => {
    expect(createLocalMoment(zone)(moment)).toBe(written);
    expect(Date.parse(written)).toBe(Date.parse(moment));
  });

  it('leaves a day a day in every zone, and nothing nothing', () => {
    for (const zone of ['UTC', 'America/New_York', 'Asia/Almaty']) {
      const localMoment = createLocalMoment(zone);
      expect([localMoment('2026-01-01'), localMoment(null)]).toEqual(['2026-01-01', null]);
    }
  });

  it.each([
    ['America/Los_Angeles', 'Europe/Kyiv', '2026-10-31T22:00:00.000Z', '2026-11-01'],
    ['America/Los_Angeles', 'Europe/Kyiv', '2026-10-31T22:00:00.001Z', '2026-10-31T15:00:00.001-07:00'],
    ['America/Los_Angeles', 'UTC', '2026-11-01T00:00:00.000Z', '2026-11-01'],
    ['UTC', 'Europe/Kyiv', '2026-10-31T22:00:00.000Z', '2026-11-01'],
    ['Europe/Kyiv', 'UTC', '2026-11-01T22:30:00.000Z', '2026-11-02T00:30:00.000+02:00'],
  ])(
    'writes in %s what begins a day of the service in %s as the day: %s as %s',
    (zone, serviceZone, moment, written) => {
      expect(createLocalMoment(zone, serviceZone)(moment)).toBe(written);
    },
  );
});

describe('createEventMoment', () => {
  it.each([
    [null, '2026-11-05T17:00:00.000+02:00'],
    ['America/Los_Angeles', '2026-11-05T07:00:00.000-08:00'],
    ['UTC', '2026-11-05T15:00:00.000Z'],
  ])('writes the start of an event in its own zone, or else in the site’s: %s', (ownZone, written) => {
    expect(createEventMoment('Europe/Kyiv')('2026-11-05T15:00:00.000Z', ownZone)).toBe(written);
  });

  it('leaves a day a day, and nothing nothing', () => {
    const moment = createEventMoment('Asia/Almaty');
    expect([moment('2026-11-05', 'America/Los_Angeles'), moment(null, null)]).toEqual(['2026-11-05', null]);
  });
});
