import { describe, expect, it } from 'vitest';
import { decideVerdict, type Look } from '../../../cli/check/external/verdicts.ts';

/** Failed looks, so many hours after the first. */
const failuresAt = (...hours: readonly number[]): readonly Look[] =>
  hours.map((hour) => ({
    at: new Date(Date.UTC(2026, 0, 1, hour)).toISOString(),
    outcome: 'connection',
    status: null,
    finalUrl: null,
  }));

describe('decideVerdict', () => {
  it('calls a link broken after three failures over two days, and not before', () => {
    const verdictOf = (...hours: readonly number[]) => decideVerdict(failuresAt(...hours)).verdict;
    expect(verdictOf(0, 12, 24, 47)).toBe('unknown');
    expect(verdictOf(0, 48)).toBe('unknown');
    expect(verdictOf(0, 24, 48)).toBe('broken');
  });

  it('begins to count again after a look that did not fail', () => {
    const looks = failuresAt(0, 24, 48, 60);
    const recovered = looks.map((look, index): Look => (index === 1 ? { ...look, outcome: 'ok', status: 200 } : look));
    expect(decideVerdict(recovered).verdict).toBe('unknown');
  });
});
