// The quick way and the sanitiser print the same: proven on random texts of the grammar, whole and damaged.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanRichText, ownIdOf } from '../../templates/components/clean-rich-text.ts';
import { resolveLink } from '../../templates/components/resolve-link.ts';
import { sanitizeRichText, sanitizeThoroughly } from '../../templates/components/sanitize-rich-text.ts';
import { IS_LONG } from '../long-run.ts';

const RUNS = IS_LONG ? 50_000 : 300;
const rules = {
  origin: 'https://www.example.com',
  finalHrefs: { '/old/': '/new/', '/&amp;': '/x/' },
  richImages: {},
};

const href = fc.oneof(
  fc.constantFrom(
    '/blog/a/',
    '/blog/a',
    '/old/',
    '#part',
    '?q=1',
    'https://www.example.com/es/',
    'http://www.example.com/es/',
    'https://other.example.org/a/b.html',
    'https://other.example.org',
    'https://OTHER.example.org/%7ea',
    'https://1.2/',
    'https://xn--a.example/x/',
    'https://a.b.c/../d/',
    'mailto:a@example.com',
    'tel:+1',
    'javascript:alert(1)',
    'java script:x',
    '//evil.example/x',
    '/\\evil.example',
    'x:y',
    'https:/a',
    'guide.pdf',
    '',
  ),
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  fc.stringMatching(/^[\w/.:%#?=&-]{0,12}$/),
);
const text = fc.oneof(
  fc.constantFrom(
    'word',
    ' two words',
    'Ґанок і їжак',
    '&amp;',
    '&lt;b&gt;',
    '&nbsp;',
    '"',
    "'",
    'a > b',
    '\n',
    '&',
    '🙂',
    '&#60;',
    '&#1;',
    '&#x2;',
  ),
  fc.string({ maxLength: 6 }),
);
const open = fc.oneof(
  fc
    .constantFrom(
      'p',
      'h1',
      'h2',
      'h3',
      'ul',
      'ol',
      'li',
      'blockquote',
      'strong',
      'em',
      'code',
      'br',
      'br /',
      'hr',
      'td',
      'script',
      'xmp',
      'P',
    )
    .map((name) => `<${name}>`),
  fc
    .tuple(href, fc.constantFrom('', ' target="_blank"', ' rel="x"', ' class="y"'))
    .map(([value, more]) => `<a href="${value}"${more}>`),
  fc.constantFrom(
    '<h2 id="part-1">',
    '<h2 id="main">',
    '<h3 id="1a">',
    '<p id="a">',
    '<img src="/a.png" alt="x">',
    '<a>',
    '<a href=/x/>',
  ),
);
const close = fc.constantFrom('p', 'h2', 'ul', 'li', 'blockquote', 'strong', 'a', 'br').map((name) => `</${name}>`);
const nested = fc.letrec<{ block: string; inline: string }>((tie) => ({
  inline: fc.oneof(
    { maxDepth: 3 },
    text,
    fc
      .tuple(fc.constantFrom('strong', 'em', 'b', 'code'), tie('inline'))
      .map(([name, inner]) => `<${name}>${inner}</${name}>`),
    fc.tuple(href, tie('inline')).map(([value, inner]) => `<a href="${value}">${inner}</a>`),
    fc.tuple(tie('inline'), tie('inline')).map((parts) => parts.join('')),
  ),
  block: fc.oneof(
    { maxDepth: 3 },
    tie('inline'),
    fc.tuple(fc.constantFrom('p', 'h2', 'h4'), tie('inline')).map(([name, inner]) => `<${name}>${inner}</${name}>`),
    fc.tuple(fc.constantFrom('ul', 'ol'), tie('block')).map(([name, inner]) => `<${name}><li>${inner}</li></${name}>`),
    tie('block').map((inner) => `<blockquote>${inner}</blockquote>`),
    fc.tuple(tie('block'), tie('block')).map((parts) => parts.join('\n')),
  ),
})).block;
const damaged = fc.array(fc.oneof(text, open, close, nested), { maxLength: 8 }).map((parts) => parts.join(''));

function withoutRepeatedIds(html: string): string {
  const ids = new Set<string>();
  return html.replaceAll(/(<h[2-6]) id="([^"]*)"/g, (whole, tag: string, id: string) => {
    if (ids.has(id)) return tag;
    ids.add(id);
    return whole;
  });
}

describe('sanitizeRichText', () => {
  it('prints what the sanitiser prints, whichever way a text takes', () => {
    fc.assert(
      fc.property(fc.oneof(nested, damaged), (html) => {
        const thorough = sanitizeThoroughly(html, { ...rules, takenIds: new Set() });
        expect(sanitizeRichText(html, { ...rules, takenIds: new Set() })).toBe(withoutRepeatedIds(thorough));
      }),
      { numRuns: RUNS },
    );
  });
});

describe('cleanRichText', () => {
  const clean = (html: string) => cleanRichText(html, (href) => ({ href, isOuter: false }));

  it('splits the text at headings that can get an id, and counts the characters outside of tags', () => {
    fc.assert(
      fc.property(fc.oneof(nested, damaged), (html) => {
        const text = clean(html);
        if (text === null) return;
        const found = [...html.matchAll(/<(h2|h[3-6](?= id="))(?: id="([^"]*)")?>(.*?)<\/h\d>/gs)];
        expect(text.headings).toEqual(
          found.map(([, name, id, inside = '']) => ({
            titleHtml: name === 'h2' ? inside.replace(/<[^>]*>/g, '').trim() : '',
            ownId: id === undefined ? null : ownIdOf(id),
          })),
        );
        expect(text.pieces).toHaveLength(found.length + 1);
        expect(text.pieces.join('')).not.toContain(' id="');
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
    expect(clean(html)?.pieces.join('')).toBe(html.replace('<br>', '<br />').replace(' id="a"', ''));
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
