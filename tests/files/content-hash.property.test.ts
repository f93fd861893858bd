import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTextHash, sha256 } from '../../cli/files/content-hash.ts';

/** Short texts, and some of about as many characters as are hashed at once. */
const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc
    .tuple(fc.constantFrom('a', 'Ї', '🦊'), fc.integer({ min: 32_000, max: 66_000 }))
    .map(([unit, count]) => unit.repeat(count)),
);

describe('createTextHash', () => {
  it('makes of texts one after the other what the hash of the whole text is', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 8 }), (texts) => {
        const hash = createTextHash();
        for (const each of texts) hash.add(each);
        expect(hash.finish()).toBe(sha256(texts.join('')));
      }),
    );
  });
});
