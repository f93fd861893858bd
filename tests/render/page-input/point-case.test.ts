import { describe, expect, it } from 'vitest';
import { findOddPoints } from '../../../cli/render/page-input/point-case.ts';

describe('findOddPoints', () => {
  it.each([
    [['Your slides stay yours', 'No sales pitch', 'and we check'], ['and we check']],
    [['Одна марка', 'до 30 000 згадок', 'Історія'], ['до 30 000 згадок']],
    [['All in capitals', '20,000 mentions', '“quoted”'], []],
    [['iPhone and iPad', 'Android', 'eReaders'], []],
    [['one', 'two', 'Three'], []],
    [['One', 'two'], []],
    [['مرحبا', 'Two', 'Three'], []],
    [[], []],
  ])('of %j are %j', (points, odd) => expect(findOddPoints(points)).toEqual(odd));
});
