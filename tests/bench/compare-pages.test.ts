// Which pages count as the same, and how a difference is described.

import { describe, expect, it } from 'vitest';
import { findDifferences } from '../../bench/peers/compare-pages.ts';

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A &amp; B</title>
<meta name="description" content="One"><link rel="canonical" href="https://www.example.com/a/">
<script type="application/ld+json">{"@type":"Thing","name":"A"}</script></head>
<body><p>Read <a href="/b/">the next one</a>.</p><img src="/a.jpg" alt="Chart" width="2" height="1"><script>never()</script></body></html>`;

const differencesOf = (theirs: string) => findDifferences('a/index.html', { ours: PAGE, theirs });

describe('findDifferences', () => {
  it('finds none where only the writing differs', () => {
    const other = PAGE.replace('A &amp; B', 'A &#38; B')
      .replace('<meta name="description" content="One">', '')
      .replace('</head>', "<meta content='One' name='description'/></head>")
      .replace('"@type":"Thing","name":"A"', '"name": "A", "@type": "Thing"')
      .replace('<p>Read ', '<div class="lead"> <p>\n Read ')
      .replace('.</p>', '.</p></div>')
      .replace('never()', 'other()');
    expect(other).not.toBe(PAGE);
    expect(differencesOf(other)).toEqual([]);
  });

  it.each([
    ['title', 'A &amp; B', 'A'],
    ['metas', 'content="One"', 'content="Two"'],
    ['headLinks', 'rel="canonical"', 'rel="alternate"'],
    ['structuredData', '"name":"A"', '"name":"B"'],
    ['links', 'href="/b/"', 'href="/c/"'],
    ['images', 'width="2"', 'width="3"'],
    ['text', 'Read ', 'Skip '],
  ])('finds another %s', (part, ours, theirs) => {
    const [place] = differencesOf(PAGE.replace(ours, theirs));
    expect(place).toMatch(new RegExp(`^a/index\\.html, ${part}: `));
  });

  it('shows both sides of the first difference', () => {
    expect(differencesOf(PAGE.replace('href="/b/"', 'href="/c/"'))).toEqual([
      "a/index.html, links: 1 in sitegen's page, 1 in theirs; the first difference:",
      '  sitegen  /b/ "the next one"',
      '  theirs   /c/ "the next one"',
    ]);
  });
});
