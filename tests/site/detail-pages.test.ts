// Lists and the pages of one entry: articles, webinars, e-books, landing pages, pages from blocks. What the content file
// says stands in the built HTML, and the lists are in the order that follows from the files.

import { beforeAll, describe, expect, it } from 'vitest';
import type { SampleEntry } from '../../cli/content/sample/sample-library.ts';
import { type Locale, localeRow } from '../../config/locales.ts';
import { loadEntryWords, loadWords } from '../../locales/words.ts';
import {
  type BuiltSample,
  CLOCK,
  loadBuiltSample,
  prefixOf,
  SAMPLE_LOCALES,
  type SampleLocale,
} from './built-sample.ts';
import { type BuiltPage, elementsInside, elementsOf, metaOf, neighbourOf } from './built-site.ts';
import { type Fact, findMissingFacts, richTextFact } from './content-facts.ts';
import { createFactMaker } from './entry-facts.ts';
import { formFacts, imageFacts, personFact, rowsOf, screenFacts, textOf } from './field-facts.ts';

const PAGE_SIZE = 12;
const WITH_WEBINARS = ['en', 'es', 'pt', 'ua'] as const;
const WITH_E_BOOKS = ['en', 'kz'] as const;
/** Every kind of block that an editor may use. */
const BLOCK_TYPES = [
  ...['cta', 'embed', 'faq', 'features', 'form', 'gallery', 'hero', 'image', 'logos', 'quote', 'shared', 'stats'],
  ...['table', 'text'],
];

let sample: BuiltSample;
beforeAll(async () => {
  sample = await loadBuiltSample();
});

type Detail = 'blog_articles' | 'webinars' | 'e-books' | 'landings';
const FOLDER: Readonly<Record<Detail, string>> = {
  blog_articles: 'blog',
  webinars: 'webinars',
  'e-books': 'e-books',
  landings: 'lp',
};

const textsOf = (value: unknown): readonly string[] =>
  value === undefined || value === null ? [] : [value].flat().map(String);
/** Entries that have a page at the tests' clock. */
const shownOf = (collection: Detail, locale: Locale) =>
  sample
    .entriesOf(collection, locale)
    .filter(
      ({ published, date }) =>
        published && !(collection === 'blog_articles' && Date.parse(date ?? '') > Date.parse(CLOCK)),
    );
/** Entries of a list, newest first; webinars by the day of the event. */
const listedOf = (collection: Detail, locale: Locale) => {
  const momentOf = ({ date, fields }: SampleEntry) => Date.parse(String(fields.webinar_date ?? date));
  return shownOf(collection, locale)
    .filter(({ fields }) => fields.hide_from_index !== true)
    .sort((a, b) => momentOf(b) - momentOf(a) || (a.id < b.id ? -1 : 1));
};
const pathOf = ({ collection, site, slug }: SampleEntry) =>
  `${prefixOf(SAMPLE_LOCALES.find((locale) => locale === site) ?? 'en')}/${FOLDER[collection as Detail]}/${slug}/`;
const pageOf = (entry: SampleEntry) => sample.pageAt(pathOf(entry));
const hrefOf = (entry: SampleEntry) => encodeURI(pathOf(entry));
/** Slugs of the cards of a page, or of a part of it. */
const slugsOf = (elements: BuiltPage['elements']) =>
  elements
    .filter(({ tag, attributes }) => tag === 'a' && attributes.class === 'card__link')
    .map(({ attributes: { href = '' } }) => decodeURI(href).split('/').at(-2));
const slugs = (entries: readonly SampleEntry[]) => entries.map(({ slug }) => slug);
/** Titles of categories or industries in a site; the category `all` is for no reader. */
const categoryTitles = ({ site, fields }: SampleEntry) =>
  textsOf(fields.category)
    .filter((slug) => slug !== 'all')
    .map((slug) => String(sample.library.taxonomyByHandle.get('category')?.[slug]?.[site] ?? `no category ${slug}`));
/** The English of the site is British. */
const longDate = (moment: string, tag: string) =>
  new Intl.DateTimeFormat(tag === 'en' ? 'en-GB' : tag, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(moment),
  );
