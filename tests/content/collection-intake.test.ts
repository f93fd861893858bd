import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createArticle } from '../../bench/generated-content.ts';
import { indexStoredRanges, openTakenIntake } from '../../cli/content/collection-intake.ts';
import { rangeFile } from '../../cli/content/range-files.ts';
import { takeEntry } from '../../cli/content/take-entry.ts';

const PLACE = { collection: 'blog_articles', site: 'en' } as const;
let folder = '';
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'intake-')), 'ranges');
});
afterEach(() => rm(join(folder, '..'), { recursive: true }));

/** More entries than one range holds, one of which has a link that leads nowhere. */
async function takeArticles() {
  const articles = Array.from({ length: 1040 }, (_, index) => ({
    ...createArticle('en', index),
    ...(index === 7 ? { content: [{ type: 'text', text: '<p><a href="javascript:alert(1)">Go</a></p>' }] } : {}),
  }));
  const sink = openTakenIntake(folder, PLACE, { codeKey: 'code' });
  const taken = articles.map((raw) => takeEntry(raw, PLACE));
  await sink.take(taken.slice(0, 600));
  await sink.take(taken.slice(600));
  return sink.finish();
}

const rowFiles = async () => (await readdir(folder)).filter((name) => name.endsWith('.rows.json'));

describe('indexStoredRanges', () => {
  it('makes of rows that are kept what it makes of the entries', async () => {
    const taken = await takeArticles();
    const { ranges } = taken;
    expect([ranges.length, taken.rows.length, taken.warnings.length, taken.problems]).toEqual([2, 1040, 1, []]);
    expect(await rowFiles()).toHaveLength(2);
    expect(await indexStoredRanges(folder, { ...PLACE, ranges }, { codeKey: 'code' })).toEqual(taken);
    expect(await indexStoredRanges(folder, { ...PLACE, ranges })).toEqual(taken);
  });

  it('parses the entries where the rows are of other code, damaged or gone', async () => {
    const taken = await takeArticles();
    const stored = { ...PLACE, ranges: taken.ranges };
    expect(await indexStoredRanges(folder, stored, { codeKey: 'other code' })).toEqual(taken);
    const [first = '', second = ''] = await rowFiles();
    await writeFile(join(folder, first), '{"key":"code blog_articles en","rows":[');
    await rm(join(folder, second));
    expect(await indexStoredRanges(folder, stored, { codeKey: 'code' })).toEqual(taken);
  });

  it('keeps the rows of entries that it had to parse', async () => {
    const taken = await takeArticles();
    const stored = { ...PLACE, ranges: taken.ranges };
    for (const name of await rowFiles()) await rm(join(folder, name));
    expect(await indexStoredRanges(folder, stored)).toEqual(taken);
    expect(await rowFiles()).toHaveLength(0);
    expect(await indexStoredRanges(folder, stored, { codeKey: 'code' })).toEqual(taken);
    expect(await rowFiles()).toHaveLength(2);
    expect(await indexStoredRanges(folder, stored, { codeKey: 'code' })).toEqual(taken);
  });

  it('refuses a range that was changed, though its rows are kept', async () => {
    const { ranges } = await takeArticles();
    const damaged = rangeFile(folder, ranges[1] ?? '');
    await writeFile(damaged, 'changed\n');
    await expect(indexStoredRanges(folder, { ...PLACE, ranges }, { codeKey: 'code' })).rejects.toMatchObject({
      code: 'SNAPSHOT_DAMAGED',
      message: `The range file ${damaged} of the snapshot was changed or cut off. Nothing was published.`,
    });
  });

  it('refuses a range of other bytes that looks as it did, but for the time of its change', async () => {
    const { ranges } = await takeArticles();
    const damaged = rangeFile(folder, ranges[0] ?? '');
    const { atime, mtime, size } = await stat(damaged);
    await writeFile(damaged, (await readFile(damaged, 'utf8')).replace('article', 'Article'));
    await utimes(damaged, atime, mtime);
    expect((await stat(damaged)).size).toBe(size);
    await expect(indexStoredRanges(folder, { ...PLACE, ranges }, { codeKey: 'code' })).rejects.toMatchObject({
      code: 'SNAPSHOT_DAMAGED',
    });
  });

  it('compares the bytes of a range again once its file was touched', async () => {
    const taken = await takeArticles();
    const stored = { ...PLACE, ranges: taken.ranges };
    for (const name of await rowFiles()) {
      const rows = await readFile(join(folder, name), 'utf8');
      await writeFile(join(folder, name), rows.replace(/"hashOfBytes":"\w+"/, '"hashOfBytes":"of other bytes"'));
    }
    expect(await indexStoredRanges(folder, stored, { codeKey: 'code' })).toEqual(taken);
    await utimes(rangeFile(folder, taken.ranges[0] ?? ''), 1, 1);
    await expect(indexStoredRanges(folder, stored, { codeKey: 'code' })).rejects.toMatchObject({
      code: 'SNAPSHOT_DAMAGED',
    });
  });
});
