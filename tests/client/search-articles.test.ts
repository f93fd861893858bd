import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSearch, markWords, normalizeWord, type SearchRow } from '../../client/search/search-articles.ts';

const row = (
  url: string,
  title: string,
  description: string | null = null,
  categories: readonly string[] = [],
): SearchRow => ({
  url,
  title,
  description,
  categories,
  image: null,
});
const ROWS = [
  row('/1/', 'How to read a crisis', 'Three signals tell a bad day from a crisis.', ['Crisis']),
  row('/2/', 'Ürün yorumları: crème brûlée', 'About desserts'),
  row('/3/', 'Обʼєднання брендів у Києві', 'Їжа, кав’ярні та ґанок'),
  row('/4/', 'Ёлки и бренды', 'Осенний отчёт', ['Отчёты']),
  row('/5/', 'Sentiment of reviews', null),
];
const search = createSearch(ROWS);
const urlsOf = (query: string) => search(query).map(({ url }) => url);

describe('createSearch', () => {
  it.each([
    ['crisis', '/1/'],
    ['CRI', '/1/'],
    ['creme brulee', '/2/'],
    ['crème', '/2/'],
    ['об’єднання', '/3/'],
    ["об'єднання", '/3/'],
    ['києв', '/3/'],
    ['їж', '/3/'],
    ['кавярні', '/3/'],
    ['елки', '/4/'],
    ['ОТЧЕТ', '/4/'],
    ['sentimant', '/5/'],
    ['reviews sentiment', '/5/'],
  ])('finds for %j the article %s first', (query, url) => {
    expect(urlsOf(query)[0]).toBe(url);
  });

  it('needs every word, puts titles first, and finds nothing for an empty query', () => {
    expect(urlsOf('crisis desserts')).toEqual([]);
    expect(urlsOf('')).toEqual([]);
    expect(urlsOf('!!! —')).toEqual([]);
    const titled = createSearch([
      row('/a/', 'Other', 'Crisis after crisis'),
      row('/b/', 'How a small team saw its crisis come', 'Words'),
    ]);
    expect(titled('crisis').map(({ url }) => url)).toEqual(['/b/', '/a/']);
  });

  it('marks what matched', () => {
    expect(search('cris')[0]?.title).toEqual([
      { text: 'How to read a ', isMatch: false },
      { text: 'crisis', isMatch: true },
    ]);
    expect(search('кавяр')[0]?.description.filter(({ isMatch }) => isMatch)).toEqual([
      { text: 'кав’ярні', isMatch: true },
    ]);
  });

  it('returns at most the limit', () => {
    const many = createSearch(Array.from({ length: 50 }, (_, n) => row(`/${n}/`, `Crisis ${n}`)));
    expect(many('crisis')).toHaveLength(20);
  });

  it('accepts any query (property)', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (query) => void search(query)));
  });
});

describe('markWords', () => {
  it('keeps the text (property)', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.string()), (text, words) => {
        const parts = markWords(text, new Set([...words, ...text.split(' ').map(normalizeWord)]));
        expect(parts.map((part) => part.text).join('')).toBe(text);
        expect(parts.every((part) => part.text !== '')).toBe(true);
      }),
    );
  });
});