const dateFact = (moment: string, tag: string): Fact => ({
  element: 'time',
  text: longDate(moment, tag),
  attributes: { datetime: moment },
});
/** The language of an entry's page. */
const tagOf = ({ fields }: SampleEntry, locale: Locale) => textOf(fields.language) ?? localeRow(locale).languageTag;
const cardFact = (entry: SampleEntry, tag: string): Fact => ({
  element: 'article.card',
  inside: [
    { element: 'a.card__link', text: entry.title, attributes: { href: hrefOf(entry) } },
    { element: 'p.card__text', text: String(entry.fields.short_description ?? entry.fields.page_description) },
    // Its card shows a product screen instead of the picture.
    ...(entry.fields.screen ? [] : imageFacts(entry.fields.image)),
    ...categoryTitles(entry).map((text) => ({ element: 'li.categories__item', text })),
    ...(entry.collection === 'webinars' ? [] : [dateFact(entry.date ?? '', tag)]),
  ],
});
const pathOfList = (list: string, locale: Locale, number: number) =>
  `${prefixOf(locale)}/${list}/${number === 1 ? '' : `page/${number}/`}`;
/** All faults of a list of entries, each of which has its page. */
const missingOf = (entries: readonly SampleEntry[], factsOf: (entry: SampleEntry) => readonly Fact[]) => {
  expect(entries.length).toBeGreaterThan(0);
  return entries.flatMap((entry) => findMissingFacts(pageOf(entry), factsOf(entry)));
};

/** Checks that the pages of a list hold these entries in this order, 12 a page, linked to each other. */
function expectPagedList(list: string, locale: Locale, entries: readonly SampleEntry[]): void {
  const lastPage = Math.max(1, Math.ceil(entries.length / PAGE_SIZE));
  for (let number = 1; number <= lastPage; number += 1) {
    const page = sample.pageAt(pathOfList(list, locale, number));
    const wanted = entries.slice((number - 1) * PAGE_SIZE, number * PAGE_SIZE);
    expect(slugsOf(page.elements).slice(-wanted.length), page.path).toEqual(slugs(wanted));
    expect(
      findMissingFacts(
        page,
        wanted.map((entry) => cardFact(entry, localeRow(locale).languageTag)),
      ),
    ).toEqual([]);
    const previous = number === 1 ? null : pathOfList(list, locale, number - 1);
    const next = number === lastPage ? null : pathOfList(list, locale, number + 1);
    expect([neighbourOf(page, 'prev'), neighbourOf(page, 'next')], page.path).toEqual([previous, next]);
    const pagerLinks = elementsOf(page, 'nav', { class: 'pager' })
      .flatMap((pager) => elementsInside(page, pager))
      .flatMap(({ tag, attributes }) => (tag === 'a' ? [attributes.href] : []));
    expect(pagerLinks, page.path).toEqual([previous, next].filter((href) => href !== null));
  }
}

/** What the entry of a list's page says around the list. */
function surroundingFacts(entry: SampleEntry, locale: Locale): readonly Fact[] {
  const { opening, sections, content } = createFactMaker(sample.library, locale);
  return [...opening(entry), ...sections(entry), ...content(entry)];
}

describe('the blog', () => {
  it.each(SAMPLE_LOCALES)('in %s opens with its entry, the hero that it names and every category', (locale) => {
    const blog = sample.entryOf('pages', locale, 'blog');
    const page = sample.pageAt(pathOfList('blog', locale, 1));
    const hero = sample.entryOf('blog_articles', locale, String(blog.fields.hero_slug));
    const categories = new Set(listedOf('blog_articles', locale).flatMap(categoryTitles));
    const facts: readonly Fact[] = [
      ...surroundingFacts(blog, locale),
      { ...cardFact(hero, localeRow(locale).languageTag), element: 'article.card--hero' },
      { element: 'ul.categories', inside: [...categories].map((text) => ({ element: 'li.categories__item', text })) },
      { element: 'a', text: loadWords(locale)['blog.feed'], attributes: { href: `${prefixOf(locale)}/blog/feed.xml` } },
    ];
    expect(findMissingFacts(page, facts)).toEqual([]);
    expect(slugsOf(page.elements)[0]).toBe(hero.slug);
  });

  it.each(SAMPLE_LOCALES)('in %s lists the other articles newest first, 12 a page', (locale) => {
    const hero = sample.entryOf('pages', locale, 'blog').fields.hero_slug;
    expectPagedList(
      'blog',
      locale,
      listedOf('blog_articles', locale).filter(({ slug }) => slug !== hero),
    );
  });
});

