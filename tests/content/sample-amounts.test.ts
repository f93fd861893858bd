// How much the sample holds per site, so that every list has a second page where it may, every kind of page has its
// content, and every element of an article is in a real one.

import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadLibrary } from '../../cli/content/sample/load-library.ts';
import { type SampleEntry, type SampleLibrary, statusOf } from '../../cli/content/sample/sample-library.ts';
import type { Locale } from '../../config/locales.ts';
import { EMBED_PROVIDERS } from '../../content/blocks.ts';
import type { Collection } from '../../content/collections.ts';
import { GLOBAL_NAMES } from '../../content/handles.ts';

const SITES = ['en', 'es', 'pt', 'ua', 'kz'] as const satisfies readonly Locale[];
const NOW = new Date('2026-11-20T12:00:00Z');
const ARTICLES: Readonly<Record<(typeof SITES)[number], number>> = { en: 26, es: 13, pt: 13, ua: 13, kz: 13 };
const E_BOOKS: readonly (readonly [Locale, number])[] = [
  ['en', 14],
  ['kz', 8],
];
/** Words of an article that is neither a long one nor kept out of lists or search. */
const WORDS = { least: 150, most: 400 };
const REDIRECTS_LEAST = 12;
/** Names of the registry that an entry of `pages` may have; any other one is a page of a name of its own. */
const REGISTERED = new Set([
  ...['main', 'about', 'academy', 'academy-success', 'ambassadors-program', 'audience-insights', 'benchmarks', 'blog'],
  ...['brand-health-tracking', 'competitor-analysis', 'crisis-management', 'influencer-discovery', 'insights-copilot'],
  ...['market-research', 'mentions', 'visual-insights', 'author-privacy-policy', 'benchmarks-success', 'careers'],
  ...['clients', 'contacts', 'pricing', 'product', 'cookie-policy', 'cxua', 'data-subject-access-optout-request'],
  ...['demo', 'e-books', 'e-books-success', 'faq', 'giftbag', 'integrations', 'research', 'trends', 'license', 'newmr'],
  ...['privacy-policy', 'referral', 'report', 'report-for-dmwf', 'report-for-saastock', 'slack-integration'],
  ...['social-listening-dashboards', 'success', 'terms-of-services', 'terms-of-services-vi', 'webinars'],
]);
/** Filler texts. */
const FILLER =
  /[Ll]orem|\b[Ii]psum\b|\bdolor sit\b|\bTODO:|\bTBD\b|\bFIXME\b|[Pp]laceholder|[Ss]ample text|asdf|[Рр]ыба-текст/;

let library: SampleLibrary;
beforeAll(async () => {
  library = loadLibrary(resolve(import.meta.dirname, '../../content/sample'));
});

const entriesOf = (collection: Collection, site: Locale) =>
  (library.entriesByCollection.get(collection) ?? []).filter((entry) => entry.site === site);
const publishedOf = (collection: Collection, site: Locale) =>
  entriesOf(collection, site).filter((entry) => statusOf(entry, NOW) === 'published');
const isFromBlocks = ({ fields }: SampleEntry) => fields.blueprint === 'page_constructor';

/** Names of fields that are no text for readers. */
const NO_TEXT = new Set(['type', 'src', 'alt', 'provider', 'url', 'form_id', 'link', 'form']);
function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => (NO_TEXT.has(name) ? [] : textsOf(inner)));
}
const countWords = ({ fields }: SampleEntry) =>
  textsOf(fields.content)
    .join(' ')
    .replaceAll(/<[^>]*>|&\w+;/g, ' ')
    .match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}’'-]*/gu)?.length ?? 0;
