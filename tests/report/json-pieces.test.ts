import { describe, expect, it } from 'vitest';
import { jsonPieces } from '../../cli/report/json-pieces.ts';

const REPORT = {
  version: 1,
  status: 'published',
  missing: [],
  left: undefined,
  problems: [
    { code: 'LINK_DEAD', where: { site: 'ua', lines: [1, [2], {}] }, what: 'A "text"\nof two lines, \u2028 and їжак.' },
    { code: 'LINK_DEAD', where: {}, what: '', fix: undefined },
  ],
  names: ['a', null, 3],
  sizes: { pages: 2, lists: [[], [1]] },
  last: null,
};

describe('jsonPieces', () => {
  it.each([0, 2])('prints what JSON.stringify prints with the indent %s', (indent) => {
    for (const value of [REPORT, {}, [], [REPORT, 1], { only: undefined }])
      expect([...jsonPieces(value, indent)].join('')).toBe(JSON.stringify(value, null, indent));
  });

  it.each([0, 2])('prints a few items of a long list at a time, with the indent %s', (indent) => {
    const problems = Array.from({ length: 1000 }, (_, number) => ({ number }));
    const pieces = [...jsonPieces({ problems }, indent)];
    expect(pieces.join('')).toBe(JSON.stringify({ problems }, null, indent));
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(40 * 32);
  });
});
