// The bars of tables: which columns are numbers, and how long each bar is.

import { expect, test } from 'vitest';
import { measureColumns } from '../../templates/sections/bars.ts';

const column = (...cells: string[]) => measureColumns(cells.map((cell) => [cell]))[0];

test('measures parts of a hundred against the hundred', () => {
  expect(column('46%', '15 %')).toEqual([0.46, 0.15]);
});

test('measures other numbers, and growth beyond a hundred, against the largest', () => {
  expect(column('824', '206')).toEqual([1, 0.25]);
  expect(column('+400 %', '+100 %')).toEqual([1, 0.25]);
});

test.each(['480,000', '480.000', '480 000', '480\u00a0000', '480\u202f000'])(
  'reads %s as a number with groups',
  (cell) => {
    expect(column(cell, '240000')).toEqual([1, 0.5]);
  },
);

test('reads decimals', () => {
  expect(column('2,5', '5.0')).toEqual([0.5, 1]);
});

test('measures columns of similar numbers against the largest of all', () => {
  expect(
    measureColumns([
      ['42,000', 'a few', '40,000'],
      ['61,000', '3', '33,000'],
    ]),
  ).toEqual([[42 / 61, 1], null, [40 / 61, 33 / 61]]);
});

test('measures columns of other sizes and signs on their own', () => {
  expect(
    measureColumns([
      ['480,000', '11', '46%'],
      ['240,000', '22', '23%'],
    ]),
  ).toEqual([
    [1, 0.5],
    [0.5, 1],
    [0.46, 0.23],
  ]);
});

test.each([
  ['words', ['12', 'by agreement']],
  ['money', ['€588', '€1,548']],
  ['times', ['2 h 40 min', '9 h 05 min']],
  ['ranges', ['30–200', '200–300']],
  ['years', ['2025', '2026']],
  ['nothing', ['0', '0']],
  ['an empty cell', ['3', '']],
])('leaves a column with %s alone', (_, cells) => {
  expect(column(...cells)).toBeNull();
});
