import { expect, it } from 'vitest';
import { createArticle } from '../../../bench/generated-content.ts';
import { indexCollection } from '../../../cli/content/intake/index-entry.ts';
import { toDigest } from '../../../cli/files/brands.ts';
import { emptyRecords } from '../../makers.ts';

const PLACE = { collection: 'blog_articles', site: 'en' } as const;

it('stores equal entries once, and knows the place of an invalid one', () => {
  const records = emptyRecords();
  const link = '<p><a href="javascript:alert(1)">Go</a></p>';
  const articles: readonly Readonly<Record<string, unknown>>[] = Array.from({ length: 30 }, (_, index) => ({
    ...createArticle('en', index),
    ...(index === 7 ? { content: [{ type: 'text', text: link }] } : {}),
    ...(index === 20 ? { title: null } : {}),
  }));
  const take = (...pages: readonly (readonly unknown[])[]) =>
    indexCollection(
      PLACE,
      pages.flatMap((page) => records.take(page, PLACE)),
    );
  const taken = take(articles.slice(0, 12), articles.slice(12));
  expect(taken.rows.map(({ id }) => id)).toEqual(articles.filter((_, index) => index !== 20).map(({ id }) => id));
  expect(taken.rows.flatMap(({ warnings }) => warnings)).toHaveLength(1);
  expect(taken.invalid).toMatchObject([{ position: 20, problems: [{ where: { field: 'title' } }] }]);
  expect(records.readRaw(taken.rows[5]?.digest ?? toDigest(''))).toEqual(JSON.parse(JSON.stringify(articles[5])));
  expect(take(articles)).toEqual(taken);
  expect(records.database.prepare('SELECT count(*) AS rows FROM record').get()).toEqual({ rows: 30 });
  expect(take()).toMatchObject({ rows: [], invalid: [] });
});
