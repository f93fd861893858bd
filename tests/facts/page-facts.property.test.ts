// The scanner of printed pages finds what an HTML parser finds: proven on every template with random texts in its head, and
// on random articles and lists.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collectPageFacts, parsePageFacts } from '../../cli/facts/page-facts.ts';
import { parsePage } from '../../cli/facts/parse-html.ts';
import { createTemplates } from '../../templates/bundle.ts';
import type { PageInput, TemplateInput } from '../../templates/page-input.ts';
import { IS_LONG } from '../long-run.ts';
import { EVERY_TEMPLATE, pageWith, wordsOf } from '../templates/page-makers.ts';
import { articleProps, listProps, randomDocument, randomTrail } from '../templates/random-pages.ts';

const RUNS = IS_LONG ? 10_000 : 10;

const templates = createTemplates();
const wordsByTemplate = { article: wordsOf('article'), blog: wordsOf('blog') };

function expectSameFacts(page: PageInput, words = wordsOf(page.template)): void {
  const parts = templates.renderPageParts(page, words, words);
  const { head, switcher, main } = parts;
  const expected = parsePage(head + switcher + main).facts;
  expect(parsePageFacts(head, switcher, main)).toEqual(expected);
  expect(collectPageFacts(parts)).toEqual(expected);
}

describe('parsePageFacts', () => {
  it('finds on pages of every template what a parser finds', () => {
    fc.assert(
      fc.property(fc.constantFrom(...EVERY_TEMPLATE), randomDocument, (template, document) => {
        expectSameFacts(pageWith(template, document));
      }),
      { numRuns: RUNS },
    );
  });

  it('finds on articles and lists of every kind what a parser finds', () => {
    const template: fc.Arbitrary<TemplateInput> = fc.oneof(
      articleProps.map((props) => ({ template: 'article' as const, props })),
      listProps.map((props) => ({ template: 'blog' as const, props })),
    );
    fc.assert(
      fc.property(template, randomTrail, (input, breadcrumbs) => {
        const words = wordsByTemplate[input.template === 'blog' ? 'blog' : 'article'];
        expectSameFacts(pageWith(input, { breadcrumbs }), words);
      }),
      { numRuns: RUNS * 3 },
    );
  });
});
