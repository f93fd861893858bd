// `sitegen query`: every named query on the database of the built sample, in which a few facts are planted.

import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { QUERIES } from '../../cli/database/queries.ts';
import { loadSharedSample } from '../browser/shared-sample.ts';
import { makeFolder, runSitegen } from './run-sitegen.ts';

/** What each query finds, by its name. */
const FOUND: Readonly<Record<string, object>> = {
  'without-picture': { site: 'en', slug: 'planted' },
  'recently-saved': { title: 'Saved just now' },
  'last-changes': { state: 'new or changed' },
  'built-entries': { collection: 'blog_articles', site: 'en' },
  history: { json: expect.stringContaining('"slug":"about"') },
  'links-to': { title: expect.any(String) },
  'by-author': { author: expect.any(String), articles: expect.any(Number) },
  'lost-files': { address: '/assets/lost.png', reason: 'It is gone.' },
  'dead-links': { url: 'https://gone.example/', outcome: 'gone' },
  'largest-pages': { path: expect.any(String), bytes: expect.any(Number) },
};

async function plantedDatabase(): Promise<string> {
  const folder = makeFolder();
  const file = join(folder, '.sitegen/site.sqlite');
  mkdirSync(join(folder, '.sitegen'));
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
  database.close();
  return folder;
}

it('answers every named query', async () => {
  expect(QUERIES.map(({ name }) => name)).toEqual(Object.keys(FOUND));
  const cwd = await plantedDatabase();
  for (const [name, found] of Object.entries(FOUND)) {
    const { stdout, stderr } = await runSitegen(['query', name, '--format', 'json'], { cwd });
    expect(stderr, name).toBe('');
    const rows: unknown = JSON.parse(stdout);
    expect([name, rows]).toEqual([name, expect.arrayContaining([expect.objectContaining(found)])]);
    if (name === 'without-picture') expect(rows).toHaveLength(1);
  }
  const file = join(cwd, '.sitegen/site.sqlite');
  const before = readFileSync(file);
  const ask = (...args: readonly string[]) => runSitegen(['query', ...args], { cwd });
  const own = 'SELECT slug, :host AS host FROM entry WHERE slug = :slug';
  expect(await ask(own, '--slug', 'planted', '--host', 'a,"b', '--format', 'csv')).toMatchObject({
    code: 0,
    stdout: 'slug,host\r\nplanted,"a,""b"\n',
  });
  expect((await ask('largest-pages', '--limit', '3')).stdout.split('\n')).toHaveLength(7);
  expect((await ask('SELECT 1')).stdout).toMatch(/^1 row$/m);
  expect((await ask()).stdout).toContain('links-to');
  for (const refused of [
    'DELETE FROM entry',
    "VACUUM INTO 'copy'",
    "ATTACH 'other' AS other",
    'PRAGMA user_version = 9',
  ])
    expect(await ask(refused), refused).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('only SELECT is allowed'),
    });
  expect((await ask('link-to')).stderr).toContain('There is no query "link-to"');
  expect((await ask('largest-pages', '--host', 'a')).stderr).toContain('Leave out --host');
  expect((await ask('SELECT * FROM elsewhere')).stderr).toContain('no such table: elsewhere');
  expect((await ask('by-author', '--cache-dir', 'none')).stderr).toContain('There is no database in none');
  expect(readdirSync(cwd)).toEqual(['.sitegen']);
  expect(readFileSync(file).equals(before)).toBe(true);
});
