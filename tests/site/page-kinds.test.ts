// The pages of the registry that an entry of `pages` or the words of a locale fill: what the content file says stands in
// the built HTML, in the element that is meant for it, in every locale that has the page.

import { beforeAll, describe, expect, it } from 'vitest';
import type { SampleEntry } from '../../cli/content/sample/sample-library.ts';
import type { Locale } from '../../config/locales.ts';
import { HEADER_MENU } from '../../config/menu.ts';
import { PAGES } from '../../config/pages.ts';
import { NEXT_PAGES } from '../../content/next-pages.ts';
import kk from '../../locales/kk.json' with { type: 'json' };
import { loadWords, type WordKey } from '../../locales/words.ts';
import { type BuiltSample, loadBuiltSample, prefixOf, SAMPLE_LOCALES } from './built-sample.ts';
import { type BuiltPage, elementsInside, elementsOf, metaOf, type PageElement } from './built-site.ts';
import { type Fact, findMissingFacts } from './content-facts.ts';
import { createFactMaker } from './entry-facts.ts';
import { finalHref, imageFacts, officeFact, personFact, screenFacts, textOf } from './field-facts.ts';

const ALL = SAMPLE_LOCALES;
const EN_UA_KZ = ['en', 'ua', 'kz'] as const;
/** Pages of sections by the locales that have them, as the specification's exclusions settle it. */
const SECTION_PAGES: Readonly<Record<string, readonly Locale[]>> = {
  main: ALL,
  product: ALL,
  'audience-insights': ALL,
  'brand-health-tracking': ALL,
  'competitor-analysis': ALL,
  'crisis-management': ALL,
  'influencer-discovery': ALL,
  'insights-copilot': ALL,
  'market-research': ALL,
  mentions: ALL,
  'visual-insights': ALL,
  pricing: ALL,
  clients: ALL,
  careers: ALL,
  about: ALL,
  contacts: ALL,
  'ambassadors-program': ALL,
  integrations: EN_UA_KZ,
  research: EN_UA_KZ,
  trends: EN_UA_KZ,
  benchmarks: EN_UA_KZ,
  academy: ['ua', 'kz'],
  referral: ['en', 'es', 'pt'],
  'slack-integration': ['en'],
  newmr: ['en'],
  'data-subject-access-optout-request': ['en'],
};
/** Pages that exist without an entry: the sample has one wherever the page may be. */
const WORDS_PAGES: Readonly<Record<string, readonly Locale[]>> = {
  demo: ALL,
  'social-listening-dashboards': ALL,
  report: ['en', 'kz'],
  'report-for-dmwf': ['en', 'kz'],
  'report-for-saastock': ['en', 'kz'],
  cxua: ['ua'],
  giftbag: ['kz'],
};
const LEGAL_PAGES: Readonly<Record<string, readonly Locale[]>> = {
  license: ALL,
  'privacy-policy': EN_UA_KZ,
  'author-privacy-policy': ['en'],
  'cookie-policy': ['en'],
  'terms-of-services': EN_UA_KZ,
  'terms-of-services-vi': ['kz'],
};
const SUCCESS_PAGES: Readonly<Record<string, { readonly title: WordKey; readonly in: readonly Locale[] }>> = {
  success: { title: 'success.title', in: ALL },
  'academy-success': { title: 'success.academyTitle', in: ALL },
  'benchmarks-success': { title: 'success.benchmarksTitle', in: ['ua', 'kz'] },
  'e-books-success': { title: 'success.eBooksTitle', in: ['en', 'kz'] },
};

let sample: BuiltSample;
beforeAll(async () => {
  sample = await loadBuiltSample();
});

const casesOf = (pages: Readonly<Record<string, readonly Locale[]>>) =>
  Object.entries(pages).flatMap(([page, locales]) => locales.map((locale) => [page, locale] as const));
