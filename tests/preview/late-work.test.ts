// Work that waits for a quiet moment: the moment never comes here by itself, so that every step is made by a call.

import { describe, expect, it } from 'vitest';
import { createLateWork } from '../../cli/preview/late-work.ts';

const NEVER_MS = 2 ** 31 - 1;

describe('createLateWork', () => {
  it('does what was ordered when somebody waits for it, once', async () => {
    let runs = 0;
    const late = createLateWork(async () => {
      runs += 1;
    }, NEVER_MS);
    late.order();
    late.order();
    expect([runs, late.isDone()]).toEqual([0, false]);
    await Promise.all([late.settle(), late.settle()]);
    expect([runs, late.isDone()]).toEqual([1, true]);
    await late.settle();
    expect(runs).toBe(1);
  });

  it('does again what was ordered while it was done, before anybody goes on', async () => {
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let runs = 0;
    const late = createLateWork(() => gates[runs++]?.promise ?? Promise.resolve(), NEVER_MS);
    late.order();
    let isSettled = false;
    const settled = late.settle().then(() => {
      isSettled = true;
    });
    expect(runs).toBe(1);
    late.order();
    gates[0]?.resolve();
    while (runs < 2) await new Promise((resolve) => setTimeout(resolve, 1));
    expect([isSettled, late.isDone()]).toEqual([false, false]);
    gates[1]?.resolve();
    await settled;
    expect([runs, late.isDone()]).toEqual([2, true]);
  });

  it('waits again for work that is ordered after all was done', async () => {
    let runs = 0;
    const late = createLateWork(async () => {
      runs += 1;
    }, NEVER_MS);
    late.order();
    await late.settle();
    late.order();
    expect([runs, late.isDone()]).toEqual([1, false]);
    await late.settle();
    expect(runs).toBe(2);
  });
});
