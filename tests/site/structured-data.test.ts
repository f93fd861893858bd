// The JSON-LD of every page of the built sample under the rules of `structured-data-rules.ts`, and these rules under
// faults of every kind.

import { beforeAll, describe, expect, it } from 'vitest';
import { type BuiltSample, loadBuiltSample, ORIGIN, prefixOf, SAMPLE_LOCALES } from './built-sample.ts';
import { type BuiltPage, elementsOf, linkOf, metaOf } from './built-site.ts';
import { findStructuredDataFaults, type PageFacts } from './structured-data-rules.ts';

let sample: BuiltSample;
let pages: readonly BuiltPage[] = [];
beforeAll(async () => {
  sample = await loadBuiltSample();
  pages = sample.site.pages.filter(({ isRedirect }) => !isRedirect);
});

const HOMES = SAMPLE_LOCALES.map((locale) => `${prefixOf(locale)}/`);
const blocksOf = (page: BuiltPage) =>
  elementsOf(page, 'script', { type: 'application/ld+json' }).map(({ text }) => text);
const factsOf = (page: BuiltPage): PageFacts => ({
  origin: ORIGIN,
  canonical: linkOf(page, 'canonical'),
  isHome: HOMES.includes(page.path),
  isIndexable: metaOf(page, 'robots')?.includes('noindex') !== true,
});
const pathsWith = (type: string) =>
  pages.filter((page) => blocksOf(page).some((block) => block.includes(`"@type":"${type}"`))).map(({ path }) => path);
const pathsOf = (pattern: RegExp) => pages.map(({ path }) => path).filter((path) => pattern.test(path));

describe('the structured data of the sample', () => {
  it('has no fault on any page', () => {
    expect(pages.length).toBeGreaterThan(300);
    expect(
      pages.flatMap((page) =>
        findStructuredDataFaults(blocksOf(page), factsOf(page)).map((fault) => `${page.path} ${fault}`),
      ),
    ).toEqual([]);
  });

  it('describes articles, webinars, e-books and the platform on their own pages, and only there', () => {
    expect(pathsWith('BlogPosting')).toEqual(pathsOf(/^(\/\w\w)?\/blog\/(?!page\/)[^/]+\/$/));
    expect(pathsWith('Event')).toEqual(pathsOf(/^(\/\w\w)?\/webinars\/(?!page\/)[^/]+\/$/));
    expect(pathsWith('Book')).toEqual(pathsOf(/^(\/\w\w)?\/e-books\/(?!page\/)[^/]+\/$/));
    expect(pathsWith('SoftwareApplication')).toEqual(pathsOf(/^(\/\w\w)?\/(product|pricing)\/$/));
  });

  it('has a trail on every page that is not home and has an address', () => {
    const wanted = pages.filter((page) => !HOMES.includes(page.path) && linkOf(page, 'canonical') !== null);
    expect(pathsWith('BreadcrumbList')).toEqual(wanted.map(({ path }) => path));
  });

  it('says of every article its headline, its author and its dates as its file does', () => {
    for (const locale of SAMPLE_LOCALES) {
      for (const { slug, title, date, fields } of sample.entriesOf('blog_articles', locale)) {
        const path = `${prefixOf(locale)}/blog/${slug}/`;
        const page = pages.find((candidate) => candidate.path === path);
        if (page === undefined) continue;
        const block = blocksOf(page).join('');
        const author = sample.entryOf('team', locale, String(fields.author)).title;
        expect(block).toContain(JSON.stringify(title).replaceAll('<', '\\u003c'));
        expect(block).toContain(`{"@type":"Person","name":${JSON.stringify(author)}}`);
        expect(block).toContain(`"datePublished":"${date}"`);
      }
    }
  });
});

