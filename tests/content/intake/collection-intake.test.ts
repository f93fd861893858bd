import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createArticle } from '../../../bench/generated-content.ts';
import { indexStoredRanges, openIntake } from '../../../cli/content/intake/collection-intake.ts';
import { rangeFile } from '../../../cli/content/snapshot/range-files.ts';

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
  const sink = openIntake(folder, PLACE);
  await sink.take(articles.slice(0, 600));
  await sink.take(articles.slice(600));
  return sink.finish();
}

const indexStored = (ranges: readonly string[]) => indexStoredRanges(folder, { ...PLACE, ranges });

describe('indexStoredRanges', () => {
  it('makes of ranges on disk what was made of the entries when they came', async () => {
    const taken = await takeArticles();
    const { ranges, rows } = taken;
    expect([ranges.length, rows.length, taken.warnings.length, taken.problems]).toEqual([2, 1040, 1, []]);
    expect(rows[1039]).toMatchObject({ ...PLACE, range: ranges[1], line: 39 });
    expect(await indexStored(ranges)).toEqual(taken);
  });

  it('refuses a range that was changed, cut off or deleted', async () => {
    const { ranges } = await takeArticles();
    const damaged = rangeFile(folder, ranges[1] ?? '');
    const whole = await readFile(damaged);
    const refused = {
      code: 'SNAPSHOT_DAMAGED',
      message: `The range file ${damaged} of the snapshot was changed or cut off. Nothing was written.`,
    };
    for (const bytes of ['changed\n', whole.subarray(0, -1), whole.toString().replace('article', 'Article')]) {
      await writeFile(damaged, bytes);
      await expect(indexStored(ranges)).rejects.toMatchObject(refused);
    }
    await rm(damaged);
    await expect(indexStored(ranges)).rejects.toMatchObject({ code: 'SNAPSHOT_DAMAGED' });
  });
});
