import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Baseline, findShrinkage, loadBaseline } from '../../cli/content/shrink-guard.ts';
import { serviceWith } from '../service/content-service.ts';

const baselineWith = (count: number, pages: readonly string[] = []): Baseline => ({
  isSample: false,
  collections: [{ collection: 'blog_articles', site: 'es', count }],
  pages: [...pages],
});
const FIX = 'If this is intended, build with --allow-shrink. Otherwise restore the content and build again.';

describe('findShrinkage', () => {
  it.each([
    [100, 100],
    [100, 80],
    [5, 2],
    [4, 1],
    [10, 7],
    [0, 0],
    [3, 50],
  ])('lets %i entries become %i', (before, after) => {
    expect(findShrinkage(baselineWith(before), baselineWith(after))).toEqual([]);
  });

  it.each([
    [100, 79, 'The list had 100 entries in the last build and has 79 now: more than 20 % are gone.'],
    [10, 6, 'The list had 10 entries in the last build and has 6 now: more than 20 % are gone.'],
    [1, 0, 'The list had 1 entry in the last build and is empty now.'],
  ])('refuses that %i entries become %i', (before, after, what) => {
    expect(findShrinkage(baselineWith(before), baselineWith(after))).toEqual([
      { code: 'CONTENT_SHRUNK', severity: 'error', where: { collection: 'blog_articles', site: 'es' }, what, fix: FIX },
    ]);
  });

  it('refuses a list that is not read any more', () => {
    expect(findShrinkage(baselineWith(2), { isSample: false, collections: [], pages: [] })).toMatchObject([
      { what: 'The list had 2 entries in the last build and is empty now.' },
    ]);
  });

  it('refuses that a registered page vanished', () => {
    expect(
      findShrinkage(baselineWith(1, ['about___es', 'blog___es']), baselineWith(1, ['blog___es', 'new___es'])),
    ).toEqual([
      {
        code: 'PAGE_VANISHED',
        severity: 'error',
        where: {},
        what: 'The page "about___es" of the last build is gone.',
        fix: FIX,
      },
    ]);
  });
});

describe('loadBaseline', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'baseline-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('reads the baseline of a report from a file', async () => {
    const file = join(folder, 'report.json');
    await writeFile(file, JSON.stringify({ version: 1, baseline: baselineWith(3, ['main___en']) }));
    expect(await loadBaseline(file)).toEqual(baselineWith(3, ['main___en']));
  });

  it('reads a file of any size', async () => {
    const file = join(folder, 'report.json');
    const problems = 'x'.repeat(20_000_000);
    await writeFile(file, JSON.stringify({ version: 1, problems, baseline: baselineWith(3, ['main___en']) }));
    expect(await loadBaseline(file)).toEqual(baselineWith(3, ['main___en']));
  });

  it('reads it from an address', async () => {
    const service = await serviceWith();
    service.override('/report.json', { body: { baseline: baselineWith(3) } });
    expect(await loadBaseline(`${service.url}/report.json`)).toEqual(baselineWith(3));
    await expect(loadBaseline(`${service.url}/none.json`)).rejects.toThrow(
      `The baseline ${service.url}/none.json cannot be read: the address answered 404 Not Found. Nothing was written. Set --baseline to the report.json of a finished build.`,
    );
    await service.stop();
  });

  it('says what is wrong with a file that is none', async () => {
    const file = join(folder, 'report.json');
    await writeFile(file, '{"baseline":{"pages":[]}}');
    await expect(loadBaseline(file)).rejects.toMatchObject({
      code: 'BASELINE_UNREADABLE',
      exitCode: 2,
      message: `The baseline ${file} cannot be read: it has no "baseline" of a build. Nothing was written. Set --baseline to the report.json of a finished build.`,
    });
    await expect(loadBaseline(join(folder, 'missing.json'))).rejects.toMatchObject({ code: 'BASELINE_UNREADABLE' });
  });
});
