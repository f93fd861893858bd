// A page that is filled in is the page that React prints: proven with random texts, and blocks, forms and images of every kind.

import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { createDateFormatter, createFormatter, createMomentFormatter } from '../../locales/formatter.ts';
import { TextRulesContext, WordsContext, type WordsContextValue } from '../../templates/contexts.ts';
import { Main } from '../../templates/Main.tsx';
import { type Markup, printMarkup } from '../../templates/markup.ts';
import type { PageInput, TemplateInput } from '../../templates/page-input.ts';
import { renderPageParts } from '../../templates/render-page.tsx';
import { PROPS, pageWith, wordsOf } from './page-makers.ts';
import { articleProps, faqOf, listProps, randomTrail } from './random-pages.ts';

const RUNS = process.env.SITEGEN_TEST_LONG === undefined ? 200 : 5000;

const LANGUAGES = ['en', 'uk'] as const;

function wordsIn(template: 'article' | 'blog', pageLanguageTag: string): WordsContextValue {
  return {
    t: createFormatter(wordsOf(template), 'en'),
    formatDate: createDateFormatter('en'),
    formatMoment: createMomentFormatter('en'),
    formatOwnDate: createDateFormatter(pageLanguageTag),
    pageLanguageTag,
    wordsLang: pageLanguageTag === 'en' ? undefined : 'en',
    isTraced: false,
  };
}

/** In one tree, as it is rendered where a failure is looked for. */
function renderWhole(input: PageInput, words: WordsContextValue): string {
  const { site, finalHrefs, richImages } = input;
  return renderToStaticMarkup(
    <WordsContext value={{ ...words, isTraced: true }}>
      <TextRulesContext value={{ origin: site.origin, finalHrefs, richImages }}>
        <Main input={input} />
      </TextRulesContext>
    </WordsContext>,
  );
}

const frameOf = (markup: Markup) => (typeof markup === 'object' && 'frame' in markup ? markup.frame : undefined);

describe('renderPageParts', () => {
  it('prints of an article what React prints of its components', () => {
    const words = { en: wordsIn('article', 'en'), uk: wordsIn('article', 'uk') };
    fc.assert(
      fc.property(articleProps, randomTrail, fc.constantFrom(...LANGUAGES), (article, trail, language) => {
        const input = pageWith({ template: 'article', props: article }, { breadcrumbs: trail });
        expect(printMarkup(renderPageParts(input, words[language]).main)).toBe(renderWhole(input, words[language]));
      }),
      { numRuns: RUNS },
    );
  });

  it('prints cards that stand beside article after article in the words of each', () => {
    const words = { en: wordsIn('article', 'en'), uk: wordsIn('article', 'uk') };
    const language = fc.constantFrom(...LANGUAGES);
    fc.assert(
      fc.property(articleProps, fc.array(language, { minLength: 2, maxLength: 6 }), (article, languages) => {
        for (const [index, each] of languages.entries()) {
          const input = pageWith({ template: 'article', props: { ...article, title: `${index}` } });
          expect(printMarkup(renderPageParts(input, words[each]).main)).toBe(renderWhole(input, words[each]));
        }
      }),
      { numRuns: RUNS },
    );
  });

  it.each(['&#1;', '&#x2;', '&#1;title&#2;', '&#1;text 0&#2;'])('takes %s of a rich text for no mark', (written) => {
    const words = wordsIn('article', 'en');
    const text = { type: 'text', html: '<abbr title="x onmouseover=alert(1) y">a</abbr>' } as const;
    const faq = faqOf(`<p>${written}</p><abbr title="${written}">b</abbr>`);
    const input = pageWith({ template: 'article', props: { ...PROPS.article, content: [text, faq] } });
    const main = printMarkup(renderPageParts(input, words).main);
    expect(main).toBe(renderWhole(input, words));
    expect(main.match(/onmouseover/g)).toHaveLength(1);
    const decoded = written.replaceAll(/&#\w+;/g, '');
    expect(main).toContain(`<p>${decoded}</p><abbr title="${decoded}">b</abbr>`);
  });

  it('prints of a list what React prints of its components', () => {
    const words = { en: wordsIn('blog', 'en'), uk: wordsIn('blog', 'uk') };
    fc.assert(
      fc.property(listProps, randomTrail, fc.constantFrom(...LANGUAGES), (blog, trail, language) => {
        const input = pageWith({ template: 'blog', props: blog }, { breadcrumbs: trail });
        expect(printMarkup(renderPageParts(input, words[language]).main)).toBe(renderWhole(input, words[language]));
      }),
      { numRuns: RUNS },
    );
  });

  it.each(['article', 'blog'] as const)(
    'prints the trail of a page of %s below the same pages and below others',
    (template) => {
      const words = wordsIn(template, 'en');
      const trailTo = (parent: string, name: string) => [
        { name: 'Home', href: '/', languageTag: 'en' },
        { name: parent, href: `/${parent}/`, languageTag: 'en' },
        { name, href: `/${parent}/${name}/`, languageTag: 'en' },
      ];
      const render = (parent: string, name: string) => {
        const input = pageWith({ template, props: PROPS[template] } as TemplateInput, {
          breadcrumbs: trailTo(parent, name),
        });
        const { main } = renderPageParts(input, words);
        expect(printMarkup(main)).toBe(renderWhole(input, words));
        return frameOf(main);
      };
      const first = render('blog', 'A');
      expect(first).toBeDefined();
      expect(render('blog', 'B & C')).toBe(first);
      expect(render('news', 'A')).not.toBe(first);
    },
  );
});
