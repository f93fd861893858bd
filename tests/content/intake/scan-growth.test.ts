// Every scan of a text of editors takes time in proportion to its length: ten times the text takes about ten times as long, whatever
// is in it. Quadratic time would be a hundred times as long, and one text could stop a build.

import { describe, expect, it } from 'vitest';
import { findLosses } from '../../../cli/content/intake/find-losses.ts';
import { readHtml, startFacts } from '../../../cli/facts/page-facts.ts';
import { findTagAttributes, IMAGE_SOURCES, listHrefs } from '../../../cli/text/find-attributes.ts';
import { createOutline } from '../../../templates/components/outline.ts';
import { MEDIA_SOURCES } from '../../../templates/components/rich-text-options.ts';
import { sanitizeRichText } from '../../../templates/components/sanitize-rich-text.ts';
import { estimateReadingMinutes } from '../../../templates/pages/reading-time.ts';

const SMALL = process.env.SITEGEN_TEST_LONG === undefined ? 2000 : 20_000;
const GROWTH = 10;
const MOST_GROWTH = 25;
/** Too short to be compared: the clock ticks every 4 ms on some machines. */
const SHORT_MS = 150;
const RUNS = 3;

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

/** Milliseconds of this thread alone: other work on the machine does not count. */
function timeOf(scan: (html: string) => unknown, html: string): number {
  const before = process.threadCpuUsage();
  scan(html);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

function bestOf(scan: (html: string) => unknown, html: string): number {
  return Math.min(...Array.from({ length: RUNS }, () => timeOf(scan, html)));
}

describe.each(Object.entries(SCANS))('the %s', (_, scan) => {
  it.each(TEXTS)('takes linear time for many %j', (piece) => {
    const large = piece.repeat(SMALL * GROWTH);
    if (timeOf(scan, large) < SHORT_MS) return;
    const growth = bestOf(scan, large) / Math.max(1, bestOf(scan, piece.repeat(SMALL)));
    expect(growth).toBeLessThan(MOST_GROWTH);
  });
});
