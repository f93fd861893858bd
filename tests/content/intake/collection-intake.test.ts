import { copyFile, mkdtemp, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createArticle } from '../../../bench/generated-content.ts';
import {
  type IndexedCollection,
  indexStoredRanges,
  openTakenIntake,
} from '../../../cli/content/intake/collection-intake.ts';
import { takeEntry } from '../../../cli/content/intake/take-entry.ts';
import { hashRange, rangeFile } from '../../../cli/content/snapshot/range-files.ts';
import { plainRow } from '../../makers.ts';

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

/** The same bytes but for a few. */
const damage = (bytes: Buffer, place: number) => Buffer.from(bytes).fill(0, place, place + 4);
const rowFiles = async () => (await readdir(folder)).filter((name) => name.endsWith('.rows'));

/** What a build is told of a collection that is on disk: rows that were kept make their fields when they are asked for. */
async function indexStored(ranges: readonly string[], codeKey?: string): Promise<IndexedCollection> {
  const indexed = await indexStoredRanges(folder, { ...PLACE, ranges }, { codeKey });
  return { ...indexed, rows: indexed.rows.map(plainRow) };
}

describe('indexStoredRanges', () => {
  it('makes of rows that are kept what it makes of the entries', async () => {
    const taken = await takeArticles();
    const { ranges } = taken;
    expect([ranges.length, taken.rows.length, taken.warnings.length, taken.problems]).toEqual([2, 1040, 1, []]);
    expect(await rowFiles()).toHaveLength(2);
    expect(await indexStored(ranges, 'code')).toEqual(taken);
    expect(await indexStored(ranges)).toEqual(taken);
  });

  it('parses the entries where the rows are of other code, damaged or gone', async () => {
    const taken = await takeArticles();
    const [first = '', second = ''] = await rowFiles();
    const whole = await readFile(join(folder, first));
    expect(await indexStored(taken.ranges, 'other code')).toEqual(taken);
    expect(await readFile(join(folder, first))).not.toEqual(whole);
    await rm(join(folder, second));
    for (const damaged of [
      Buffer.alloc(0),
      whole.subarray(0, 3000),
      damage(whole, 2000),
      damage(whole, whole.length - 9),
    ]) {
      await writeFile(join(folder, first), damaged);
      expect(await indexStored(taken.ranges, 'code')).toEqual(taken);
      expect(await readFile(join(folder, first))).not.toEqual(damaged);
    }
  });

  it('keeps the rows of entries that it had to parse', async () => {
    const taken = await takeArticles();
    for (const name of await rowFiles()) await rm(join(folder, name));
    expect(await indexStored(taken.ranges)).toEqual(taken);
    expect(await rowFiles()).toHaveLength(0);
    expect(await indexStored(taken.ranges, 'code')).toEqual(taken);
    expect(await rowFiles()).toHaveLength(2);
    expect(await indexStored(taken.ranges, 'code')).toEqual(taken);
  });

  it('keeps the rows of a range that two sites have in common for both', async () => {
    const { ranges } = await takeArticles();
    const here = await indexStoredRanges(folder, { ...PLACE, ranges }, { codeKey: 'code' });
    const elsewhere = { collection: PLACE.collection, site: 'a-site-elsewhere', ranges };
    await indexStoredRanges(folder, elsewhere, { codeKey: 'code' });
    expect(await rowFiles()).toHaveLength(4);
    const plain = await indexStoredRanges(folder, { ...PLACE, ranges });
    expect(here.rows.map(({ site, card }) => ({ site, card }))).toEqual(
      plain.rows.map(({ card }) => ({ site: 'en', card })),
    );
  });

  it('reads cards of the rows that it took, whatever another build keeps under their name since', async () => {
    const taken = await takeArticles();
    const { rows } = await indexStoredRanges(folder, { ...PLACE, ranges: taken.ranges }, { codeKey: 'code' });
    const [first = '', second = ''] = await rowFiles();
    await writeFile(join(folder, 'other'), Buffer.alloc((await stat(join(folder, first))).size, '{"of":"other code"}'));
    await rename(join(folder, 'other'), join(folder, first));
    await rm(join(folder, second));
    expect(rows.map(plainRow)).toEqual(taken.rows);
  });

  it('parses the entries where a file holds the rows of another range', async () => {
    const taken = await takeArticles();
    const [first = '', second = ''] = await rowFiles();
    await copyFile(join(folder, first), join(folder, second));
    expect(await indexStored(taken.ranges, 'code')).toEqual(taken);
  });

  it('refuses a range that was changed, though its rows are kept', async () => {
    const { ranges } = await takeArticles();
    const damaged = rangeFile(folder, ranges[1] ?? '');
    await writeFile(damaged, 'changed\n');
    await expect(indexStored(ranges, 'code')).rejects.toMatchObject({
      code: 'SNAPSHOT_DAMAGED',
      message: `The range file ${damaged} of the snapshot was changed or cut off. Nothing was written.`,
    });
  });

  it('refuses a range of other bytes that looks as it did, but for the time of its change', async () => {
    const { ranges } = await takeArticles();
    const damaged = rangeFile(folder, ranges[0] ?? '');
    const { atime, mtime, size } = await stat(damaged);
    await writeFile(damaged, (await readFile(damaged, 'utf8')).replace('article', 'Article'));
    await utimes(damaged, atime, mtime);
    expect((await stat(damaged)).size).toBe(size);
    await expect(indexStored(ranges, 'code')).rejects.toMatchObject({
      code: 'SNAPSHOT_DAMAGED',
    });
  });

  it('compares the bytes of a range again once its file was touched', async () => {
    const taken = await takeArticles();
    for (const name of await rowFiles()) {
      const file = join(folder, name);
      const rows = await readFile(file);
      const hashOfBytes = await hashRange(folder, name.split('.')[0] ?? '');
      rows.write('0'.repeat(hashOfBytes.length), rows.indexOf(hashOfBytes));
      rows.writeUInt32LE(crc32(rows.subarray(4)), 0);
      await writeFile(file, rows);
    }
    expect(await indexStored(taken.ranges, 'code')).toEqual(taken);
    await utimes(rangeFile(folder, taken.ranges[0] ?? ''), 1, 1);
    await expect(indexStored(taken.ranges, 'code')).rejects.toMatchObject({
      code: 'SNAPSHOT_DAMAGED',
    });
  });
});
