import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCountry } from '../../client/geo.ts';
import { carryQuery } from '../../client/links/carry-query.ts';
import { createPageCache } from '../../client/navigation/page-cache.ts';
import { isFresh } from '../../client/redirects/redirect-lookup.ts';
import { PAGES_CACHED, REDIRECT_CACHE_MS } from '../../config/constants.ts';

const ORIGIN = 'https://www.example.com';
const carry = (href: string, query: string) => carryQuery(new URL(href, ORIGIN), query).href.slice(ORIGIN.length);

describe('carryQuery', () => {
  it.each([
    ['/a/', '?x=1', '/a/?x=1'],
    ['/a/#part', '?x=1', '/a/?x=1#part'],
    ['/a/?y=2', '?x=1', '/a/?y=2&x=1'],
    ['/a/?x=2', '?x=1', '/a/?x=2'],
    ['/a/', '?x=1&x=2', '/a/?x=1&x=2'],
    ['/a/', '?utm=a%20b&c=%D1%97', '/a/?utm=a%20b&c=%D1%97'],
    ['/a/', '?category=crisis&q=x&ref=1', '/a/?ref=1'],
    ['/a/?category=method', '?category=crisis', '/a/?category=method'],
    ['/a/?%78=2', '?x=1', '/a/?%78=2'],
    ['/a/', '?flag&&empty=', '/a/?flag&empty='],
    ['/a/', '', '/a/'],
    ['/a/', '?', '/a/'],
  ])('turns %s at %s into %s', (href, query, expected) => {
    expect(carry(href, query)).toBe(expected);
  });

  it('keeps every parameter of the link, adds the others once, and is idempotent (property)', () => {
    const pairs = fc.array(
      fc.tuple(fc.constantFrom('a', 'b', 'c', 'q', 'category'), fc.stringMatching(/^[a-z%20]{0,3}$/)),
    );
    fc.assert(
      fc.property(pairs, pairs, (own, current) => {
        const target = `/x/?${new URLSearchParams(own.map(([name, value]) => [name, value]))}`;
        const query = `?${new URLSearchParams(current.map(([name, value]) => [name, value]))}`;
        const once = carry(target, query);
        const result = [...new URL(once, ORIGIN).searchParams];
        const names = new Set(own.map(([name]) => name));
        const added = current.filter(([name]) => !names.has(name) && name !== 'q' && name !== 'category');
        expect(result).toEqual([...own, ...added]);
        expect(carry(once, query)).toBe(once);
      }),
    );
  });
});

describe('createPageCache', () => {
  it('keeps the ten values that were used last (property)', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 15 }), { maxLength: 60 }), (keys) => {
        const cache = createPageCache<number>(PAGES_CACHED);
        for (const key of keys) if (cache.find(String(key)) === undefined) cache.keep(String(key), key);
        const last = [...new Set(keys.toReversed())];
        for (const [place, key] of last.entries()) {
          const other = createPageCache<number>(PAGES_CACHED);
          for (const each of keys) if (other.find(String(each)) === undefined) other.keep(String(each), each);
          expect(other.find(String(key))).toBe(place < 10 ? key : undefined);
        }
      }),
    );
  });
});

describe('isFresh', () => {
  const map = { version: 1, prefixes: [], rules: [], segments: [] };

  it('accepts a map of the last hour, and none from the future (property)', () => {
    fc.assert(
      fc.property(fc.integer({ min: -2 * REDIRECT_CACHE_MS, max: 2 * REDIRECT_CACHE_MS }), (age) => {
        const now = 10 * REDIRECT_CACHE_MS;
        expect(isFresh({ loadedAt: now - age, map }, now)).toBe(age >= 0 && age < REDIRECT_CACHE_MS);
      }),
    );
  });

  it.each([
    null,
    1,
    'x',
    {},
    { loadedAt: 1 },
    { loadedAt: '1', map },
    { loadedAt: 1, map: null },
    { loadedAt: 1, map: {} },
  ])('refuses %j', (value) => expect(isFresh(value, 2)).toBe(false));
});

describe('parseCountry', () => {
  it.each([
    [{ country: 'ua', ip: '192.0.2.1' }, 'UA'],
    [{ country: 'Ukraine' }, ''],
    [{ country: 7 }, ''],
    [null, ''],
    ['UA', ''],
  ])('reads %j as %j', (answer, country) => {
    expect(parseCountry(answer)).toBe(country);
  });
});
