import { describe, expect, it } from 'vitest';
import { type Attempt, decideVerdict } from '../../../cli/check/external/verdicts.ts';

/** Failed attempts, by hours after the first. */
const failuresAt = (...hours: readonly number[]): readonly Attempt[] =>
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

  it('counts again after an attempt that did not fail', () => {
    const attempts = failuresAt(0, 24, 48, 60);
    const recovered = attempts.map(
      (attempt, index): Attempt => (index === 1 ? { ...attempt, outcome: 'ok', status: 200 } : attempt),
    );
    expect(decideVerdict(recovered).verdict).toBe('unknown');
  });
});
