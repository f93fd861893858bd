import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { IndexRow } from '../../cli/content/snapshot/content-snapshot.ts';
import { createSiteModel } from '../../cli/plan/site-model.ts';
import { modelWith, rowWith, siteOptions, snapshotWith } from '../makers.ts';

const article = (slug: string, row: Partial<IndexRow> = {}) =>
  rowWith({ collection: 'blog_articles', site: 'en', slug, date: '2026-01-01T00:00:00.000Z', ...row });
const term = (slug: string) => ({ id: `category::${slug}`, slug, title: slug });

describe('createSiteModel', () => {
  it('lists the newest article first, equal dates by id, without hidden ones', () => {
    const { locales } = modelWith({
      rows: [
        article('old', { date: '2025-01-01T00:00:00.000Z' }),
        article('twin-b', { id: 'b' }),
        article('twin-a', { id: 'a' }),
        article('hidden', { isHiddenFromIndex: true }),
      ],
    });
    expect(locales[0]?.listed.blog.map(({ slug }) => slug)).toEqual(['twin-a', 'twin-b', 'old']);
    expect(locales[0]?.details.blog_articles).toHaveLength(4);
  });

  it('lists the webinars to come soonest first and the previous ones newest first', () => {
    const webinar = (slug: string, eventDate: string | null, isCurrent: boolean) =>
      rowWith({ collection: 'webinars', site: 'en', slug, eventDate, isCurrent });
    const { locales } = modelWith({
      rows: [
        webinar('undated', null, true),
        webinar('april', '2027-04-15T15:00:00.000Z', true),
        webinar('february', '2027-02-11T14:00:00.000Z', true),
        webinar('spring', '2026-03-26T15:00:00.000Z', false),
        webinar('summer', '2026-06-04T14:00:00.000Z', false),
      ],
    });
    expect(locales[0]?.currentWebinars.map(({ slug }) => slug)).toEqual(['february', 'april', 'undated']);
    expect(locales[0]?.paged.webinars.map(({ slug }) => slug)).toEqual(['summer', 'spring']);
  });

  it('starts the blog with the article of the blog entry, else the newest, and lists the others', () => {
    const rows = [article('new'), article('old', { date: '2020-01-01T00:00:00.000Z' })];
    const blog = rowWith({ collection: 'pages', site: 'en', slug: 'blog', heroSlug: 'old' });
    expect(modelWith({ rows: [...rows, blog] }).locales[0]?.hero?.slug).toBe('old');
    expect(modelWith({ rows: [...rows, blog] }).locales[0]?.paged.blog.map(({ slug }) => slug)).toEqual(['new']);
    expect(modelWith({ rows }).locales[0]?.hero?.slug).toBe('new');
    expect(modelWith({ rows: [...rows, { ...blog, heroSlug: 'gone' }] }).locales[0]?.hero?.slug).toBe('new');
  });

  it('keeps the sites apart', () => {
    const { locales } = modelWith({ rows: [article('only-en')] });
    expect(locales.map(({ details }) => details.blog_articles.length)).toEqual([1, 0, 0]);
  });

  it('does not depend on the order in which the service sends entries', () => {
    const rows = Array.from({ length: 12 }, (_, index) =>
      article(`a${index}`, {
        date: `2026-01-${String(1 + (index % 4)).padStart(2, '0')}T00:00:00.000Z`,
        categories: [term(`c${index % 3}`)],
      }),
    );
    const describeModel = (list: readonly IndexRow[]) => {
      const model = createSiteModel(siteOptions(), snapshotWith({ rows: list }));
      const [english] = model.locales;
      if (english === undefined) throw new Error('No English locale.');
      return english.listed.blog.map((row) => [
        row.slug,
        model.findRelated(english, 'blog', row).map(({ slug }) => slug),
      ]);
    };
    fc.assert(
      fc.property(fc.shuffledSubarray(rows, { minLength: rows.length }), (shuffled) => {
        expect(describeModel(shuffled)).toEqual(describeModel(rows));
      }),
      { numRuns: 30 },
    );
  });
});

describe('findRelated', () => {
  const dated = (slug: string, day: number, category: string) =>
    article(slug, { date: `2026-02-${String(day).padStart(2, '0')}T00:00:00.000Z`, categories: [term(category)] });

  it('takes the first category newest first, then any to fill, never the article itself, and shows three', () => {
    const model = modelWith({
      rows: [dated('a', 1, 'x'), dated('b', 2, 'x'), dated('c', 3, 'y'), dated('d', 4, 'y'), dated('e', 5, 'z')],
    });
    const [english] = model.locales;
    if (english === undefined) throw new Error('No English locale.');
    const related = (slug: string) => {
      const row = english.listed.blog.find((candidate) => candidate.slug === slug);
      return row === undefined ? [] : model.findRelated(english, 'blog', row).map((other) => other.slug);
    };
    expect(related('a')).toEqual(['b', 'e', 'd']);
    expect(related('c')).toEqual(['d', 'e', 'b']);
    expect(related('e')).toEqual(['d', 'c', 'b']);
  });
});