const pathOf = (page: string, locale: Locale) => `${prefixOf(locale)}/${page === 'main' ? '' : `${page}/`}`;
const pageOf = (page: string, locale: Locale) => sample.pageAt(pathOf(page, locale));
const makerOf = (locale: Locale) => createFactMaker(sample.library, locale);
const missing = (page: string, locale: Locale, facts: readonly Fact[]) => {
  expect(facts.length).toBeGreaterThan(0);
  return findMissingFacts(pageOf(page, locale), facts);
};
/** An entry without what its template has no place for. */
const without = (entry: SampleEntry, ...names: readonly string[]): SampleEntry => ({
  ...entry,
  fields: Object.fromEntries(Object.entries(entry.fields).filter(([name]) => !names.includes(name))),
});
const titleFacts = ({ title, fields }: SampleEntry): readonly Fact[] => [
  { element: 'h1', text: title },
  ...(textOf(fields.subtitle) === null ? [] : [{ element: 'p.opening__subtitle', text: String(fields.subtitle) }]),
];

describe('a page of sections', () => {
  it.each(casesOf(SECTION_PAGES))('%s in %s shows its opening, its sections and its content', (page, locale) => {
    const entry = sample.entryOf('pages', locale, page);
    const { opening, sections, content } = makerOf(locale);
    expect(missing(page, locale, [...opening(entry), ...sections(entry), ...content(entry)])).toEqual([]);
  });

  it.each(casesOf(SECTION_PAGES))('%s in %s has its description and picture for search and shares', (page, locale) => {
    const { fields } = sample.entryOf('pages', locale, page);
    const built = pageOf(page, locale);
    expect(metaOf(built, 'description')).toBe(textOf(fields.seo_description) ?? fields.subtitle);
    if (textOf(fields.seo_title) !== null)
      expect(elementsOf(built, 'title').map(({ text }) => text)).toEqual([String(fields.seo_title)]);
  });
});

describe('a page of words', () => {
  it.each(casesOf(WORDS_PAGES))('%s in %s shows its entry beside its form', (page, locale) => {
    const entry = without(sample.entryOf('pages', locale, page), 'image', 'screen', 'cta_label', 'cta_link');
    const { opening, sections, content } = makerOf(locale);
    const placed = Array.isArray(entry.fields.sections)
      ? entry.fields.sections.find(({ kind }) => kind === 'form')?.form
      : undefined;
    const kind = placed ?? (page.startsWith('report') ? 'report' : 'demo');
    const form: Fact = {
      element: 'form',
      inside: [{ element: 'input', attributes: { type: 'hidden', name: 'form', value: kind } }],
    };
    expect(missing(page, locale, [...opening(entry), ...sections(entry), ...content(entry), form])).toEqual([]);
  });

  it.each(casesOf(WORDS_PAGES))('%s in %s leaves no picture or link of its entry out', (page, locale) => {
    const { fields } = sample.entryOf('pages', locale, page);
    expect(
      missing(page, locale, [
        { element: 'h1' },
        ...(textOf(fields.screen) === null ? imageFacts(fields.image) : screenFacts(fields.screen)),
      ]),
    ).toEqual([]);
    const href = textOf(fields.cta_link);
    if (href === null) return;
    expect(
      missing(page, locale, [
        {
          element: 'a',
          startsWith: String(fields.cta_label),
          attributes: { href: finalHref(sample.library, locale, href) },
        },
      ]),
    ).toEqual([]);
  });
});

describe('the home page', () => {
  it.each(ALL)('in %s leads to the blog with cards of its newest articles', (locale) => {
    const page = pageOf('main', locale);
    const cards = elementsOf(page, 'a', { class: 'card__link' });
    expect(cards.length).toBeGreaterThan(2);
    for (const { text, attributes } of cards) {
      const slug =
        decodeURI(attributes.href ?? '')
          .split('/')
          .at(-2) ?? '';
      // Texts of pages are read without spaces that do not break.
      expect(text).toBe(sample.entryOf('blog_articles', locale, slug).title?.replaceAll('\u00a0', ' '));
    }
  });
});

describe('a use case', () => {
  const nextOf = (page: string, locale: Locale) =>
    elementsOf(pageOf(page, locale), 'a', { class: 'screen-card__link arrow-link' })
      .map(({ attributes }) => attributes.href)
      // Features with a screen can have such links above them.
      .slice(-2);

  it.each(ALL)('in %s leads to two others', (locale) => {
    for (const { page } of PAGES.filter(({ template }) => template === 'use-case')) {
      const next = NEXT_PAGES[page] ?? [];
      expect(next, page).toHaveLength(2);
      expect(nextOf(page, locale), page).toEqual(next.map((other) => pathOf(other.page, locale)));
    }
  });
});