describe('an article', () => {
  it.each(SAMPLE_LOCALES)('in %s shows everything that its file says, dates in its own language', (locale) => {
    const { content } = createFactMaker(sample.library, locale);
    const faults = missingOf(shownOf('blog_articles', locale), (article) => {
      const author = sample.entryOf('team', locale, String(article.fields.author)).title;
      const isKazakh = article.fields.language === 'kk-KZ';
      const blogForm = sample.entryOf('pages_block', locale, `blog-demo-form-default${isKazakh ? '-kk' : ''}`);
      const opening: readonly Fact[] = [
        { element: 'h1', text: article.title },
        { element: 'p.opening__subtitle', text: String(article.fields.short_description) },
        ...categoryTitles(article).map((text) => ({ element: 'li.categories__item', text })),
        dateFact(article.date ?? '', tagOf(article, locale)),
      ];
      return [
        { element: 'article.article', inside: [...opening, ...imageFacts(article.fields.image)] },
        { element: 'div.article__facts', inside: [{ element: 'p', text: authorLine(article, locale, author) }] },
        ...content(article),
        {
          element: 'form',
          inside: formFacts({
            ...blogForm.fields,
            title: blogForm.title,
            text: blogForm.fields.subtitle,
            cta_label: blogForm.fields.button,
          }),
        },
      ];
    });
    expect(faults).toEqual([]);
  });

  it.each(SAMPLE_LOCALES)('in %s is followed by three others of its first category, then of any', (locale) => {
    for (const article of shownOf('blog_articles', locale)) expectRelated(article, listedOf('blog_articles', locale));
  });

  it('in Kazakh says so of itself', () => {
    const kazakh = shownOf('blog_articles', 'kz').filter(({ fields }) => fields.language === 'kk-KZ');
    expect(kazakh.length).toBeGreaterThan(0);
    for (const article of kazakh)
      expect(elementsOf(pageOf(article), 'html').map(({ attributes }) => attributes.lang)).toEqual(['kk-KZ']);
  });
});

const authorLine = (article: SampleEntry, locale: Locale, author: string) =>
  (loadEntryWords(locale, tagOf(article, locale)) ?? loadWords(locale))['article.author'].replace('{author}', author);

/** Three related cards, never the entry itself: its first category newest first, then whatever is newest. */
function expectRelated(entry: SampleEntry, listed: readonly SampleEntry[]): void {
  const firstOf = ({ fields }: SampleEntry) => textsOf(fields.category).find((slug) => slug !== 'all');
  const others = listed.filter(({ slug }) => slug !== entry.slug);
  const near = others.filter((other) => firstOf(entry) !== undefined && firstOf(other) === firstOf(entry));
  const wanted = [...near, ...others.filter((other) => !near.includes(other))].slice(0, 3);
  expect(slugsOf(pageOf(entry).elements), pathOf(entry)).toEqual(slugs(wanted));
}

describe('the webinars', () => {
  it.each(WITH_WEBINARS)('in %s open with those to come, then list the recordings', (locale) => {
    const listed = listedOf('webinars', locale);
    const page = sample.pageAt(pathOfList('webinars', locale, 1));
    const sectionOf = (title: string, current: boolean): Fact => ({
      element: 'section',
      inside: [
        { element: 'h2', text: title },
        ...listed
          .filter(({ fields }) => (fields.current_webinar === true) === current)
          .slice(0, PAGE_SIZE)
          .map((entry) => cardFact(entry, localeRow(locale).languageTag)),
      ],
    });
    const words = loadWords(locale);
    const facts = [
      ...surroundingFacts(sample.entryOf('pages', locale, 'webinars'), locale),
      sectionOf(words['webinars.current'], true),
      sectionOf(words['webinars.previous'], false),
    ];
    expect(findMissingFacts(page, facts)).toEqual([]);
    expectPagedList(
      'webinars',
      locale,
      listed.filter(({ fields }) => fields.current_webinar !== true),
    );
  });
});

