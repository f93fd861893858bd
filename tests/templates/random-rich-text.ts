// Random rich text for property tests: whole and damaged, with links of all kinds.

import fc from 'fast-check';

/** Of links, good and bad. */
export const href = fc.oneof(
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

/** Rich text of the grammar of the quick way, and beyond it. */
export const richText = fc.oneof(nested, damaged);