describe('the pages of a group of the menu', () => {
  /** How a section looks: its kind, and the look that its content gives it. */
  const lookOf = (page: BuiltPage, section: PageElement) =>
    [section, ...elementsInside(page, section).filter(({ tag }) => tag === 'ol')]
      .map(({ attributes }) => attributes.class)
      .join(' ');

  const beginningOf = (page: BuiltPage) =>
    elementsOf(page, 'section')
      .filter(({ attributes }) => attributes.class?.startsWith('section ') === true)
      .slice(0, 2)
      .map((section) => lookOf(page, section))
      .join();

  it.each(ALL)('in %s begin differently from their neighbours', (locale) => {
    const repeated = HEADER_MENU.flatMap(({ submenu }) => {
      const pages = submenu.flatMap(({ target }) =>
        target.kind === 'page' && SECTION_PAGES[target.page]?.includes(locale) === true ? [target.page] : [],
      );
      const beginnings = pages.map((page) => beginningOf(pageOf(page, locale)));
      return pages.filter((_, index) => index > 0 && beginnings[index] === beginnings[index - 1]);
    });
    expect(repeated).toEqual([]);
  });
});

describe('the pricing page', () => {
  it.each(ALL)('in %s shows the banner of its global with a picture for each width', (locale) => {
    const banner = sample.library.globalByPlace.get(`price_page_banner/${locale}`) ?? {};
    const page = pageOf('pricing', locale);
    expect(banner.enabled).toBe(true);
    expect(
      findMissingFacts(page, [
        {
          element: 'div.price-banner',
          inside: [
            { element: 'a', attributes: { href: String(banner.link) } },
            { element: 'source', attributes: { media: '(max-width: 599px)' } },
            ...imageFacts(banner.desktop_image, String(banner.alt)),
          ],
        },
      ]),
    ).toEqual([]);
  });
});

function quoteFacts({ quote, quote_author, portrait }: SampleEntry['fields']): readonly Fact[] {
  return [
    { element: 'blockquote', text: String(quote) },
    { element: 'figcaption', text: String(quote_author) },
    ...imageFacts(portrait, ''),
  ];
}

describe('the clients page', () => {
  it.each(ALL)('in %s shows each client under each of its industries', (locale) => {
    const industries = sample.library.taxonomyByHandle.get('industry');
    const clients = sample.entriesOf('clients', locale);
    expect(clients.length).toBeGreaterThan(4);
    const facts = clients.flatMap(({ slug, title, fields }) =>
      [fields.industry].flat().map(
        (industry): Fact => ({
          element: 'section',
          attributes: { 'aria-labelledby': `industry-${String(industry)}` },
          inside: [
            { element: 'h2', text: String(industries?.[String(industry)]?.[locale] ?? 'no such industry') },
            { element: 'h3.clients__name', text: title },
            // A story has told who the client is; its row says what changed.
            {
              element: 'p',
              text: fields.changed
                ? String(fields.changed).replace(/(?<=[.!?])\s.*/s, '')
                : String(fields.short_description),
            },
            ...imageFacts(fields.logo, ''),
            { element: 'p.clients__figure', startsWith: `${String(fields.figure)} ${String(fields.figure_label)}` },
            ...(fields.before === undefined
              ? quoteFacts(fields)
              : [{ element: 'a.arrow-link', attributes: { href: `#story-${slug}` } }]),
          ],
        }),
      ),
    );
    expect(missing('clients', locale, facts)).toEqual([]);
  });

  it.each(ALL)('in %s tells three stories in full', (locale) => {
    const told = sample.entriesOf('clients', locale).filter(({ fields }) => fields.before !== undefined);
    expect(told.map(({ slug }) => slug).toSorted()).toEqual(['kestrel', 'monsoon', 'northgate-bank']);
    const facts = told.map(
      ({ slug, title, fields }): Fact => ({
        element: 'section.story',
        attributes: { 'aria-labelledby': `story-${slug}` },
        inside: [
          { element: 'h2', text: title },
          ...imageFacts(fields.logo, ''),
          ...quoteFacts(fields),
          ...['before', 'found', 'changed'].map((name) => ({ element: 'p', text: String(fields[name]) })),
          ...['before_figure', 'figure', 'changed_figure'].map((name) => ({
            element: 'p.story__figure',
            startsWith: String(fields[name]),
          })),
          ...[fields.posts].flat().map((post) => {
            const [when = '', ...what] = String(post).split(': ');
            return {
              element: 'li',
              inside: [
                { element: 'b', text: when },
                { element: 'span', text: what.join(': ') },
              ],
            };
          }),
        ],
      }),
    );
    expect(missing('clients', locale, facts)).toEqual([]);
  });
});

