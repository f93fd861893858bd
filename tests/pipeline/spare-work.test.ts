import { describe, expect, it } from 'vitest';
import { createSpareWork } from '../../cli/pipeline/spare-work.ts';

function* count(done: number[]): Generator<void, string> {
  for (const piece of [1, 2, 3]) {
    done.push(piece);
    yield;
  }
  return 'all';
}

describe('createSpareWork', () => {
  it('does a piece a step, and the others at the end', () => {
    const done: number[] = [];
    const { step, finish } = createSpareWork(count(done));
    expect(done).toEqual([]);
    expect([step(), done]).toEqual([true, [1]]);
    expect([finish(), done]).toEqual(['all', [1, 2, 3]]);
  });

  it('does nothing twice', () => {
    const done: number[] = [];
    const { step, finish } = createSpareWork(count(done));
    expect([step(), step(), step(), step(), step()]).toEqual([true, true, true, false, false]);
    expect([finish(), finish(), done]).toEqual(['all', 'all', [1, 2, 3]]);
  });
});
