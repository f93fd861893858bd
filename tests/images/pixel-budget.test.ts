import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { PixelBudget } from '../../cli/images/image-process.ts';

/** A budget whose work ends when it is told to. */
function createRun(settings: ConstructorParameters<typeof PixelBudget>[0]) {
  const budget = new PixelBudget(settings);
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const underWay = new Set<string>();
  return {
    budget,
    add: (name: string, pixels: number): Promise<void> =>
      budget.run(pixels, async () => {
        underWay.add(name);
        const end = Promise.withResolvers<void>();
        ends.set(name, end);
        await end.promise.finally(() => underWay.delete(name));
      }),
    end: async (name: string) => {
      ends.get(name)?.resolve();
      await turn();
    },
    fail: async (name: string) => {
      ends.get(name)?.reject(new Error('Failed.'));
      await turn();
    },
    underWay: async () => {
      await turn();
      return [...underWay].join(' ');
    },
  };
}

describe('PixelBudget', () => {
  it('runs work side by side within the budget, the first that fits, and what is larger than all of it alone', async () => {
    const { add, end, underWay } = createRun({ pixels: 10, atOnce: 3 });
    for (const [name, pixels] of [
      ['a', 6],
      ['b', 4],
      ['c', 5],
      ['d', 1],
      ['huge', 30],
      ['e', 1],
    ] as const)
      void add(name, pixels);
    expect(await underWay()).toBe('a b');
    await end('b');
    // c does not fit, what comes after it does.
    expect(await underWay()).toBe('a d e');
    await end('a');
    expect(await underWay()).toBe('d e c');
    await end('d');
    await end('e');
    expect(await underWay()).toBe('c');
    await end('c');
    expect(await underWay()).toBe('huge');
  });

  it('runs no more at once than it may, however small', async () => {
    const { add, end, underWay } = createRun({ pixels: 10, atOnce: 2 });
    for (const name of ['a', 'b', 'c']) void add(name, 1);
    expect(await underWay()).toBe('a b');
    await end('a');
    expect(await underWay()).toBe('b c');
  });

  it('gives back what failed work took, and never runs what was dropped', async () => {
    const { budget, add, fail, underWay } = createRun({ pixels: 10, atOnce: 2 });
    const failed = expect(add('a', 10)).rejects.toThrow('Failed.');
    const alsoFailed = expect(add('b', 10)).rejects.toThrow();
    void add('c', 10);
    expect(await underWay()).toBe('a');
    await fail('a');
    await failed;
    expect(await underWay()).toBe('b');
    budget.clear();
    await fail('b');
    await alsoFailed;
    expect(await underWay()).toBe('');
  });
});
