import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSameValue } from '../../templates/same-value.ts';

/** As a value comes out of JSON: without a negative zero. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
/** Few names and values, so that two of them are often nearly the same. */
const small = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(null, true, '', 'a', 0, 1),
    fc.array(tie('value'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('a', 'b', '__proto__', 'length', '0'), tie('value'), { maxKeys: 2 }),
  ),
})).value;

describe('isSameValue', () => {
  it('tells two values apart as their JSON does', () => {
    fc.assert(
      fc.property(small.map(plain), small.map(plain), (one, other) => {
        expect(isSameValue(one, other)).toBe(isDeepStrictEqual(one, other));
      }),
      { numRuns: 2000 },
    );
  });

  it('finds any value the same as its copy', () => {
    fc.assert(fc.property(fc.jsonValue().map(plain), (value) => isSameValue(value, plain(value))));
  });
});
