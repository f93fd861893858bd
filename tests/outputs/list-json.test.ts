import { describe, expect, it } from 'vitest';
import { findCategoryCollisions, type ListCard, renderListFiles } from '../../cli/outputs/list-json.ts';
import { renderSearchIndex } from '../../cli/outputs/search-index.ts';
import { rowWith } from '../makers.ts';

const cardWith = (slug: string, categories: readonly string[] = []): ListCard => ({
  slug,
  title: `Title of ${slug}`,
  href: `/ua/blog/${slug}/`,
  description: null,
  image: null,
  date: '2026-01-10T09:00:00.000Z',
  categories: categories.map((category) => ({ slug: category, title: category.toUpperCase() })),
  moment: null,
  duration: null,
  languageTag: 'uk',
});
const filesOf = (cards: readonly ListCard[]) => [
  ...renderListFiles({ list: 'blog', locale: 'ua', site: 'ukraine', cards }),
];
const metaOf = (cards: readonly ListCard[]) =>
  Object.fromEntries(
    filesOf(cards).map(({ path, content }) => [path, (JSON.parse(String(content)) as { meta: unknown }).meta]),
  );

describe('renderListFiles', () => {
  it('writes twelve entries a file in the order of the cards', () => {
    const cards = Array.from({ length: 13 }, (_, index) => cardWith(`a-${index}`));
    const files = filesOf(cards);
    expect(files.map(({ path, locale }) => [path, locale])).toEqual([
      ['lists/blog/ukraine/all/1.json', 'ua'],
      ['lists/blog/ukraine/all/2.json', 'ua'],
    ]);
    expect(JSON.parse(String(files[1]?.content))).toEqual({
      data: [cards[12]],
      meta: { total: 13, page: 2, last_page: 2 },
    });
  });

  it('writes each category with its own total', () => {
    expect(metaOf([cardWith('a', ['tips']), cardWith('b', ['огляд', 'tips'])])).toEqual({
      'lists/blog/ukraine/all/1.json': { total: 2, page: 1, last_page: 1 },
      'lists/blog/ukraine/tips/1.json': { total: 2, page: 1, last_page: 1 },
      'lists/blog/ukraine/огляд/1.json': { total: 1, page: 1, last_page: 1 },
    });
  });

  it('has a first file for an empty list', () => {
    expect(metaOf([])).toEqual({ 'lists/blog/ukraine/all/1.json': { total: 0, page: 1, last_page: 1 } });
  });

  it('writes no file where a category would leave its folder or take another one', () => {
    expect(Object.keys(metaOf([cardWith('a', ['..', '../x', 'a/b', 'all', ''])]))).toEqual([
      'lists/blog/ukraine/all/1.json',
    ]);
  });
});

describe('categories that differ only in case', () => {
  it('have the files of the larger one alone, in whatever order they come', () => {
    const cards = [cardWith('a', ['Crisis']), cardWith('b', ['crisis']), cardWith('c', ['crisis', 'Crisis', 'crisis'])];
    const more = [...cards, cardWith('d', ['crisis', 'ALL', 'All'])];
    for (const order of [more, more.toReversed()]) {
      expect(metaOf(order)).toEqual({
        'lists/blog/ukraine/all/1.json': { total: 4, page: 1, last_page: 1 },
        'lists/blog/ukraine/crisis/1.json': { total: 3, page: 1, last_page: 1 },
      });
    }
  });

  it('are a warning that names both, and an entry of the one without files', () => {
    const row = (slug: string, categories: readonly string[]) =>
      rowWith({
        collection: 'blog_articles',
        site: 'ukraine',
        slug,
        editUrl: `https://cms.example.com/edit/${slug}`,
        categories: categories.map((category) => ({ id: category, slug: category, title: category })),
      });
    expect(findCategoryCollisions([row('a', ['Crisis']), row('b', ['crisis', 'tips']), row('c', ['crisis'])])).toEqual([
      {
        code: 'CATEGORY_COLLISION',
        severity: 'warning',
        where: {
          collection: 'blog_articles',
          entry: 'Title of a',
          site: 'ukraine',
          field: 'category',
          editUrl: 'https://cms.example.com/edit/a',
        },
        what: 'The category "Crisis" differs from the category "crisis" only in case or in how its letters are composed, so their list files would have the same names. Only those of "crisis" were written.',
        fix: 'Move the entries of one category to the other, or give "Crisis" another slug, publish, and build again.',
      },
    ]);
    const composed = ['é'.normalize('NFC'), 'é'.normalize('NFD')];
    expect(findCategoryCollisions([row('a', composed)])).toHaveLength(1);
    expect(findCategoryCollisions([row('a', ['tips', 'crisis'])])).toEqual([]);
  });
});

describe('renderSearchIndex', () => {
  it('is an array of what can be found and where', () => {
    const file = renderSearchIndex({ locale: 'ua', site: 'ukraine', cards: [cardWith('a', ['tips'])] });
    expect(file).toMatchObject({ path: 'search/blog/ukraine/data.json', locale: 'ua', kind: 'map' });
    expect(JSON.parse(String(file.content))).toEqual([
      {
        title: 'Title of a',
        url: '/ua/blog/a/',
        description: null,
        categories: ['TIPS'],
        date: '2026-01-10T09:00:00.000Z',
      },
    ]);
  });
});
