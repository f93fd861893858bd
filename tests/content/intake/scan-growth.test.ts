// Every scan of a text of editors takes time in proportion to its length: ten times the text takes about ten times as long, whatever
// is in it. Quadratic time would be a hundred times as long, and one text could stop a build.

import { describe, it } from 'vitest';
import { findLosses } from '../../../cli/content/intake/find-losses.ts';
import { readHtml, startFacts } from '../../../cli/facts/page-facts.ts';
import { findTagAttributes, IMAGE_SOURCES, listHrefs } from '../../../cli/text/find-attributes.ts';
import { createOutline } from '../../../templates/components/outline.ts';
import { MEDIA_SOURCES } from '../../../templates/components/rich-text-options.ts';
import { sanitizeRichText } from '../../../templates/components/sanitize-rich-text.ts';
import { estimateReadingMinutes } from '../../../templates/pages/reading-time.ts';
import { expectLinear } from '../../expect-linear.ts';
import { IS_LONG } from '../../long-run.ts';

/** Pieces of a short text: enough of them, and of characters. */
const countOf = (piece: string) => (IS_LONG ? 20_000 : Math.max(1000, 4000 / piece.length));
const rulesWith = () => ({
  origin: 'https://www.example.com',
  finalHrefs: { '/old/': '/new/' },
  richImages: {},
  takenIds: new Set<string>(),
});

const SCANS: Readonly<Record<string, (html: string) => unknown>> = {
  'outline and reading time': (html) =>
    estimateReadingMinutes(createOutline([{ type: 'text', html }], rulesWith()).characters),
  'sanitizer and the facts of its page': (html) => readHtml(sanitizeRichText(html, rulesWith()), startFacts()),
  'walk through an entry': (html) => findLosses({ sections: [{ kind: 'quote', text: html }] }),
  'links and media': (html) => [...listHrefs(html), ...findTagAttributes(html, { ...MEDIA_SOURCES, ...IMAGE_SOURCES })],
};

const TEXTS = [
  ...['<', '>', '</', '<!--', '&', '"', "'", ' ', '\n', '=" ', '<a', '<p '],
  ...['<img ', '<img src="/a.png">', '<img src="data:,">', "<img src='", '<img\n', 'text <img src=x '],
  ...['<ol>', '<ol></b>', '<p>a', '<li><p>', '<b><div>', '<div>', '<div>a</div>', '<div><p>a</p>', '</div>'],
  ...['<ul><li><a href="/x/">a</a>', '<a href="/old/">', '<a>', 'href="', "href='", 'href ', '<a href="java'],
  ...['<h2>a</h2>', '<h2>a', '<h2 id="a">', '<h2 id="a">b</h2>', '<h3 id=', '<h2 ', '<h2><h2>b</h2>'],
  ...['<span style="font-weight:700">', '<p style=";font-weight:', '<i style=";text-decoration:a', '<font>'],
  ...[
    '<iframe src="/a">',
    '<iframe ',
    '<video>',
    '<video><source src="/a">',
    '<object data="',
    '<embed src="https://a.b/">',
  ],
  ...['<svg>', '<script>', '<textarea>', '<noscript>', '<style></style>', '<form><input>', '<th> ', '<table><tr><td>'],
];

describe.each(Object.entries(SCANS))('the %s', (_, scan) => {
  it.each(TEXTS)('takes linear time for many %j', (piece) => {
    expectLinear(scan, (count) => piece.repeat(count), countOf(piece));
  });
});
