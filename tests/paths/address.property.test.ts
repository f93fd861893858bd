import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toSitePath } from '../../cli/files/brands.ts';
import { isForeign, parseAddress } from '../../cli/paths/address.ts';

const ORIGIN = 'https://www.example.com';
/** What share links, ids and links of this site are made of, and what URL parsing changes. */
const PIECES =
  'https:// www.example.com x.com / /share ? ?url=https%3A%2F%2Fa &text=b+c # top part-0 mailto: tel: . .. я :~:'.split(
    ' ',
  );
const href = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(''));

it('reads simple addresses as URL parsing does', () => {
  fc.assert(
    fc.property(href, (text) => {
      const base = toSitePath('/blog/a/');
      const url = URL.parse(text, `${ORIGIN}${base}`);
      const address = parseAddress(text, base, ORIGIN);
      if (url === null) {
        expect(address).toEqual({ kind: 'invalid' });
        return;
      }
      if (isForeign(text, ORIGIN)) expect([url.host === 'www.example.com', url.href]).toEqual([false, text]);
      if (address.kind === 'own') expect(url.origin).toBe(ORIGIN);
      if (/^#[\w-]+$/.test(text)) {
        const anchor = text.toLowerCase() === '#top' ? '' : url.hash.slice(1);
        expect(address).toEqual({ kind: 'own', path: base, anchor, isSlashless: false });
      }
      if (/^(?:mailto|tel):(?!\/)/.test(text)) expect(address).toEqual({ kind: 'other' });
    }),
    { examples: [['#top'], ['#part-0'], ['mailto:?subject=a'], ['https://x.com/share?url=https%3A%2F%2Fa&text=b+c']] },
  );
});
