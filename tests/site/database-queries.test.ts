// Every query of docs/database.md on the database of the built sample, in which a few facts are planted.

import { copyFileSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { loadSharedSample } from '../browser/shared-sample.ts';
import { makeFolder } from './run-sitegen.ts';

const PAGE = resolve(import.meta.dirname, '../../docs/database.md');

/** What each query finds, by the words above it. */
const FOUND: Readonly<Record<string, object>> = {
  'Articles without a picture:': { site: 'en', slug: 'planted' },
  'Entries that were saved in the last week:': { title: 'Saved just now' },
  'What the last version changed, in content:': { state: 'new or changed' },
  'The entries of the content that the last build shows:': { collection: 'blog_articles', site: 'en' },
  'The history of one entry:': { json: expect.stringContaining('"slug":"about"') },
  'Entries that mention a host:': { title: expect.any(String) },
  'Articles by author:': { author: expect.any(String), articles: expect.any(Number) },
  'Translations that are older than their origin:': { site: expect.any(String) },
  'Images and files that could not be fetched:': { address: '/assets/lost.png', reason: 'It is gone.' },
  'Links to other sites that did not work in the last check:': { url: 'https://gone.example/', outcome: 'gone' },
  'The largest pages of the last build:': {},
};

it('are answered', async () => {
  const file = join(makeFolder(), 'site.sqlite');
  copyFileSync(join(await loadSharedSample(), '../.sitegen/site.sqlite'), file);
  const database = new DatabaseSync(file);
  const article = "collection = 'blog_articles' AND site = 'en' AND slug";
  const [first, second] = database
    .prepare("SELECT slug FROM entry WHERE collection = 'blog_articles' AND site = 'en'")
    .all();
  database.exec(`
    UPDATE record SET json = json_remove(json, '$.image')
      WHERE id = (SELECT record FROM entry WHERE ${article} = '${first?.slug}');
    UPDATE entry SET slug = 'planted' WHERE ${article} = '${first?.slug}';
    UPDATE entry SET title = 'Saved just now', last_modified = strftime('%FT%TZ', 'now') WHERE ${article} = '${second?.slug}';
    INSERT INTO file (address, bytes, extension, fault_json, since) VALUES ('/assets/lost.png', 0, '.png', '{"what":"It is gone."}', 1);
    INSERT INTO link_check VALUES ('https://gone.example/', '[{"outcome":"ok"},{"outcome":"gone"}]'), ('https://ok.example/', '[{"outcome":"ok"}]');
  `);
  const queries = readFileSync(PAGE, 'utf8').matchAll(/^([^\n]+:)\n\n```sql\n(.*?)```/gms);
  const answers = queries.map(([, words = '', sql = '']) => [words, database.prepare(sql).all()] as const).toArray();
  expect(answers.map(([words]) => words)).toEqual(Object.keys(FOUND));
  for (const [words, rows] of answers.slice(0, -1))
    expect([words, rows], words).toEqual([words, expect.arrayContaining([expect.objectContaining(FOUND[words])])]);
  // Only the planted article lacks a picture.
  expect(answers[0]?.[1]).toHaveLength(1);
  database.close();
});
