// The quick way and the sanitiser print the same: proven on random texts of the grammar, whole and damaged.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanRichText, readRichText } from '../../templates/components/clean-rich-text.ts';
import { resolveLink } from '../../templates/components/resolve-link.ts';
import { sanitizeRichText, sanitizeThoroughly } from '../../templates/components/sanitize-rich-text.ts';
import { href, richText } from './random-rich-text.ts';

const RUNS = process.env.SITEGEN_TEST_LONG === undefined ? 2000 : 50_000;
const rules = {
  origin: 'https://www.example.com',
  finalHrefs: { '/old/': '/new/', '/&amp;': '/x/' },
  richImages: {},
};

describe('sanitizeRichText', () => {
  it('prints what the sanitiser prints, whichever way a text takes', () => {
    fc.assert(
      fc.property(richText, (html) => {
        expect(sanitizeRichText(html, rules)).toBe(sanitizeThoroughly(html, rules));
      }),
      { numRuns: RUNS },
    );
  });
});

describe('cleanRichText', () => {
  const clean = (html: string) => {
    const read = readRichText(html);
    return read === null ? null : cleanRichText(html, read, (href) => ({ href, isOuter: false }));
  };

  it('cuts what it prints at the headings that may get an id, and tells how much text stands outside of tags', () => {
    fc.assert(
      fc.property(richText, (html) => {
        const text = clean(html);
        if (text === null) return;
        const safeHtml = text.pieces.join('');
        expect(text.pieces).toEqual(safeHtml.split(/(?<=<h2)/));
        expect(text.headings).toEqual(
          [...safeHtml.matchAll(/<h2(?: id="([^"]*)")?>(.*?)<\/h2>/gs)].map(([, id, inside = '']) => ({
            titleHtml: inside.replace(/<[^>]*>/g, '').trim(),
            ownId: id ?? null,
          })),
        );
        expect(text.characters).toBe(html.replace(/<[^>]*>/g, '').length);
      }),
      { numRuns: RUNS },
    );
  });

  it.each(['</>', '<p>a</p></>', '<p>a</ p>', '<p>a</p ></p>', '<p>a</b>', '</p>'])(
    'leaves %s to the sanitiser',
    (html) => {
      expect(clean(html)).toBe(null);
    },
  );

  it('takes an article of paragraphs, headings, lists and links', () => {
    const html =
      '<h2 id="a">A</h2>\n<p>Text &amp; <a href="/blog/a/">link</a><br>more</p><ul><li><strong>b</strong></li></ul>';
    expect(clean(html)?.pieces.join('')).toBe(html.replace('<br>', '<br />'));
  });
});

describe('resolveLink', () => {
  it('takes plain paths and web addresses as URL parsing does', () => {
    fc.assert(
      fc.property(href, fc.constantFrom('https://www.example.com', 'http://other.example.org'), (value, origin) => {
        const found = resolveLink(value, { origin, finalHrefs: {} });
        // Without a scheme of its own, a host is asked over https.
        const url = URL.parse(/^[\\/]{2}/.test(value) ? `https:${value}` : value, origin);
        if (found?.isOuter !== true) return;
        expect(found.href).toBe(url?.href ?? '');
        expect(url?.host).not.toBe(new URL(origin).host);
      }),
      { numRuns: RUNS },
    );
  });
});