/** A moment as pages write it, in the zone of its event. */
function startOf(moment: string, zone: unknown): string {
  const start = new Date(moment).toISOString();
  if (typeof zone !== 'string') return start;
  return Temporal.Instant.from(start)
    .toZonedDateTimeISO(zone)
    .toString({ timeZoneName: 'never', fractionalSecondDigits: 3 });
}

describe('a webinar', () => {
  it.each(WITH_WEBINARS)('in %s shows its start with the time zone, its speakers and its text', (locale) => {
    const { content } = createFactMaker(sample.library, locale);
    const faults = missingOf(shownOf('webinars', locale), (webinar) => {
      const { page_description, image, screen, webinar_date, time_zone, speakers, current_webinar } = webinar.fields;
      const start = startOf(String(webinar_date), time_zone);
      const opening: readonly Fact[] = [
        { element: 'h1', text: webinar.title },
        { element: 'p.opening__subtitle', text: String(page_description) },
        {
          element: 'time',
          startsWith: longDate(start, localeRow(locale).languageTag).slice(0, 5),
          attributes: { datetime: start },
        },
        // Before the event, its speakers are in the place of the picture.
        ...(current_webinar === true
          ? textsOf(speakers).map((slug) => personFact(sample.entryOf('speakers', locale, slug)))
          : textOf(screen) === null
            ? imageFacts(image)
            : screenFacts(screen)),
      ];
      return [
        { element: 'header.opening', inside: opening },
        ...textsOf(speakers).map((slug) => personFact(sample.entryOf('speakers', locale, slug))),
        ...content(webinar),
      ];
    });
    expect(faults).toEqual([]);
  });

  it.each(WITH_WEBINARS)('in %s ends with three others', (locale) => {
    for (const webinar of shownOf('webinars', locale)) expectRelated(webinar, listedOf('webinars', locale));
  });

  it.each(WITH_WEBINARS)('in %s asks to register before the event and offers the recording afterwards', (locale) => {
    const words = loadWords(locale);
    const faults = missingOf(shownOf('webinars', locale), ({ fields }) => [
      {
        element: 'form',
        inside: formFacts({
          title: words[fields.current_webinar === true ? 'webinars.register' : 'webinars.recording'],
          cta_label: words[fields.current_webinar === true ? 'webinars.registerButton' : 'webinars.recordingButton'],
        }),
      },
    ]);
    expect(faults).toEqual([]);
  });

  it('that robots may not index says so', () => {
    const flagged = WITH_WEBINARS.flatMap((locale) => shownOf('webinars', locale)).filter(
      ({ fields }) => fields.seo_noindex === true,
    );
    expect(flagged.length).toBeGreaterThanOrEqual(WITH_WEBINARS.length);
    for (const webinar of flagged) expect(metaOf(pageOf(webinar), 'robots')).toContain('noindex');
  });
});

describe('the e-books', () => {
  it.each(WITH_E_BOOKS)('in %s open with their entry and list every book newest first, 12 a page', (locale) => {
    const page = sample.pageAt(pathOfList('e-books', locale, 1));
    expect(findMissingFacts(page, surroundingFacts(sample.entryOf('pages', locale, 'e-books'), locale))).toEqual([]);
    expectPagedList('e-books', locale, listedOf('e-books', locale));
  });
});

describe('an e-book', () => {
  it.each(WITH_E_BOOKS)('in %s shows its cover, its text and the form that leads to it', (locale) => {
    const { content } = createFactMaker(sample.library, locale);
    const faults = missingOf(shownOf('e-books', locale), (book) => [
      { element: 'h1', text: book.title },
      { element: 'p.opening__subtitle', text: String(book.fields.short_description) },
      ...categoryTitles(book).map((text) => ({ element: 'li.categories__item', text })),
      { element: 'div.e-book__cover', inside: imageFacts(book.fields.image) },
      ...content(book),
      ...textsOf(book.fields.chapters).map((line): Fact => {
        const [, page = '', text = ''] = /^(\d+) (.+)$/.exec(line) ?? [];
        return {
          element: 'li',
          inside: [
            { element: 'span', text },
            { element: 'span', text: page },
          ],
        };
      }),
      {
        element: 'div.e-book__sheet',
        inside: [
          richTextFact(String(book.fields.sample)),
          ...(textOf(book.fields.sample_screen) === null
            ? []
            : [{ element: `div.screen--${book.fields.sample_screen}` }]),
        ],
      },
      { element: 'form', inside: [{ element: 'input', attributes: { name: 'form', value: 'e-book' } }] },
    ]);
    expect(faults).toEqual([]);
  });

  it.each(WITH_E_BOOKS)('in %s is followed by three others of its first category, then of any', (locale) => {
    for (const book of shownOf('e-books', locale)) expectRelated(book, listedOf('e-books', locale));
  });
});

