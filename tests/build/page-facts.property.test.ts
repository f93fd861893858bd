// Facts of what a page is put together of are those of its HTML: proven on every template with random texts in its head, and
// on random articles and lists.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collectPageFacts, parsePageFacts } from '../../cli/build/page-facts.ts';
import { createTemplates } from '../../templates/bundle.ts';
import { printMarkup } from '../../templates/markup.ts';
import type { PageInput, TemplateInput } from '../../templates/page-input.ts';
import { EVERY_TEMPLATE, headWith, pageWith, siteWith, wordsOf } from '../templates/page-makers.ts';
import { articleProps, listProps, randomTrail } from '../templates/random-pages.ts';

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
});
const site = fc.record({
  feed: fc.option(fc.record({ href, title: text })),
  font: fc.option(href),
  stylesheets: fc.array(href, { maxLength: 2 }),
});
const breadcrumbs = fc.array(
  fc.record({ name: text, href: fc.oneof(href, text), languageTag: fc.constantFrom('en', 'uk') }),
  { maxLength: 3 },
);

const templates = createTemplates();
const wordsByTemplate = { article: wordsOf('article'), blog: wordsOf('blog') };

/** Both ways of reading a page. */
function factsOf(page: PageInput, words = wordsOf(page.template)) {
  const parts = templates.renderPageParts(page, words);
  const html = [parts.head, parts.switcher, parts.main].map(printMarkup);
  return { collected: collectPageFacts(parts), parsed: parsePageFacts(...html) };
}

describe('collectPageFacts', () => {
  it('tells of every template what its HTML tells', () => {
    fc.assert(
      fc.property(fc.constantFrom(...EVERY_TEMPLATE), head, site, breadcrumbs, (template, changes, common, trail) => {
        const page = pageWith(template, {
          head: headWith(changes),
          site: siteWith(common),
          breadcrumbs: trail,
        });
        const { collected, parsed } = factsOf(page);
        expect(collected).toEqual(parsed);
      }),
      { numRuns: RUNS },
    );
  });

  it('tells of articles and lists of every kind what their HTML tells', () => {
    const template: fc.Arbitrary<TemplateInput> = fc.oneof(
      articleProps.map((props) => ({ template: 'article' as const, props })),
      listProps.map((props) => ({ template: 'blog' as const, props })),
    );
    fc.assert(
      fc.property(template, randomTrail, (input, trail) => {
        const page = pageWith(input, { breadcrumbs: trail });
        const { collected, parsed } = factsOf(page, wordsByTemplate[page.template === 'blog' ? 'blog' : 'article']);
        expect(collected).toEqual(parsed);
      }),
      { numRuns: RUNS * 3 },
    );
  });
});
