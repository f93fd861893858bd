import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { resolveLink } from '../../templates/components/resolve-link.ts';
import { sanitizeRichText } from '../../templates/components/sanitize-rich-text.ts';
import type { ImageInput } from '../../templates/page-input.ts';
import { IS_LONG } from '../long-run.ts';
import { imageOf } from './page-makers.ts';

const rules = { origin: 'https://www.example.com', finalHrefs: {}, richImages: {} };
const clean = (html: string, finalHrefs: Record<string, string> = {}) =>
  sanitizeRichText(html, { ...rules, finalHrefs, takenIds: new Set() });

describe('sanitizeRichText', () => {
  it.each([
    ['<p onclick="x()" style="color:red" class="a" id="b">Text</p>', '<p>Text</p>'],
    ['<script>alert(1)</script><p>Text</p>', '<p>Text</p>'],
    ['<style>p{}</style>Text', 'Text'],
    ['<svg onload="x()"><circle/><script>1</script></svg>Text', 'Text'],
    ['<math><mtext><img src=x onerror=y></mtext></math>Text', 'Text'],
    ['<iframe src="javascript:alert(1)"></iframe>Text', 'Text'],
    ['<img src="data:image/svg+xml,<svg onload=x>">Text', 'Text'],
    ['<img src="javascript:x()" onerror="x()">Text', 'Text'],
    ['<form action="/x"><input name="a"><button>Go</button></form>', '<p>Go</p>'],
    ['<a href="/x/" data-x="1" ping="/p" download>Go</a>', '<a href="/x/">Go</a>'],
    ['1 < 2 &amp; 3 &lt;b&gt;', '1 &lt; 2 &amp; 3 &lt;b&gt;'],
    ['<p>a&#1;b</p>', '<p>ab</p>'],
    ['<p>&#x2;a&#0000031;b&#12c</p>', '<p>abc</p>'],
    ['<p>a&#9;b&#10;c&#xd;d</p>', '<p>a\tb\nc\rd</p>'],
    ['<abbr title="&#1;text 0&#2;">b</abbr>', '<abbr title="text 0">b</abbr>'],
    ['<h2 id="a">&#1;title&#2;</h2>', '<h2 id="part-a">title</h2>'],
    ['&lt&#1;script>&&#1;lt;script>', '&lt;script&gt;&amp;lt;script&gt;'],
    ['<a href="java&#1;script:x">Go</a>', '<a href="/java%01script:x/">Go</a>'],
    ['&amp;#1;', '&amp;#1;'],
    ['<ul><li>One</li><li></li><li><p> </p></li><li><br></li></ul>', '<ul><li>One</li></ul>'],
    ['<ol><li></li></ol><p>Text</p>', '<p>Text</p>'],
    ['<ul><li><ul><li>In</li></ul></li></ul>', '<ul><li><ul><li>In</li></ul></li></ul>'],
  ])('turns %s into %s', (dirty, expected) => {
    expect(clean(dirty)).toBe(expected);
  });

  it.each([
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'java\nscript:x',
    'java&#x09;script:x',
    '&#1;javascript:x',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://www.example.com/x',
    'http://[',
    'http:////',
  ])('takes the href off a link to %s and keeps its text', (href) => {
    expect(clean(`<a href="${href}">Text</a>`)).toBe('Text');
  });

  it.each([
    ['/blog', '/blog/'],
    ['/blog?page=2#top', '/blog/?page=2#top'],
    ['/files/guide.pdf', '/files/guide.pdf'],
    ['https://www.example.com', '/'],
    ['http://www.example.com/ua/blog', '/ua/blog/'],
    ['//www.example.com/x', '/x/'],
    ['https://www.example.com//evil.example/x', '/evil.example/x/'],
    ['#signals', '#signals'],
    ['?q=a', '?q=a'],
    // A scheme without slashes is relative to a base of the same scheme (WHATWG URL).
    ['https:guides/a', '/guides/a/'],
    ['mailto:hello@example.com', 'mailto:hello@example.com'],
    ['tel:+380441234567', 'tel:+380441234567'],
    ['mailto: hello@example.com', 'mailto:hello@example.com'],
    ['tel:+380 44 123 45 67', 'tel:+380441234567'],
    ['\u200b/blog/\ufeff', '/blog/'],
    ['/ua/блог', '/ua/%D0%B1%D0%BB%D0%BE%D0%B3/'],
  ])('prints the own link %s as %s, in the same tab', (href, expected) => {
    expect(clean(`<a href="${href}" rel="x">Text</a>`)).toBe(`<a href="${expected}">Text</a>`);
  });

  it.each([
    ['https://example.org/a', 'https://example.org/a'],
    ['//example.org/a', 'https://example.org/a'],
    ['/\\example.org/a', 'https://example.org/a'],
    ['\\\\example.org/a', 'https://example.org/a'],
    ['/&#9;/example.org/a', 'https://example.org/a'],
  ])('opens %s in a new tab where it is on another host', (href, expected) => {
    expect(clean(`<a href="${href}" rel="opener">Text</a>`)).toBe(
      `<a href="${expected}" target="_blank" rel="noreferrer noopener">Text</a>`,
    );
  });

  it('keeps target="_blank" of editors and adds rel', () => {
    expect(clean('<a href="/x/" target="_BLANK">Text</a>')).toBe(
      '<a href="/x/" target="_blank" rel="noreferrer noopener">Text</a>',
    );
    expect(clean('<a href="/x/" target="frame">Text</a>')).toBe('<a href="/x/">Text</a>');
  });

  it('looks links up as the editor wrote them, entities decoded', () => {
    const finalHrefs = { '/old?a=1&b=2': '/new/', 'entry::1': '/blog/one/' };
    expect(clean('<a href="/old?a=1&amp;b=2">A</a><a href="entry::1">B</a>', finalHrefs)).toBe(
      '<a href="/new/">A</a><a href="/blog/one/">B</a>',
    );
  });

  describe('an image that the build knows', () => {
    const photo = { ...imageOf('photo'), width: 1200, height: 600, srcset: '/assets/p-480.webp 480w' };
    const show = (html: string, image: ImageInput = photo) =>
      sanitizeRichText(html, { ...rules, richImages: { 'photo.jpg?a&b': image }, takenIds: new Set() });

    it('has its widths and its box, found by its source as the editor wrote it', () => {
      expect(show('<img src=" photo.jpg?a&amp;b" alt="C">')).toBe(
        '<img src="/assets/photo.svg" srcset="/assets/p-480.webp 480w" sizes="(min-width: 800px) 704px, 100vw" alt="C" width="1200" height="600" loading="lazy" decoding="async" />',
      );
    });

    it('keeps the width that the editor gave it, and its own shape', () => {
      expect(show('<img src="photo.jpg?a&amp;b" width="300" height="300">')).toContain('width="300" height="150"');
      expect(show('<img src="photo.jpg?a&amp;b" width="0">')).toContain('width="1200" height="600"');
    });

    it('is still no way in for another scheme', () => {
      expect(show('<img src="photo.jpg?a&amp;b">', { ...photo, src: 'javascript:alert(1)', srcset: null })).toBe('');
    });
  });

  it('ignores inherited properties of final hrefs', () => {
    expect(clean('<a href="constructor">A</a>')).toBe('<a href="constructor">A</a>');
  });

  it('drops what a browser would read otherwise with scripting on than with scripting off', () => {
    expect(clean('<noscript><p title="</noscript><img src=x onerror=y>">')).not.toContain('onerror');
  });

  it('makes every image lazy, with an alternative text and only whole pixel sizes', () => {
    expect(clean('<img src="/a.png" width="20" height="50%" loading="eager" srcset="/b.png 2x">')).toBe(
      '<img src="/a.png" alt="" width="20" loading="lazy" decoding="async" />',
    );
  });

  it('makes a plain cell of a table heading without words', () => {
    expect(clean('<table><tr><th scope="col" colspan="2"> </th><th scope="col">A</th></tr></table>')).toBe(
      '<table><tr><td colspan="2"></td><th scope="col">A</th></tr></table>',
    );
  });

  it('lowers a first-level heading and keeps only safe ids, of headings', () => {
    expect(clean('<h1 id="огляд">A</h1><h2 id="main">B</h2><h3 id="a b">C</h3><p id="d">D</p>')).toBe(
      '<h2 id="part-огляд">A</h2><h2 id="part-main">B</h2><h3>C</h3><p>D</p>',
    );
  });

  it.each(['dataLayer', 'hbspt', 'instgrm', 'Intercom', '_Toc12', 'h.x1', 'part-own'])(
    'prefixes the id %s, so that it replaces no global of a script',
    (id) => {
      const prefixed = id.startsWith('part-') ? id : `part-${id}`;
      expect(clean(`<h2 id="${id}">A</h2><h3 id="${id}" class="x">B</h3>`)).toBe(
        `<h2 id="${prefixed}">A</h2><h3>B</h3>`,
      );
    },
  );

  it('prints no control character that is written as an entity', () => {
    const piece = fc.oneof(
      fc.nat(31).map((code) => `&#${code};`),
      fc.nat(31).map((code) => `&#x${code.toString(16)}`),
      fc.constantFrom('<h2 id="', '<abbr title="', '<a href="/', '<img alt="', '">', '<p>', '</p>', ' ', '&', 'text'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
        expect(clean(pieces.join(''))).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/);
      }),
      { numRuns: IS_LONG ? 500 : 150 },
    );
  });

  it('never lets a script, a handler, a style or a foreign scheme through', () => {
    const piece = fc.constantFrom(
      ...[
        '<',
        '>',
        '"',
        "'",
        '/',
        ' ',
        '=',
        '&#x3c;',
        '&#1;',
        '\n',
        '<!--',
        '-->',
        '<![CDATA[',
        ']]>',
        '<a href=',
        '<img src=x ',
        '<svg>',
        '<math>',
      ],
      ...[
        '<style>',
        '</style>',
        '<script>',
        '</script>',
        '<noscript>',
        '<template>',
        'onerror=x',
        'style=x',
        'javascript:x',
        'data:x',
        'p>',
        'text',
      ],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        const bad: string[] = [];
        const parser = new Parser({
          onopentag(name, attributes) {
            if (['script', 'style', 'svg', 'math', 'iframe', 'template', 'noscript'].includes(name)) bad.push(name);
            for (const [key, value] of Object.entries(attributes)) {
              if (/^on|^style$/.test(key) || (['href', 'src'].includes(key) && /^\s*(javascript|data):/i.test(value)))
                bad.push(`${key}=${value}`);
            }
          },
        });
        parser.end(clean(pieces.join('')));
        expect(bad).toEqual([]);
      }),
      { numRuns: IS_LONG ? 500 : 150 },
    );
  });
});

describe('resolveLink', () => {
  it.each([
    ['/blog/x', '/site/blog/x/'],
    ['https://www.example.com/site/blog/x/#a', '/site/blog/x/#a'],
    ['http://www.example.com/site', '/site/'],
    ['//www.example.com/site/blog/', '/site/blog/'],
    ['https://www.example.com/blog/', null],
    ['https://www.example.com/sites/', null],
    ['#part', '#part'],
  ])('finds %s in the folder of the site', (href, own) => {
    const found = resolveLink(href, { ...rules, origin: 'https://www.example.com/site' });
    expect(found).toEqual(own === null ? { href, isOuter: true } : { href: own, isOuter: false });
  });

  it.each(['see https://www.example.org/', 'Call us: +380 44', 'a b:c/'])('has no link for %j', (href) => {
    expect(resolveLink(href, rules)).toBeNull();
  });

  it('resolves its own result to the same link', () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl(), fc.webPath(), fc.string()), (href) => {
        const first = resolveLink(href, rules);
        if (first !== null) expect(resolveLink(first.href, rules)).toEqual(first);
      }),
    );
  });
});
