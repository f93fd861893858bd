// Facts of what a page is put together of are those of its HTML: proven on every template with random texts in its head, and
// on random articles and lists.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collectPageFacts, parsePageFacts } from '../../cli/facts/page-facts.ts';
import { createTemplates } from '../../templates/bundle.ts';
import { printMarkup } from '../../templates/markup.ts';
import type { PageInput, TemplateInput } from '../../templates/page-input.ts';
import { EVERY_TEMPLATE, pageWith, wordsOf } from '../templates/page-makers.ts';
import { articleProps, listProps, randomDocument, randomTrail } from '../templates/random-pages.ts';

const RUNS = process.env.SITEGEN_TEST_LONG === undefined ? 100 : 10_000;

const templates = createTemplates();
const wordsByTemplate = { article: wordsOf('article'), blog: wordsOf('blog') };

/** Both ways of reading a page. */
function factsOf(page: PageInput, words = wordsOf(page.template)) {
  const parts = templates.renderPageParts(page, words, words);
  const html = [parts.head, parts.switcher, parts.main].map(printMarkup);
  return { collected: collectPageFacts(parts), parsed: parsePageFacts(...html) };
}

describe('collectPageFacts', () => {
  it('tells of every template what its HTML tells', () => {
    fc.assert(
      fc.property(fc.constantFrom(...EVERY_TEMPLATE), randomDocument, (template, document) => {
        const { collected, parsed } = factsOf(pageWith(template, document));
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
        // What stands on page after page is read once.
        for (const name of ['first', 'second', 'third']) {
          const page = pageWith(input, { breadcrumbs: [...trail, { name, href: `/${name}/`, languageTag: 'en' }] });
          const { collected, parsed } = factsOf(page, wordsByTemplate[page.template === 'blog' ? 'blog' : 'article']);
          expect(collected).toEqual(parsed);
        }
      }),
      { numRuns: RUNS * 3 },
    );
  });
});
