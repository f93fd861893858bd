import { describe, expect, it } from 'vitest';
import { createLocalMoment } from '../../../cli/render/page-input/local-moment.ts';

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
});