describe('a landing page', () => {
  it.each(SAMPLE_LOCALES)('in %s shows its opening, its blocks and a subscription form', (locale) => {
    const { opening, content } = createFactMaker(sample.library, locale);
    const faults = missingOf(shownOf('landings', locale), (landing) => [
      ...opening(landing),
      ...content(landing),
      { element: 'form', inside: [{ element: 'input', attributes: { name: 'form', value: 'subscription' } }] },
    ]);
    expect(faults).toEqual([]);
  });
});

describe('a page from blocks', () => {
  const isFromBlocks = ({ fields }: SampleEntry) =>
    fields.blueprint === 'page_constructor' || rowsOf(fields.blocks).length > 0;
  const constructorOf = (locale: Locale) => sample.entriesOf('pages', locale).filter(isFromBlocks);

  it.each(SAMPLE_LOCALES)('in %s shows every block, and the locale has every kind of block', (locale) => {
    const { opening, content } = createFactMaker(sample.library, locale);
    const entries = constructorOf(locale);
    expect(entries.length).toBeGreaterThanOrEqual(2);
    for (const entry of entries) {
      const page = sample.pageAt(`${prefixOf(locale)}/page-constructor/${entry.slug}/`);
      // The picture of such a page is for shares: its blocks bring their own.
      if (textOf(entry.fields.image) !== null) expect(metaOf(page, 'og:image')).toMatch(/^https:.*\/assets\//);
      expect(
        findMissingFacts(page, [...opening({ ...entry, fields: { ...entry.fields, image: null } }), ...content(entry)]),
      ).toEqual([]);
    }
    const types = new Set(entries.flatMap(({ fields }) => rowsOf(fields.blocks).map(({ type }) => type)));
    expect([...types].sort()).toEqual(BLOCK_TYPES);
  });

  it('has no address of its name alone, and stands in no menu but the legal list', () => {
    for (const locale of SAMPLE_LOCALES) {
      for (const { slug } of constructorOf(locale).filter((entry) => entry.slug !== 'security')) {
        expect(sample.routes.some(({ path }) => path === `${prefixOf(locale)}/${slug}/`)).toBe(false);
        const chrome = sample.site.pages.flatMap((page) =>
          [...elementsOf(page, 'header', { class: 'header' }), ...elementsOf(page, 'footer')].flatMap((part) =>
            elementsInside(page, part).filter(
              ({ attributes: { href = '', hreflang } }) =>
                hreflang === undefined && href.includes(`/page-constructor/${slug}/`),
            ),
          ),
        );
        expect(chrome).toEqual([]);
      }
    }
  });
});

describe('a page of a name of its own', () => {
  /** The generic pages of the sample. */
  const NAMES: Readonly<Record<SampleLocale, string>> = {
    en: 'listening-code',
    es: 'como-contamos',
    pt: 'metodologia',
    ua: 'yak-my-rakhuiemo',
    kz: 'biz-qalai-sanaimyz',
  };

  it.each(SAMPLE_LOCALES)('in %s shows its opening, its sections and its content in its language', (locale) => {
    const entry = sample.entryOf('pages', locale, NAMES[locale]);
    const page = sample.pageAt(`${prefixOf(locale)}/${entry.slug}/`);
    const { opening, sections, content } = createFactMaker(sample.library, locale);
    const body = [...sections(entry), ...content(entry)];
    expect(body.length).toBeGreaterThan(0);
    expect(findMissingFacts(page, [...opening(entry), ...body])).toEqual([]);
    expect(elementsOf(page, 'html')[0]?.attributes.lang).toBe(tagOf(entry, locale));
  });
});