const PAGE: PageFacts = { origin: ORIGIN, canonical: `${ORIGIN}/x/`, isHome: false, isIndexable: true };
const ORGANIZATION = {
  '@type': 'Organization',
  '@id': `${ORIGIN}/#organization`,
  name: 'Murmurlens',
  url: `${ORIGIN}/`,
  logo: `${ORIGIN}/assets/logo.svg`,
  sameAs: ['https://www.example.net/x'],
};
const WEB_SITE = {
  '@type': 'WebSite',
  '@id': `${ORIGIN}/#website`,
  name: 'Murmurlens',
  url: `${ORIGIN}/`,
  publisher: { '@id': ORGANIZATION['@id'] },
};
const WEB_PAGE = {
  '@type': 'WebPage',
  '@id': `${ORIGIN}/x/#webpage`,
  name: 'X',
  url: `${ORIGIN}/x/`,
  inLanguage: 'en',
  description: 'About x.',
  isPartOf: { '@id': WEB_SITE['@id'] },
};
const listItem = (position: number, path: string) => ({
  '@type': 'ListItem',
  position,
  name: path,
  item: `${ORIGIN}${path}`,
});
const TRAIL = {
  '@type': 'BreadcrumbList',
  '@id': `${ORIGIN}/x/#breadcrumbs`,
  itemListElement: [listItem(1, '/'), listItem(2, '/x/')],
};
const POSTING = {
  '@type': 'BlogPosting',
  '@id': `${ORIGIN}/x/#article`,
  headline: 'X',
  image: `${ORIGIN}/assets/x.svg`,
  datePublished: '2026-01-02T00:00:00.000Z',
  dateModified: '2026-01-03T00:00:00+02:00',
  author: { '@type': 'Person', name: 'Olena Marchuk' },
  publisher: { '@id': ORGANIZATION['@id'] },
  mainEntityOfPage: { '@id': WEB_PAGE['@id'] },
  description: 'About x.',
};
const EVENT = {
  '@type': 'Event',
  '@id': `${ORIGIN}/x/#event`,
  name: 'X',
  startDate: '2026-01-02T10:00:00Z',
  endDate: '2026-01-02T11:00:00Z',
  location: { '@type': 'VirtualLocation', url: `${ORIGIN}/x/` },
  organizer: { '@id': ORGANIZATION['@id'] },
  description: 'About x.',
  image: `${ORIGIN}/assets/x.svg`,
  performer: [{ '@type': 'Person', name: 'Olena Marchuk' }],
  eventStatus: 'https://schema.org/EventScheduled',
  eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
};
const BOOK = {
  '@type': 'Book',
  '@id': `${ORIGIN}/x/#book`,
  name: 'X',
  author: { '@id': ORGANIZATION['@id'] },
  url: `${ORIGIN}/x/`,
  image: `${ORIGIN}/assets/x.svg`,
  description: 'About x.',
  inLanguage: 'en',
};
const SOFTWARE = {
  '@type': 'SoftwareApplication',
  '@id': `${ORIGIN}/#software`,
  name: 'Murmurlens',
  applicationCategory: 'BusinessApplication',
  operatingSystem: 'Web',
  url: `${ORIGIN}/x/`,
  description: 'About x.',
  publisher: { '@id': ORGANIZATION['@id'] },
};
const BASE = [ORGANIZATION, WEB_SITE, WEB_PAGE, TRAIL];
const faultsOf = (graph: readonly unknown[], page: PageFacts = PAGE) =>
  findStructuredDataFaults([JSON.stringify({ '@context': 'https://schema.org', '@graph': graph })], page);

