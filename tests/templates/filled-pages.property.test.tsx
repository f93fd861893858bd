// A page that is filled in is the page that React prints: proven with random texts, and blocks, forms and images of every kind.

import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { createDateFormatter, createFormatter, createMomentFormatter } from '../../locales/formatter.ts';
import { TextRulesContext, WordsContext, type WordsContextValue } from '../../templates/contexts.ts';
import { Main } from '../../templates/Main.tsx';
import type {
  ArticleProps,
  BlockInput,
  BlogProps,
  CardInput,
  ImageInput,
  PageInput,
  SectionInput,
} from '../../templates/page-input.ts';
import { renderPageParts } from '../../templates/render-page.tsx';
import { EVERY_BLOCK, EVERY_SECTION, formOf, PROPS, pageWith, wordsOf } from './page-makers.ts';

const RUNS = process.env.SITEGEN_TEST_LONG === undefined ? 200 : 5000;

/** What React escapes, what reads like a mark, also once it is decoded, and nothing at all. */
const text = fc
  .array(
    fc.constantFrom(
      ...['a', ' ', '&', '<', '>', '"', "'", '&amp;', 'title', '{author}', 'й', '\ud83d', '$&'],
      ...['&#1;', '&#x2;', '&#1;title&#2;', '&#1;text 0&#2;', '\u0001title\u0002', '\u0001', '\u0002'],
    ),
  )
  .map((parts) => parts.join(''));
const image: fc.Arbitrary<ImageInput> = fc.record({
  src: fc.oneof(
    text.map((name) => `/assets/${name}.png`),
    fc.constantFrom('javascript:alert(1)', 'data:image/png;base64,AA=='),
  ),
  alt: text,
  width: fc.option(fc.constantFrom(1, 1200)),
  height: fc.option(fc.constantFrom(1, 630)),
  srcset: fc.option(text.map((name) => `/assets/${name} 480w`)),
  sources: fc.uniqueArray(
    fc.record({
      type: fc.constantFrom('image/avif', 'image/webp'),
      srcset: fc.oneof(
        text,
        text.map((name) => `/assets/${name} 480w, /assets/${name} 960w`),
        fc.uuid().map((id) => `/assets/${id}.avif`),
      ),
      media: fc.option(fc.constant('(prefers-reduced-motion: reduce)')),
    }),
    { maxLength: 3, selector: ({ type, media }) => `${type} ${media}` },
  ),
});
const categories = fc.array(fc.record({ slug: fc.uuid(), title: text }), { maxLength: 3 });
const date = fc.option(fc.constantFrom('2026-08-20T08:00:00.000Z', '2025-01-02T23:30:00.000Z'));
const card: fc.Arbitrary<CardInput> = fc.record({
  title: text,
  href: fc.uuid().map((id) => `/blog/${id}/`),
  description: fc.option(text),
  image: fc.option(image),
  date,
  categories,
  languageTag: fc.constantFrom('en', 'uk'),
});
const richText = text.map((html) => `<h2>${html}</h2><p><abbr title="${html}">${html}</abbr></p>`);
const block: fc.Arbitrary<BlockInput> = fc.oneof(
  { weight: 4, arbitrary: richText.map((html) => ({ type: 'text' as const, html })) },
  { weight: 1, arbitrary: fc.constantFrom(...EVERY_BLOCK) },
  { weight: 1, arbitrary: richText.map(faqOf) },
);
const section: fc.Arbitrary<SectionInput> = richText.chain((html) =>
  fc.constantFrom<SectionInput>(
    { kind: 'text', title: html, text: html, image: null, link: null },
    { kind: 'faq', title: null, text: html, image: null, link: null, questions: [{ question: html, answer: html }] },
  ),
);
const props: fc.Arbitrary<ArticleProps> = fc.record({
  title: text,
  description: fc.option(text),
  image: fc.option(image),
  author: fc.option(text),
  date,
  categories,
  content: fc.array(block, { maxLength: 4 }),
  related: fc.array(card, { maxLength: 3 }),
  form: fc.option(fc.constantFrom(formOf('demo'), formOf('blog-demo', 'form-2')), { freq: 5 }),
});
const breadcrumbs = fc.array(
  fc.record({ name: text, href: fc.constant('/blog/'), languageTag: fc.constantFrom('en', 'uk') }),
  { maxLength: 3 },
);

const list: fc.Arbitrary<BlogProps> = fc.record({
  title: text,
  subtitle: fc.option(text),
  image: fc.option(image),
  link: fc.option(fc.constant({ label: 'More', href: '/demo/', isOuter: false })),
  content: fc.array(block, { maxLength: 2 }),
  sections: fc.oneof(fc.constant([]), fc.constant(EVERY_SECTION), fc.array(section, { minLength: 1, maxLength: 2 })),
  hero: fc.option(card),
  cards: fc.array(card, { maxLength: 3 }),
  categories,
  feedHref: fc.option(fc.constant('/blog/feed.xml')),
  pageNumber: fc.nat({ max: 2000 }),
  lastPage: fc.constantFrom(1, 2, 2000),
  previousHref: fc.option(fc.constantFrom('/blog/', '/blog/page/2/')),
  nextHref: fc.option(fc.constant('/blog/page/4/')),
});

function faqOf(answer: string): BlockInput {
  return { type: 'faq', title: answer, items: [{ question: answer, answer }] };
}

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
  const { structuredData, finalHrefs, richImages } = input;
  return renderToStaticMarkup(
    <WordsContext value={{ ...words, isTraced: true }}>
      <TextRulesContext value={{ origin: structuredData.origin, finalHrefs, richImages }}>
        <Main input={input} />
      </TextRulesContext>
    </WordsContext>,
  );
}

describe('renderPageParts', () => {
  it('prints of an article what React prints of its components', () => {
    const words = { en: wordsIn('article', 'en'), uk: wordsIn('article', 'uk') };
    fc.assert(
      fc.property(props, breadcrumbs, fc.constantFrom(...LANGUAGES), (article, trail, language) => {
        const input = pageWith({ template: 'article', props: article }, { breadcrumbs: trail });
        expect(renderPageParts(input, words[language]).main).toBe(renderWhole(input, words[language]));
      }),
      { numRuns: RUNS },
    );
  });

  it.each(['&#1;', '&#x2;', '&#1;title&#2;', '&#1;text 0&#2;'])('takes %s of a rich text for no mark', (written) => {
    const words = wordsIn('article', 'en');
    const text = { type: 'text', html: '<abbr title="x onmouseover=alert(1) y">a</abbr>' } as const;
    const faq = faqOf(`<p>${written}</p><abbr title="${written}">b</abbr>`);
    const input = pageWith({ template: 'article', props: { ...PROPS.article, content: [text, faq] } });
    const { main } = renderPageParts(input, words);
    expect(main).toBe(renderWhole(input, words));
    expect(main.match(/onmouseover/g)).toHaveLength(1);
    const decoded = written.replaceAll(/&#\w+;/g, '');
    expect(main).toContain(`<p>${decoded}</p><abbr title="${decoded}">b</abbr>`);
  });

  it('prints of a list what React prints of its components', () => {
    const words = { en: wordsIn('blog', 'en'), uk: wordsIn('blog', 'uk') };
    fc.assert(
      fc.property(list, breadcrumbs, fc.constantFrom(...LANGUAGES), (blog, trail, language) => {
        const input = pageWith({ template: 'blog', props: blog }, { breadcrumbs: trail });
        expect(renderPageParts(input, words[language]).main).toBe(renderWhole(input, words[language]));
      }),
      { numRuns: RUNS },
    );
  });
});