/** The third parties that an article embeds. */
const providersOf = ({ fields }: SampleEntry) =>
  new Set([...JSON.stringify(fields.content ?? '').matchAll(/"provider":"([^"]+)"/g)].map(([, name]) => name));
const isLong = (article: SampleEntry) => EMBED_PROVIDERS.every((provider) => providersOf(article).has(provider));

/** Address of the picture of an entry. */
const pictureOf = ({ fields: { image } }: SampleEntry) =>
  typeof image === 'object' && image !== null && 'src' in image ? String(image.src) : null;

describe('the pictures of a list', () => {
  it.each(SITES)('in %s are all different', (site) => {
    for (const collection of ['blog_articles', 'webinars', 'e-books'] as const) {
      const pictures = publishedOf(collection, site).flatMap((entry) => pictureOf(entry) ?? []);
      const repeated = pictures.filter((picture, place) => pictures.indexOf(picture) !== place);
      expect([collection, ...repeated]).toEqual([collection]);
    }
  });
});

describe('the articles of the sample', () => {
  it.each(SITES)('of %s are enough for a second list page', (site) => {
    expect(publishedOf('blog_articles', site).length).toBeGreaterThanOrEqual(ARTICLES[site]);
  });

  it.each(SITES)('of %s have 150 to 400 words, except the long ones and those out of lists and search', (site) => {
    const ordinary = publishedOf('blog_articles', site).filter(
      (article) => !isLong(article) && article.fields.hide_from_index !== true && article.fields.seo_noindex !== true,
    );
    const counts = ordinary.map((article) => [article.slug, countWords(article)] as const);
    expect(counts.filter(([, words]) => words < WORDS.least || words > WORDS.most)).toEqual([]);
  });

  it.each(SITES)('of %s include three long ones, each with every element and every kind of embed', (site) => {
    const long = publishedOf('blog_articles', site).filter(isLong);
    expect(long.length).toBeGreaterThanOrEqual(3);
    const average = long.reduce((sum, article) => sum + countWords(article), 0) / long.length;
    expect(average).toBeGreaterThan(300);
    const elements: Readonly<Record<string, RegExp>> = {
      heading: /<h[23][ >]/,
      list: /<[uo]l>/,
      quotation: /<blockquote|"type":"quote"/,
      table: /<table|"type":"table"/,
      image: /<img |"type":"image"/,
      'link to this site': /href=\\"\//,
      'link to another site': /href=\\"https:/,
    };
    for (const article of long) {
      const html = JSON.stringify(article.fields.content);
      const missing = Object.entries(elements).filter(([, pattern]) => !pattern.test(html));
      expect([article.slug, missing.map(([name]) => name)]).toEqual([article.slug, []]);
    }
  });

  it.each(SITES)('of %s are partly in the category all, which is not shown', (site) => {
    const inAll = publishedOf('blog_articles', site).filter(({ fields }) => [fields.category].flat().includes('all'));
    expect(inAll.length).toBeGreaterThanOrEqual(2);
  });
});

describe('the webinars of the sample', () => {
  it.each(SITES.filter((site) => site !== 'kz'))('of %s are eight, two of them in the future', (site) => {
    const webinars = publishedOf('webinars', site);
    expect(webinars.length).toBeGreaterThanOrEqual(8);
    expect(webinars.filter(({ fields }) => fields.current_webinar === true)).toHaveLength(2);
    for (const flag of ['hide_from_index', 'seo_noindex'])
      expect(webinars.filter(({ fields }) => fields[flag] === true)).toHaveLength(1);
  });

  it('are none where webinars are excluded', () => {
    expect(entriesOf('webinars', 'kz')).toEqual([]);
  });
});

describe('the e-books of the sample', () => {
  it.each(E_BOOKS)('of %s are at least %i', (site, least) => {
    expect(publishedOf('e-books', site).length).toBeGreaterThanOrEqual(least);
  });

  it('exist in both sites or in one of them', () => {
    const kz = new Set(publishedOf('e-books', 'kz').map(({ slug }) => slug));
    const en = publishedOf('e-books', 'en').map(({ slug }) => slug);
    expect(en.filter((slug) => kz.has(slug)).length).toBeGreaterThanOrEqual(2);
    expect(en.filter((slug) => !kz.has(slug)).length).toBeGreaterThan(0);
    expect([...kz].filter((slug) => !en.includes(slug)).length).toBeGreaterThan(0);
  });
});

describe('the pages of the sample', () => {
  it.each(SITES)('of %s are at least three landing pages, two from blocks and one with its own name', (site) => {
    expect(publishedOf('landings', site).length).toBeGreaterThanOrEqual(3);
    const pages = publishedOf('pages', site);
    expect(pages.filter(isFromBlocks).length).toBeGreaterThanOrEqual(2);
    const others = pages.filter((page) => !isFromBlocks(page) && !REGISTERED.has(page.slug));
    expect(others.length).toBeGreaterThanOrEqual(1);
  });

  it('are partly in Kazakh in kz', () => {
    const entries = [...publishedOf('pages', 'kz'), ...publishedOf('blog_articles', 'kz')];
    expect(entries.filter(({ fields }) => fields.language === 'kk-KZ').length).toBeGreaterThanOrEqual(2);
  });
});

describe('the small collections of the sample', () => {
  it.each(SITES)('of %s are filled', (site) => {
    const least = [
      ['clients', 6],
      ['faq', 6],
      ['offices', 2],
      ['team', 6],
      ['speakers', 4],
      ['social_links', 3],
    ] as const;
    expect(least.filter(([name, count]) => publishedOf(name, site).length < count)).toEqual([]);
    const blocks = entriesOf('pages_block', site).map(({ slug }) => slug);
    expect(blocks).toEqual(expect.arrayContaining(['blog-demo-form-default', 'demo-form-default']));
  });

  it.each(GLOBAL_NAMES)('have the global %s on in some site', (name) => {
    expect(SITES.some((site) => library.globalByPlace.get(`${name}/${site}`)?.enabled === true)).toBe(true);
  });

  it('have a top banner that is off in one site and unset in another', () => {
    const states = SITES.map((site) => library.globalByPlace.get(`top_banner/${site}`)?.enabled);
    expect(new Set(states)).toEqual(new Set([true, false, undefined]));
  });
});

describe('the redirects of the sample', () => {
  it.each(SITES)('of %s are at least twelve, with every status, a chain and a target with a query', (site) => {
    const redirects = entriesOf('redirects', site);
    expect(redirects.length).toBeGreaterThanOrEqual(REDIRECTS_LEAST);
    expect(new Set(redirects.map(({ fields }) => fields.type))).toEqual(new Set([301, 302, 303, 307, 308, 410, null]));
    const sources = new Set(redirects.map(({ fields }) => fields.from));
    expect(redirects.some(({ fields }) => sources.has(fields.to))).toBe(true);
    expect(redirects.some(({ fields }) => String(fields.to).includes('?'))).toBe(true);
  });
});

describe('the texts of the sample', () => {
  it('have no filler', () => {
    const faults = [...library.entryById.values()].flatMap(({ collection, site, slug, title, fields }) =>
      [title, ...textsOf(fields)]
        .filter((text) => FILLER.test(text))
        .map((text) => `${collection}/${site}/${slug}: ${text.slice(0, 80)}`),
    );
    expect(faults).toEqual([]);
  });

  it('never repeat: no two articles of a site share a title, a description or an opening', () => {
    for (const site of SITES) {
      const articles = publishedOf('blog_articles', site);
      for (const part of [
        ({ title }: SampleEntry) => title,
        ({ fields }: SampleEntry) => String(fields.short_description),
        ({ fields }: SampleEntry) => textsOf(fields.content).join(' ').slice(0, 80),
      ])
        expect(new Set(articles.map(part)).size, site).toBe(articles.length);
    }
  });
});