describe('findStructuredDataFaults', () => {
  it.each([
    ['nothing else', null],
    ['an article', POSTING],
    ['an event', EVENT],
    ['a book', BOOK],
    ['the platform', SOFTWARE],
  ])('accepts a page with %s', (_name, node) => {
    expect(faultsOf([...BASE, ...(node === null ? [] : [node])])).toEqual([]);
  });

  it.each([
    ['no block', []],
    ['two blocks', ['{}', '{}']],
    ['a block that is cut off', ['{"@context":"https://schema.org","@graph":[']],
    ['another context', ['{"@context":"http://schema.org","@graph":[{}]}']],
    ['an empty graph', ['{"@context":"https://schema.org","@graph":[]}']],
  ])('finds %s', (_name, blocks) => {
    expect(findStructuredDataFaults(blocks, PAGE)).toHaveLength(1);
  });

  it.each([
    ['Organization: no name.', [{ ...ORGANIZATION, name: '' }, WEB_SITE, WEB_PAGE, TRAIL]],
    ['Organization: stands 0 times.', [{ ...WEB_SITE, publisher: 'Murmurlens' }, WEB_PAGE, TRAIL]],
    ['WebSite: stands 2 times.', [...BASE, { ...WEB_SITE, '@id': `${ORIGIN}/#other` }]],
    ['WebPage: url is not the canonical one.', [ORGANIZATION, WEB_SITE, { ...WEB_PAGE, url: `${ORIGIN}/y/` }, TRAIL]],
    ['WebPage: no description.', [ORGANIZATION, WEB_SITE, { ...WEB_PAGE, description: undefined }, TRAIL]],
    ['BlogPosting: no image.', [...BASE, { ...POSTING, image: undefined }]],
    ['BlogPosting: no dateModified.', [...BASE, { ...POSTING, dateModified: undefined }]],
    ['BlogPosting: its author has no name.', [...BASE, { ...POSTING, author: { '@type': 'Person' } }]],
    ['BlogPosting: datePublished "2026-01-02" has no offset.', [...BASE, { ...POSTING, datePublished: '2026-01-02' }]],
    [
      'BlogPosting: changed before it was published.',
      [...BASE, { ...POSTING, dateModified: '2025-01-02T00:00:00.000Z' }],
    ],
    ['BlogPosting: image "/assets/x.svg" is not absolute.', [...BASE, { ...POSTING, image: '/assets/x.svg' }]],
    ['BlogPosting: the @id of another node.', [...BASE, { ...POSTING, '@id': WEB_PAGE['@id'] }]],
    ['BlogPosting: no @id.', [...BASE, { ...POSTING, '@id': undefined }]],
    [
      `BlogPosting: refers to ${ORIGIN}/#nobody, which is not there.`,
      [...BASE, { ...POSTING, author: { '@id': `${ORIGIN}/#nobody` } }],
    ],
    [
      'Event: its place is no VirtualLocation with a url.',
      [...BASE, { ...EVENT, location: { '@type': 'VirtualLocation' } }],
    ],
    ['Event: not marked as online.', [...BASE, { ...EVENT, eventAttendanceMode: 'https://schema.org/Offline' }]],
    ['Event: no organizer.', [...BASE, { ...EVENT, organizer: undefined }]],
    ['Event: ends before it starts.', [...BASE, { ...EVENT, endDate: '2026-01-01T00:00:00Z' }]],
    ['Book: no author.', [...BASE, { ...BOOK, author: undefined }]],
    ['SoftwareApplication: review of no real review.', [...BASE, { ...SOFTWARE, review: 'Good' }]],
    ['FAQPage: a type that the site does not use.', [...BASE, { '@type': 'FAQPage', '@id': `${ORIGIN}/#faq` }]],
    ['HowTo: a type that the site does not use.', [...BASE, { '@type': 'HowTo', '@id': `${ORIGIN}/#how` }]],
    ['Product: a type that the site does not use.', [...BASE, { '@type': 'Product', '@id': `${ORIGIN}/#product` }]],
    [
      'AggregateRating: a type that the site does not use.',
      [...BASE, { ...SOFTWARE, offers: { '@type': 'AggregateRating' } }],
    ],
  ])('finds "%s"', (fault, graph) => {
    expect(faultsOf(graph)).toEqual([fault]);
  });

  it('finds a trail of one, out of order, off the site, or on a home page', () => {
    const trail = (...items: readonly unknown[]) => [
      ORGANIZATION,
      WEB_SITE,
      WEB_PAGE,
      { ...TRAIL, itemListElement: items },
    ];
    expect(faultsOf(trail(listItem(1, '/x/')))).toEqual(['BreadcrumbList: fewer than two items.']);
    expect(faultsOf(trail(listItem(0, '/'), listItem(1, '/x/')))).toHaveLength(2);
    expect(faultsOf(trail({ ...listItem(1, '/'), name: '' }, listItem(2, '/x/')))).toHaveLength(1);
    expect(faultsOf(trail(listItem(1, '/'), listItem(2, '/y/')))).toEqual([
      'BreadcrumbList: does not end on this page.',
    ]);
    expect(faultsOf(trail({ ...listItem(1, '/'), item: 'https://example.org/' }, listItem(2, '/x/')))).toEqual([
      'BreadcrumbList: https://example.org/ is not of this site.',
    ]);
    expect(faultsOf(BASE, { ...PAGE, isHome: true })).toEqual(['BreadcrumbList: a home page has no trail.']);
  });
});
