import { readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createArticle } from '../../../bench/generated-content.ts';
import { indexStoredRanges, openIntake } from '../../../cli/content/intake/collection-intake.ts';
import { rangeFile, readRange } from '../../../cli/content/snapshot/range-files.ts';
import { RANGE_SIZE } from '../../../config/constants.ts';

const PLACE = { collection: 'blog_articles', site: 'en' } as const;
let folder = '';
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'intake-')), 'ranges');
});
afterEach(() => rm(join(folder, '..'), { recursive: true }));

/** More entries than ten ranges hold, one of which has a link that leads nowhere. */
function takeArticles() {
  const articles = Array.from({ length: 1040 }, (_, index) => ({
    ...createArticle('en', index),
    ...(index === 7 ? { content: [{ type: 'text', text: '<p><a href="javascript:alert(1)">Go</a></p>' }] } : {}),
  }));
  const sink = openIntake(folder, PLACE);
  sink.take(articles.slice(0, 600));
  sink.take(articles.slice(600));
  return sink.finish();
}

const indexStored = (ranges: readonly string[]) => indexStoredRanges(folder, { ...PLACE, ranges });

describe('openIntake', () => {
  it('cuts ranges wherever pages end, and stores equal content once', () => {
    const entries = Array.from({ length: 2 * RANGE_SIZE + 3 }, (_, index) => ({ id: index, text: 'Ї\u2028\n' }));
    const store = (...pages: readonly (readonly unknown[])[]) => {
      const sink = openIntake(folder, PLACE);
      for (const page of pages) sink.take(page);
      return sink.finish().ranges;
    };
    const ranges = store(entries.slice(0, 70), entries.slice(70, 190), entries.slice(190));
    expect(ranges.map((range) => readRange(folder, range).length)).toEqual([RANGE_SIZE, RANGE_SIZE, 3]);
    expect(ranges.flatMap((range) => readRange(folder, range))).toEqual(entries);
    expect(store(entries)).toEqual(ranges);
    expect(readdirSync(folder)).toHaveLength(3);
    expect(store()).toEqual([]);
  });
});

describe('indexStoredRanges', () => {
  it('makes of ranges on disk what was made of the entries when they came', async () => {
    const taken = takeArticles();
    const { ranges, rows } = taken;
    expect([ranges.length, rows.length, taken.warnings.length, taken.problems]).toEqual([11, 1040, 1, []]);
    expect(rows[1039]).toMatchObject({ ...PLACE, range: ranges[10], line: 39 });
    expect(await indexStored(ranges)).toEqual(taken);
  });

  it('refuses a range that was changed, cut off or deleted', async () => {
    const { ranges } = takeArticles();
    const damaged = rangeFile(folder, ranges[1] ?? '');
    const whole = await readFile(damaged);
    const refused = {
      code: 'SNAPSHOT_DAMAGED',
      message: `The range file ${damaged} of the snapshot was changed or truncated. Nothing was written.`,
    };
    for (const bytes of ['changed\n', whole.subarray(0, -1), whole.toString().replace('article', 'Article')]) {
      await writeFile(damaged, bytes);
      await expect(indexStored(ranges)).rejects.toMatchObject(refused);
    }
    await rm(damaged);
    await expect(indexStored(ranges)).rejects.toMatchObject({ code: 'SNAPSHOT_DAMAGED' });
  });
});
