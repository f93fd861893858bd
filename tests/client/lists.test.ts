import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillRows, type ListPage } from '../../client/lists/load-list.ts';
import { appendCards, mergeNewest } from '../../client/lists/merge-cards.ts';

const card = fc.record({
  slug: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'),
  date: fc.option(
    fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(1e12) }).map((date) => date.toISOString()),
  ),
});
const cards = fc.uniqueArray(card, { selector: ({ slug }) => slug });

describe('mergeNewest', () => {
  it('keeps each slug once, the loaded one of two, newest first, undated last (property)', () => {
    fc.assert(
      fc.property(cards, cards, (existing, loaded) => {
        const merged = mergeNewest(existing, loaded);
        const slugs = merged.map(({ slug }) => slug);
        expect(new Set(slugs)).toEqual(new Set([...existing, ...loaded].map(({ slug }) => slug)));
        expect(slugs).toHaveLength(new Set(slugs).size);
        for (const each of loaded) expect(merged).toContain(each);
        const dates = merged.map(({ date }) => date ?? '');
        expect(dates).toEqual(dates.toSorted().reverse());
      }),
    );
  });

  it('changes nothing when the same page comes again (property)', () => {
    fc.assert(
      fc.property(cards, cards, (existing, loaded) => {
        const once = mergeNewest(existing, loaded);
        expect(mergeNewest(once, loaded)).toEqual(once);
      }),
    );
  });
});

describe('appendCards', () => {
  it('puts loaded cards behind the others', () => {
    expect(appendCards([1, 2], [2, 3])).toEqual([1, 2, 2, 3]);
  });
});

describe('fillRows', () => {
  const pagesOf = (sizes: readonly number[]): readonly ListPage<number>[] => {
    let next = 0;
    return sizes.map((size, index) => ({
      data: Array.from({ length: size }, () => next++),
      meta: { total: sizes.reduce((sum, each) => sum + each, 0), page: index + 1, last_page: sizes.length },
    }));
  };
  const loaderOf = (pages: readonly ListPage<number>[], asked: number[]) => async (page: number) => {
    asked.push(page);
    const found = pages[page - 1];
    if (found === undefined) throw new Error(`There is no page ${page}.`);
    return found;
  };

  it('reads just enough pages for the limit, loses no card, and knows the end (property)', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat({ max: 12 }), { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 4 }),
        async (sizes, limit, divisor) => {
          const asked: number[] = [];
          const isWanted = (value: number) => value % divisor === 0;
          const seen: number[] = [];
          let page = 0;
          let isLast = false;
          while (!isLast) {
            const before = asked.length;
            const filled = await fillRows({ load: loaderOf(pagesOf(sizes), asked), page, limit, isWanted });
            seen.push(...filled.rows);
            expect(filled.isLast || filled.rows.length >= limit).toBe(true);
            // One page fewer would not have been enough.
            const last = pagesOf(sizes)[filled.page - 1]?.data.filter(isWanted).length ?? 0;
            expect(asked.length - before === 1 || filled.rows.length - last < limit).toBe(true);
            ({ page, isLast } = filled);
          }
          expect(asked).toEqual(sizes.map((_, index) => index + 1));
          const total = sizes.reduce((sum, each) => sum + each, 0);
          expect(seen).toEqual(Array.from({ length: total }, (_, index) => index).filter(isWanted));
        },
      ),
    );
  });

  it('throws the error of loading', async () => {
    const filling = fillRows({
      load: () => Promise.reject(new Error('503')),
      page: 0,
      limit: 6,
      isWanted: () => true,
    });
    await expect(filling).rejects.toThrow('503');
  });
});
