import { describe, expect, it } from 'vitest';
import type { IndexRow } from '../../cli/content/snapshot/content-snapshot.ts';
import {
  findCategoryCollisions,
  planListFiles,
  printListFile,
  printListRow,
  renderSearchIndex,
} from '../../cli/outputs/list-json.ts';
import { rowWith } from '../makers.ts';
import { cardOf } from '../templates/page-makers.ts';

const entryWith = (slug: string, categories: readonly string[] = []) =>
  rowWith({
    collection: 'blog_articles',
    site: 'ukraine',
    slug,
    editUrl: `https://cms.example.com/edit/${slug}`,
    categories: categories.map((category) => ({ id: category, slug: category, title: category.toUpperCase() })),
  });
const filesOf = (rows: readonly IndexRow[]) => planListFiles({ list: 'blog', locale: 'ua', site: 'ukraine', rows });
const metaOf = (rows: readonly IndexRow[]) => Object.fromEntries(filesOf(rows).map(({ path, meta }) => [path, meta]));

describe('planListFiles', () => {
  it('puts twelve entries into a file in the order of the list', () => {
    const rows = Array.from({ length: 13 }, (_, index) => entryWith(`a-${index}`));
    expect(filesOf(rows)).toEqual([
      {
        path: 'lists/blog/ukraine/all/1.json',
        locale: 'ua',
        rows: rows.slice(0, 12),
        meta: { total: 13, page: 1, last_page: 2 },
      },
      {
        path: 'lists/blog/ukraine/all/2.json',
        locale: 'ua',
        rows: rows.slice(12),
        meta: { total: 13, page: 2, last_page: 2 },
      },
    ]);
  });

  it('writes each category with its own total', () => {
    expect(metaOf([entryWith('a', ['tips']), entryWith('b', ['огляд', 'tips'])])).toEqual({
      'lists/blog/ukraine/all/1.json': { total: 2, page: 1, last_page: 1 },
      'lists/blog/ukraine/tips/1.json': { total: 2, page: 1, last_page: 1 },
      'lists/blog/ukraine/огляд/1.json': { total: 1, page: 1, last_page: 1 },
    });
  });

  it('has a first file for an empty list', () => {
    expect(metaOf([])).toEqual({ 'lists/blog/ukraine/all/1.json': { total: 0, page: 1, last_page: 1 } });
  });

  it('writes no file where a category would leave its folder or take another one', () => {
    expect(Object.keys(metaOf([entryWith('a', ['..', '../x', 'a/b', 'all', ''])]))).toEqual([
      'lists/blog/ukraine/all/1.json',
    ]);
  });
});

describe('categories that differ only in case', () => {
  it('have the files of the larger one alone, in whatever order they come', () => {
    const cards = [
      entryWith('a', ['Crisis']),
      entryWith('b', ['crisis']),
      entryWith('c', ['crisis', 'Crisis', 'crisis']),
    ];
    const more = [...cards, entryWith('d', ['crisis', 'ALL', 'All'])];
    for (const order of [more, more.toReversed()]) {
      expect(metaOf(order)).toEqual({
        'lists/blog/ukraine/all/1.json': { total: 4, page: 1, last_page: 1 },
        'lists/blog/ukraine/crisis/1.json': { total: 3, page: 1, last_page: 1 },
      });
    }
  });

  it('are a warning that names both, and an entry of the one without files', () => {
    expect(
      findCategoryCollisions([
        entryWith('a', ['Crisis']),
        entryWith('b', ['crisis', 'tips']),
        entryWith('c', ['crisis']),
      ]),
    ).toEqual([
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
    expect(findCategoryCollisions([entryWith('a', composed)])).toHaveLength(1);
    expect(findCategoryCollisions([entryWith('a', ['tips', 'crisis'])])).toEqual([]);
  });
});

describe('a list file', () => {
  it('has a row for each card, with its HTML', () => {
    const card = { ...cardOf(1), startsAt: null };
    const file = printListFile({ path: 'a.json', locale: 'ua', rows: [], meta: { total: 1, page: 1, last_page: 1 } }, [
      printListRow(card, '<article>"A"</article>'),
    ]);
    expect(file).toMatchObject({ path: 'a.json', locale: 'ua', kind: 'map' });
    expect(JSON.parse(String(file.content))).toEqual({
      data: [
        {
          slug: 'article-1',
          date: card.date,
          categories: card.categories,
          href: '/blog/article-1/',
          html: '<article>"A"</article>',
        },
      ],
      meta: { total: 1, page: 1, last_page: 1 },
    });
  });
});

describe('renderSearchIndex', () => {
  it('is an array of what can be found and where', () => {
    const file = renderSearchIndex({ locale: 'ua', site: 'ukraine', cards: [cardOf(1)] });
    expect(file).toMatchObject({ path: 'search/blog/ukraine/data.json', locale: 'ua', kind: 'map' });
    expect(JSON.parse(String(file.content))).toEqual([
      {
        title: cardOf(1).title,
        url: '/blog/article-1/',
        description: cardOf(1).description,
        categories: ['Crisis'],
        date: cardOf(1).date,
        image: { src: '/assets/card-1.svg', srcset: null },
      },
    ]);
  });
});
