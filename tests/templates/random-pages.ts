// Random articles and lists: every kind of block, form and image, and texts that are hard on whoever prints or reads them.

import fc from 'fast-check';
import { SCREEN_IDS } from '../../content/screens.ts';
import type {
  ArticleProps,
  BlockInput,
  BlogProps,
  CardInput,
  ImageInput,
  SectionInput,
} from '../../templates/page-input.ts';
import { EVERY_BLOCK, EVERY_SECTION, formOf, headWith, siteWith } from './page-makers.ts';

/** What React escapes, what reads like markup or an entity, and nothing at all. */
const text = fc
  .array(fc.constantFrom(...['a', ' ', '&', '<', '>', '"', "'", '&amp;', 'title', '{author}', 'й', '\ud83d', '$&']))
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
  slug: fc.uuid(),
  title: text,
  href: fc.uuid().map((id) => `/blog/${id}/`),
  description: fc.option(text),
  image: fc.option(image),
  date,
  categories,
  languageTag: fc.constantFrom('en', 'uk'),
  fields: fc.constant({}),
});
/** What editors write, of which some is left to the sanitiser. */
const written = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      '<h2>Why</h2>',
      '<h2 id="why">Why</h2>',
      '<h3 id="how">How <em>so</em></h3>',
      '<h2>One</h2><h3 id="two">Two</h3><h2>Three</h2>',
      '<h2>First, <a href="/es/blog">this</a></h2>',
      '<p>an id="none" and a href="/none/"</p>',
      '<ul><li><a href="https://www.example.com/about">a</a> <a href="https://example.org/x?a=1" target="_blank">b</a></li></ul>',
      '<p><a href="#why">c</a> <a href="/blog/?a=1&amp;b=2">d</a> <a href="mailto:a@example.com">e</a></p>',
      '<p><img src="/assets/a.png" alt="a" width="1"></p>',
    ),
  },
  { weight: 1, arbitrary: text.map((html) => `<h2>${html}</h2><p><abbr title="${html}">${html}</abbr></p>`) },
);
const richText = fc.array(written, { maxLength: 4 }).map((parts) => parts.join(''));
const block: fc.Arbitrary<BlockInput> = fc.oneof(
  { weight: 4, arbitrary: richText.map((html) => ({ type: 'text' as const, html })) },
  { weight: 1, arbitrary: fc.constantFrom(...EVERY_BLOCK) },
  { weight: 1, arbitrary: richText.map(faqOf) },
);
const section: fc.Arbitrary<SectionInput> = richText.chain((html) =>
  fc.constantFrom<SectionInput>(
    { kind: 'text', id: null, title: html, text: html, image: null, link: null },
    {
      kind: 'faq',
      id: null,
      title: null,
      text: html,
      image: null,
      link: null,
      questions: [{ question: html, answer: html }],
    },
  ),
);
const neighbour = card.map(({ title, href, languageTag }) => ({ title, href, languageTag }));
/** Of an article. */
export const articleProps: fc.Arbitrary<ArticleProps> = fc.record({
  title: text,
  description: fc.option(text),
  image: fc.option(image),
  author: fc.option(
    text.map((name) => ({ name, position: null, department: null, photo: null, bio: name, languageTag: 'en' })),
  ),
  date,
  updated: date,
  url: fc.constant('https://www.example.com/blog/a/'),
  newer: fc.option(neighbour),
  older: fc.option(neighbour),
  categories,
  content: fc.array(block, { maxLength: 4 }),
  fields: fc.constant({}),
  related: fc.array(card, { maxLength: 3 }),
  form: fc.option(fc.constantFrom(formOf('demo'), formOf('blog-demo', 'form-2')), { freq: 5 }),
});
/** Of any page. */
export const randomTrail = fc.array(
  fc.record({ name: text, href: fc.constant('/blog/'), languageTag: fc.constantFrom('en', 'uk') }),
  { maxLength: 3 },
);

/** Of a page of a list. */
export const listProps: fc.Arbitrary<BlogProps> = fc.record({
  title: text,
  subtitle: fc.option(text),
  image: fc.option(image),
  screen: fc.option(fc.constantFrom(...SCREEN_IDS)),
  link: fc.option(fc.constant({ label: 'More', href: '/demo/', isOuter: false })),
  secondLink: fc.constant(null),
  content: fc.array(block, { maxLength: 2 }),
  sections: fc.oneof(fc.constant([]), fc.constant(EVERY_SECTION), fc.array(section, { minLength: 1, maxLength: 2 })),
  hero: fc.option(card),
  cards: fc.array(card, { maxLength: 3 }),
  categories,
  feedHref: fc.option(fc.constant('/blog/feed.xml')),
  askHref: fc.option(fc.constant('/contacts/')),
  pageNumber: fc.nat({ max: 2000 }),
  lastPage: fc.constantFrom(1, 2, 2000),
  previousHref: fc.option(fc.constantFrom('/blog/', '/blog/page/2/')),
  nextHref: fc.option(fc.constant('/blog/page/4/')),
});

/** A block of one answer. */
function faqOf(answer: string): BlockInput {
  return { type: 'faq', title: answer, items: [{ question: answer, answer }] };
}

/** What HTML and JSON escape, and what reads like markup once it is read twice. */
const escapedText = fc
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
const href = escapedText.map((rest) => `https://www.example.com/${rest}`);
const dataDate = fc.option(fc.oneof(fc.constantFrom('2026-01-02T23:30:00Z', '2026-13-01T00:00:00Z', ''), escapedText));
const head = fc.record({
  title: escapedText,
  description: fc.option(escapedText),
  canonical: fc.option(href),
  isIndexable: fc.boolean(),
  alternates: fc.array(fc.record({ hreflang: fc.constantFrom('en', 'uk', 'x-default'), href }), { maxLength: 3 }),
  openGraph: fc.record({
    type: fc.constantFrom('website' as const, 'article' as const),
    locale: fc.option(fc.constantFrom('en_US', 'uk_UA')),
    localeAlternates: fc.array(fc.constantFrom('es_ES', 'pt_PT'), { maxLength: 2 }),
    image: fc.option(
      fc.record({
        url: href,
        alt: fc.oneof(escapedText, fc.constant('')),
        width: fc.option(fc.constantFrom(1, 1200)),
        height: fc.option(fc.constantFrom(1, 630)),
      }),
    ),
    publishedTime: dataDate,
    modifiedTime: dataDate,
  }),
});
const site = fc.record({
  shareImage: fc.option(fc.record({ url: href, alt: escapedText, width: fc.constant(1200), height: fc.constant(630) })),
  feed: fc.option(fc.record({ href, title: escapedText })),
  font: fc.option(href),
  stylesheets: fc.array(href, { maxLength: 2 }),
});
/** What stands around the body of any page. */
export const randomDocument = fc.record({
  head: head.map(headWith),
  site: site.map(siteWith),
  breadcrumbs: fc.array(
    fc.record({ name: escapedText, href: fc.oneof(href, escapedText), languageTag: fc.constantFrom('en', 'uk') }),
    { maxLength: 3 },
  ),
});
