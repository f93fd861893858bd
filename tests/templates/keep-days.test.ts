import { describe, expect, it } from 'vitest';
import { createDateFormatter } from '../../locales/formatter.ts';
import { keepDays } from '../../templates/keep-days.ts';

describe('keepDays', () => {
  it('tells days apart as they are written, before 1970 and with an offset too', () => {
    const formatDate = keepDays(createDateFormatter('en'));
    const moments = [
      ...[
        '2026-01-02T00:00:00.000Z',
        '2026-01-02T23:59:59.999Z',
        '2026-01-02T00:30:00.000+01:00',
        '2026-01-03T00:00:00.000Z',
        '2026-01-03T00:30:00.000+01:00',
        '2026-01-03',
      ],
      ...['1969-12-31T23:59:59.999Z', '1969-12-31T00:00:00.000Z', '1969-12-30T23:59:59.999Z'],
    ];
    const [second, third] = ['January 2, 2026', 'January 3, 2026'];
    const [last, before] = ['December 31, 1969', 'December 30, 1969'];
    expect(moments.map(formatDate)).toEqual([second, second, second, third, third, third, last, last, before]);
    expect(() => formatDate('no date')).toThrow(RangeError);
  });
});