/** People without their second entries in another language. */
const teamOf = (locale: Locale) =>
  sample.entriesOf('team', locale).filter(({ fields }) => fields.language === undefined);

describe('the careers page', () => {
  it.each(ALL)('in %s shows the people by department', (locale) => {
    const facts = teamOf(locale).map(
      (person): Fact => ({
        element: 'section',
        // The page about us says more of each.
        inside: [
          { element: 'h3', text: String(person.fields.department) },
          personFact({ ...person, fields: { ...person.fields, bio: undefined } }),
        ],
      }),
    );
    expect(missing('careers', locale, facts)).toEqual([]);
  });

  it.each(ALL)('in %s shows nobody twice', (locale) => {
    const page = sample.pageAt(`${prefixOf(locale)}/careers/`);
    const names = page.elements.filter(({ attributes }) => attributes.class === 'people__name').map(({ text }) => text);
    expect(names.length).toBeGreaterThan(0);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('a page with a form of its own', () => {
  it.each(['/kz/giftbag/', '/ua/cxua/', '/kz/academy/', '/benchmarks/'])(
    'has on %s the one its editor placed',
    (path) => {
      expect(elementsOf(sample.pageAt(path), 'form').map(({ attributes }) => attributes.id)).toEqual([
        expect.stringMatching(/^section-form-\d$/),
      ]);
    },
  );
});

describe('every page', () => {
  it('that search engines list has a picture to share', () => {
    const pages = sample.site.pages.filter((page) => !page.isRedirect && metaOf(page, 'robots') === null);
    expect(pages.length).toBeGreaterThan(300);
    expect(pages.filter((page) => metaOf(page, 'og:image') === null).map(({ path }) => path)).toEqual([]);
    const shared = pages.filter((page) => /\/share-[^/]+\.png$/.test(metaOf(page, 'og:image') ?? ''));
    expect(shared.length).toBeGreaterThan(10);
    for (const page of shared)
      expect([metaOf(page, 'og:image:width'), metaOf(page, 'og:image:height'), metaOf(page, 'og:image:alt')]).toEqual([
        '1200',
        '630',
        'Murmurlens',
      ]);
    expect(sample.site.files).toContain(new URL(metaOf(shared[0] as BuiltPage, 'og:image') ?? '').pathname.slice(1));
  });

  it('in a language of its own says in which language the words of its locale are', () => {
    const pages = sample.site.pages.filter((page) => /^<!doctype html><html lang="(kk-KZ|vi)">/.test(page.html));
    expect(pages.map(({ path }) => path)).toContain('/kz/terms-of-services-vi/');
    const kazakh = new Set(Object.values(kk));
    const words = Object.values(loadWords('kz')).filter(
      (word) => /[а-яё]{4}/i.test(word) && !word.includes('{') && !kazakh.has(word),
    );
    for (const page of pages) {
      const main = elementsOf(page, 'main')[0];
      if (main === undefined) throw new Error(`${page.path} has no main.`);
      const inside = elementsInside(page, main);
      const isRussian = (element: PageElement) => {
        const around = inside.filter(
          (other) =>
            other.attributes.lang !== undefined && (other === element || elementsInside(page, other).includes(element)),
        );
        return around.at(-1)?.attributes.lang === 'ru-KZ';
      };
      const unmarked = inside.filter((element) => words.includes(element.text) && !isRussian(element));
      // An element that only wraps the marked one has the same text.
      const alone = unmarked.filter((element) =>
        elementsInside(page, element).every(({ text }) => text !== element.text),
      );
      expect([page.path, alone.map(({ text }) => text)]).toEqual([page.path, []]);
    }
  });
});

describe('the about page', () => {
  it.each(ALL)('in %s shows the whole team', (locale) => {
    expect(missing('about', locale, teamOf(locale).map(personFact))).toEqual([]);
  });
});

describe('the contacts page', () => {
  it.each(ALL)('in %s shows every office and every social network', (locale) => {
    const networks = sample.entriesOf('social_links', locale).map(
      ({ title, fields }): Fact => ({
        element: 'a',
        startsWith: title,
        attributes: { href: String(fields.link), target: '_blank', rel: 'noreferrer noopener' },
      }),
    );
    expect(networks.length).toBeGreaterThan(2);
    const offices = sample.entriesOf('offices', locale).map(officeFact);
    expect(missing('contacts', locale, [...offices, ...networks, { element: 'svg.map' }])).toEqual([]);
  });
});

describe('a legal page', () => {
  it.each(casesOf(LEGAL_PAGES))('%s in %s shows its text, and when it was last changed', (page, locale) => {
    const entry = sample.entryOf('pages', locale, page);
    const isNull = entry.fields.subtitle === 'NULL';
    const shown = isNull ? without(entry, 'subtitle') : entry;
    const facts = [
      ...titleFacts(shown),
      ...makerOf(locale).content(entry),
      ...makerOf(locale).sections(entry),
      { element: 'time', attributes: { datetime: entry.updatedAt } },
    ];
    expect(missing(page, locale, facts)).toEqual([]);
  });

  it('leaves out a field of a privacy policy that says NULL', () => {
    const policies = SAMPLE_LOCALES.flatMap((locale) => sample.entriesOf('pages', locale)).filter(({ slug }) =>
      /^(author-)?privacy-policy$/.test(slug),
    );
    const withNull = policies.filter(({ fields }) => JSON.stringify(fields).includes('"NULL"'));
    expect(withNull.length).toBeGreaterThan(0);
    for (const { slug, site } of withNull) {
      const page = pageOf(slug, SAMPLE_LOCALES.find((locale) => locale === site) ?? 'en');
      expect(page.html).not.toContain('NULL');
      expect(elementsOf(page, 'p', { class: 'opening__subtitle' })).toEqual([]);
    }
  });
});

describe('a success page', () => {
  it.each(
    Object.entries(SUCCESS_PAGES).flatMap(([page, row]) => row.in.map((locale) => [page, locale, row.title] as const)),
  )('%s in %s says its words, leads home and asks robots not to index it', (page, locale, title) => {
    const built = pageOf(page, locale);
    const facts: readonly Fact[] = [
      { element: 'h1', text: loadWords(locale)[title] },
      { element: 'a.button', text: loadWords(locale)['success.home'], attributes: { href: `${prefixOf(locale)}/` } },
      ...screenFacts(sample.entryOf('pages', locale, page).fields.screen),
    ];
    expect(findMissingFacts(built, facts)).toEqual([]);
    expect(metaOf(built, 'robots')).toContain('noindex');
    // Header only: the logo, and below the text its sections and the next steps.
    expect(elementsOf(built, 'footer')).toEqual([]);
    const sections = JSON.stringify(sample.entryOf('pages', locale, page).fields.sections ?? []);
    // Links to pages, and the card of an article.
    const isNextStep = ({ attributes }: PageElement) =>
      attributes.class === 'link-grid__link' ||
      attributes.class === 'card__link' ||
      sections.includes(`"${attributes.href}"`);
    const [nextSteps, others] = [elementsOf(built, 'a').filter(isNextStep), elementsOf(built, 'a')];
    expect(nextSteps.length).toBeGreaterThanOrEqual(3);
    expect(
      others.filter(
        (link) => !isNextStep(link) && !['#main', `${prefixOf(locale)}/`].includes(link.attributes.href ?? ''),
      ),
    ).toEqual([]);
  });
});

describe('an error page', () => {
  it.each(ALL)('of %s says its number and its words, and leads home', (locale) => {
    const words = loadWords(locale);
    for (const status of ['404', '500'] as const) {
      const page = sample.pageAt(`${prefixOf(locale)}/${status}.html`);
      const facts: readonly Fact[] = [
        { element: 'p.error__status', text: status },
        { element: 'h1', text: words[`error.title${status}`] },
        { element: 'span', text: words[`error.message${status}`] },
        status === '500'
          ? { element: 'button', text: words['error.again'] }
          : { element: 'a.button', text: words['error.home'], attributes: { href: `${prefixOf(locale)}/` } },
        ...ALL.map((other) => ({ element: 'a', attributes: { href: `${prefixOf(other)}/` } })),
      ];
      expect(findMissingFacts(page, facts)).toEqual([]);
      expect(metaOf(page, 'robots')).toContain('noindex');
    }
  });
});
