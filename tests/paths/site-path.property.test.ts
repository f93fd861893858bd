import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toSitePath } from '../../cli/files/brands.ts';
import { hrefOf } from '../../cli/paths/site-path.ts';

/** Letters of several scripts, and what means something in an address. */
const path = fc
  .array(
    fc.oneof(fc.constantFrom(...'az09-_.~/!*\'()?#%&+ "<>|\\^`{}[]@:,;=$'), fc.constantFrom('я', 'ї', 'é', '漢', '🙂')),
  )
  .map((parts) => `/${parts.join('')}`);

it('encodes a path so that a browser reads the same path, without query or hash', () => {
  fc.assert(
    fc.property(path, (text) => {
      const url = new URL(`https://www.example.com${encodeURI(text).replaceAll('?', '%3F').replaceAll('#', '%23')}`);
      expect(new URL(`https://www.example.com${hrefOf(toSitePath(text))}`).href).toBe(url.href);
      expect([url.search, url.hash]).toEqual(['', '']);
    }),
  );
});
