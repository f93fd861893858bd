import { describe, expect, it } from 'vitest';
import { alignTable } from '../../templates/components/align-table.ts';

describe('alignTable', () => {
  it.each([
    [
      'a head with an empty corner',
      ['Free', 'Team'],
      [
        ['Seats', '1', '9'],
        ['Mail', 'a', 'b'],
      ],
      ['', 'Free', 'Team'],
      3,
    ],
    ['a whole head', ['Plan', 'Free'], [['Seats', '1']], ['Plan', 'Free'], 2],
    ['no head', [], [['Seats', '1']], [], 2],
    ['a head that is shorter by two', ['Free'], [['Seats', '1', '9']], ['Free', '', ''], 3],
    ['a longer head', ['Plan', 'Free', 'Team'], [['Seats', '1']], ['Plan', 'Free', 'Team'], 3],
    // The third cell stands alone, so the head is not short of a corner.
    [
      'one longer row',
      ['Plan', 'Free'],
      [
        ['Seats', '1'],
        ['Mail', 'a', 'b'],
      ],
      ['Plan', 'Free', ''],
      3,
    ],
  ])('keeps columns below their heading: %s', (_, head, rows, expected, width) => {
    const aligned = alignTable({ head, rows });
    expect(aligned.head).toEqual(expected);
    expect(aligned.rows.map((cells) => cells.length)).toEqual(rows.map(() => width));
    expect(aligned.rows.map((cells) => cells[0])).toEqual(rows.map(([first]) => first));
  });

  it('leaves a table without rows as it is', () => {
    expect(alignTable({ head: ['A'], rows: [] })).toEqual({ head: ['A'], rows: [] });
  });
});
