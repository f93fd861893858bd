import { describe, expect, it } from 'vitest';
import { type ListCard, renderListFiles } from '../../../cli/build/outputs/list-json.ts';
import { renderSearchIndex } from '../../../cli/build/outputs/search-index.ts';

const cardWith = (slug: string, categories: readonly string[] = []): ListCard => ({
  slug,
  title: `Title of ${slug}`,
  href: `/ua/blog/${slug}/`,
  description: null,
  image: null,
  date: '2026-01-10T09:00:00.000Z',
  categories: categories.map((category) => ({ slug: category, title: category.toUpperCase() })),
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
