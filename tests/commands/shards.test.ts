// `sitegen snapshot`, `build --shard` and `merge` as a user meets them, each on a machine of its own.

import { cpSync, existsSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { IS_LONG, sampleOf } from '../long-run.ts';
import { serviceWith } from '../service/content-service.ts';
import { type CommandRun, makeFolder, readTree, runSitegen } from '../site/run-sitegen.ts';
import { article, smallContent } from '../site/small-content.ts';

const lastLine = ({ stdout }: CommandRun) => stdout.trimEnd().split('\n').at(-1);
const STATE = ['manifest.json', 'routes.json', 'redirects.json'];
const ORIGIN = ['--origin', 'https://www.example.com'];

/** The end of what a command says when it refuses. */
const saidBy = ({ stderr }: CommandRun) => stderr.trimEnd().split('\n').at(-1);

describe('sitegen snapshot, build --shard, merge', () => {
  it.runIf(IS_LONG)('make the site of one machine, on machines that share only the copied snapshot', async () => {
    const articles = Array.from({ length: 9 }, (_, index) => article(`article-${index}`));
    const service = await serviceWith(smallContent({ blog_articles: { en: articles } }));
    const [fetching, single, merging] = [makeFolder(), makeFolder(), makeFolder()];
    const taken = await runSitegen(
      [
        'snapshot',
        ...ORIGIN,
        '--content-url',
        service.url,
        '--clock',
        '2026-06-01',
        '--require-content',
        'carried/snapshot.sqlite',
      ],
      { cwd: fetching },
    );
    await service.stop();
    expect(taken).toMatchObject({ code: 0 });
    expect(lastLine(taken)).toMatch(
      /^\d+ entries of 5 locales are in the snapshot carried\/snapshot\.sqlite\. Build from it with --snapshot carried\/snapshot\.sqlite\.$/,
    );
    expect(readdirSync(join(fetching, 'carried'))).toEqual(['snapshot.sqlite']);

    const content = [...ORIGIN, '--snapshot', 'carried/snapshot.sqlite', '--require-content'];
    const carryTo = (folder: string) => cpSync(join(fetching, 'carried'), join(folder, 'carried'), { recursive: true });
    for (const index of [1, 2]) {
      const machine = makeFolder();
      carryTo(machine);
      const run = await runSitegen(['build', ...content, '--shard', `${index}/2`], { cwd: machine });
      expect(run.code, run.stderr).toBe(0);
      expect(lastLine(run)).toMatch(
        new RegExp(
          `^Shard ${index} of 2 is in part-${index}-of-2: \\d+ pages, [\\d.]+ [kM]?B\\. The out folder is unchanged\\.$`,
        ),
      );
      expect(existsSync(join(machine, 'out'))).toBe(false);
      cpSync(join(machine, `part-${index}-of-2`), join(merging, `part-${index}-of-2`), { recursive: true });
    }
    carryTo(single);
    carryTo(merging);
    expect(await runSitegen(['build', ...content], { cwd: single })).toMatchObject({ code: 0 });
    const merged = await runSitegen(['merge', 'part-1-of-2', 'part-2-of-2', ...content], { cwd: merging });
    expect(merged.code, merged.stderr).toBe(0);
    expect(merged.stdout).toContain('Wrote out/ in ');
    expect(readTree(join(merging, 'out'))).toEqual(readTree(join(single, 'out')));
    const stateOf = (folder: string) => {
      const tree = readTree(join(folder, '.sitegen'));
      return STATE.map((name) => tree[name]);
    };
    expect(stateOf(merging)).toEqual(stateOf(single));
    expect(stateOf(single).every((hash) => hash !== undefined)).toBe(true);
  });

  it.each(sampleOf(['4/3', 'x', '0/3', '1/0', '2', '-1/3', '1/3/4'], 2))('refuse the shard %s', async (shard) => {
    const folder = makeFolder();
    const run = await runSitegen(['build', `--shard=${shard}`, '--snapshot', 'snapshot.json'], { cwd: folder });
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain(
      `error: option '--shard <i/n>' argument '${shard}' is invalid. Expected i/n with i from 1 to n, such as 2/3.`,
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ['build', '--shard', '1/2'],
    ['merge', 'part-1-of-2', 'part-2-of-2'],
  ])('refuse %s without a snapshot (SHARD_NEEDS_SNAPSHOT)', async (...args) => {
    const folder = makeFolder();
    const run = await runSitegen(args, { cwd: folder });
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(saidBy(run)).toBe(
      'SHARD_NEEDS_SNAPSHOT  All shards need the same snapshot. Nothing was built. ' +
        'Run "sitegen snapshot", then pass --snapshot FILE to each shard and to the merge.',
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  it('refuse a folder for a part where no part is asked for (PART_DIR_WITHOUT_SHARD)', async () => {
    const folder = makeFolder();
    const run = await runSitegen(['build', '--part-dir', 'part'], { cwd: folder });
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(saidBy(run)).toBe(
      'PART_DIR_WITHOUT_SHARD  The flag --part-dir needs --shard i/n. Nothing was built. Add --shard, or use --out-dir for a whole site.',
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  it('refuse parts that are not there (PART_DAMAGED)', async () => {
    const folder = makeFolder();
    const run = await runSitegen(['merge', 'nowhere', '--snapshot', 'snapshot.json'], { cwd: folder });
    expect(run.code).toBe(2);
    expect(saidBy(run)).toBe(
      `PART_DAMAGED  The part ${join(folder, 'nowhere')} is damaged: there is no such folder. Nothing was written. Build or copy that part again.`,
    );
  });

  it('refuse a cache folder that cannot be written (CACHE_UNWRITABLE)', async () => {
    const folder = makeFolder();
    // A folder into which nobody may write, root neither.
    symlinkSync('/proc/self', join(folder, 'cache'));
    const run = await runSitegen(['snapshot', '--sample', '--cache-dir', 'cache'], { cwd: folder });
    expect(run.code).toBe(2);
    expect(saidBy(run)).toMatch(/^CACHE_UNWRITABLE {2}The folder \S+\/cache cannot be made or written: /);
  });

  it('refuse a snapshot that cannot be written (SNAPSHOT_UNWRITABLE)', async () => {
    const folder = makeFolder();
    writeFileSync(join(folder, 'file'), '');
    const run = await runSitegen(['snapshot', '--sample', 'file/carried.sqlite'], { cwd: folder });
    expect(run.code).toBe(2);
    expect(saidBy(run)).toMatch(
      /^SNAPSHOT_UNWRITABLE {2}The snapshot could not be written to \S+\/file\/carried\.sqlite: .*Free some space, or choose another file\.$/,
    );
  });
});
