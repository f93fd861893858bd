// Facts of a head's tags are those of its HTML: proven on every template with random texts in its head.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collectPageFacts, parsePageFacts } from '../../cli/build/page-facts.ts';
import { createTemplates } from '../../templates/bundle.ts';
import { EVERY_TEMPLATE, headWith, pageWith, structuredDataWith, wordsOf } from '../templates/page-makers.ts';

const RUNS = process.env.SITEGEN_TEST_LONG === undefined ? 100 : 10_000;

/** What HTML and JSON escape, and what reads like markup once it is read twice. */
const text = fc
  .array(
    fc.constantFrom(
      'a',
      ' ',
      '&',
      '<',
      '>',
      '"',
      "'",
      '&amp;',
      '&#38;',
      '</title>',
      'href="',
      '\\',
      '\n',
      'й',
      '\u2028',
      '\ud83d',
    ),
  )
  .map((parts) => parts.join(''));
const href = text.map((rest) => `https://www.example.com/${rest}`);
const head = fc.record({
  title: text,
  description: fc.option(text),
  canonical: fc.option(href),
  isIndexable: fc.boolean(),
  alternates: fc.array(fc.record({ hreflang: fc.constantFrom('en', 'uk', 'x-default'), href }), { maxLength: 3 }),
  previousHref: fc.option(href),
  nextHref: fc.option(href),
  feed: fc.option(fc.record({ href, title: text })),
  font: fc.option(href),
  stylesheets: fc.array(href, { maxLength: 2 }),
});
const breadcrumbs = fc.array(fc.record({ name: text, href: fc.oneof(href, text) }), { maxLength: 3 });

describe('collectPageFacts', () => {
  const { renderPageParts } = createTemplates();

  it('tells of every template what its HTML tells', () => {
    fc.assert(
      fc.property(fc.constantFrom(...EVERY_TEMPLATE), head, breadcrumbs, (template, changes, trail) => {
        const page = pageWith(template, {
          head: headWith(changes),
          structuredData: structuredDataWith({ breadcrumbs: trail }),
        });
        const parts = renderPageParts(page, wordsOf(template.template));
        expect(collectPageFacts(parts)).toEqual(parsePageFacts(parts.head, parts.switcher, parts.main));
      }),
      { numRuns: RUNS },
    );
  });
});
