// A site rendered in parts by any number of machines is byte for byte the site of one machine; parts that are not one whole
// site stop the merge, and the last site stays.

import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPart } from '../../cli/pipeline/build-part.ts';
import type { BuildReport } from '../../cli/pipeline/build-report.ts';
import { buildSite } from '../../cli/pipeline/build-site.ts';
import { mergeParts } from '../../cli/pipeline/merge-parts.ts';
import { IS_LONG, sampleOf } from '../long-run.ts';
import { siteOptions } from '../makers.ts';
import { failureOf } from '../publish/failure-of.ts';
import { makeFolder, readTree } from './run-sitegen.ts';
import { type Machine, openShardedSite, readHandedOver, type ShardedSite } from './sharded-site.ts';

let sharded: ShardedSite;
/** Two whole parts, and a machine that has published the site of one machine. */
let parts: readonly string[];
let published: Machine;
let publishedReport: BuildReport;

beforeAll(async () => {
  sharded = await openShardedSite();
  parts = await sharded.buildParts(2);
  published = sharded.createMachine();
  publishedReport = await sharded.merge(parts.toReversed(), published);
});
afterAll(() => sharded.remove());

/** A report without what differs from run to run and from machine to machine. */
function withoutTimes({ stages, snapshot, ...report }: BuildReport) {
  return { ...report, digest: snapshot.digest };
}

describe('mergeParts', () => {
  it.each(sampleOf([2, 1, 3, 5, 50]))('gives the bytes and the report of one machine for %i parts', async (count) => {
    const isMerged = count === parts.length;
    const machine = isMerged ? published : sharded.createMachine();
    const report = isMerged
      ? publishedReport
      : await sharded.merge((await sharded.buildParts(count)).toReversed(), machine);
    expect(readHandedOver(machine)).toEqual(readHandedOver(sharded.single));
    expect(withoutTimes(report)).toEqual(withoutTimes(sharded.report));
    expect(report.sizes.pages).toBe(40);
    expect(report.problems.filter(({ code }) => code === 'BLOCK_MISSING')).toHaveLength(3);
    expect(report.sizes.imagesMade).toBeGreaterThan(1);
  });

  it.runIf(IS_LONG)('takes the parts in order', async () => {
    const machine = sharded.createMachine();
    await sharded.merge(parts, machine);
    expect(readHandedOver(machine)).toEqual(readHandedOver(sharded.single));
  });

  it('leaves a site whose every page the next build takes over', async () => {
    const { sizes, output } = await buildSite(sharded.site, published.options);
    expect(sizes).toMatchObject({ pages: 40, reused: 40 });
    expect(output).toMatchObject({ written: 0, deleted: 0 });
    expect(readHandedOver(published)).toEqual(readHandedOver(sharded.single));
  });

  it('writes the files of one locale only where the parts are of one locale', async () => {
    const options = { locales: ['ua'] } as const;
    const [single, machine] = [sharded.createMachine(options), sharded.createMachine(options)];
    for (const { folder } of [single, machine]) {
      cpSync(join(published.folder, 'out'), join(folder, 'out'), { recursive: true });
      cpSync(join(published.folder, '.out.sitegen'), join(folder, '.out.sitegen'), { recursive: true });
    }
    await buildSite(sharded.site, single.options);
    const report = await sharded.merge(await sharded.buildParts(IS_LONG ? 2 : 1, options), machine);
    expect(report.sizes.pages).toBe(13);
    expect(readTree(join(machine.folder, 'out'))).toEqual(readTree(join(single.folder, 'out')));
  });

  it.runIf(IS_LONG)('builds parts and site as of the same moment with a clock', async () => {
    const options = { clock: '2026-01-05T00:00:00.000Z' };
    const [single, machine] = [sharded.createMachine(options), sharded.createMachine(options)];
    await buildSite(sharded.site, single.options);
    await sharded.merge(await sharded.buildParts(2, options), machine);
    expect(readHandedOver(machine)).toEqual(readHandedOver(single));
  });

  it('stops at a signal, and nothing is published', async () => {
    const machine = sharded.createMachine({ signal: AbortSignal.abort() });
    await expect(sharded.merge(parts, machine)).rejects.toThrow('aborted');
    expect(readTree(join(machine.folder, 'out'))).toEqual({});
  });
});

/** What a merge says of some parts, on the machine whose site must stay. */
async function refusalOf(dirs: readonly string[], { site = sharded.site, clock = null as string | null } = {}) {
  const before = readHandedOver(published);
  const failure = await failureOf(() => mergeParts(site, { ...published.options, clock }, dirs));
  expect(readHandedOver(published)).toEqual(before);
  expect(readdirSync(published.folder).sort()).toEqual(['.out.sitegen', 'assets', 'cache', 'out']);
  return failure;
}

/** A copy of the second part that a test may damage. */
function copyOfSecond(): string {
  const dir = join(makeFolder(), 'part');
  cpSync(parts[1] ?? '', dir, { recursive: true });
  return dir;
}

const incomplete = (found: string) => ({
  code: 'PARTS_INCOMPLETE',
  exitCode: 2,
  problems: [],
  message: `These are not all parts of one site: ${found}. Nothing was written. Name each part of the site once.`,
});
const different = (dir: string | undefined) => ({
  code: 'PARTS_DIFFER',
  exitCode: 2,
  problems: [],
  message:
    `The part ${dir} was built from other content, with another configuration, or with another version of sitegen or Node than this merge. ` +
    'Nothing was written. Build all parts and merge them with the same sources, variables, flags and --snapshot.',
});
const damaged = (dir: string, fault: string) => ({
  code: 'PART_DAMAGED',
  exitCode: 2,
  problems: [],
  message: `The part ${dir} is damaged: ${fault}. Nothing was written. Build or copy that part again.`,
});

describe('mergeParts, of parts that are not one site', () => {
  it('refuses a missing part, one that is named twice, one of another number, and none', async () => {
    const [first = '', second = ''] = parts;
    const [whole = ''] = await sharded.buildParts(1);
    expect(await refusalOf([second])).toEqual(incomplete('2/2'));
    expect(await refusalOf([first, first])).toEqual(incomplete('1/2, 1/2'));
    expect(await refusalOf([first, second, second])).toEqual(incomplete('1/2, 2/2, 2/2'));
    expect(await refusalOf([whole, second])).toEqual(incomplete('1/1, 2/2'));
    expect(await refusalOf([])).toEqual(incomplete('none'));
  });

  it('refuses parts of another moment, other locales, and another configuration', async () => {
    expect(await refusalOf(parts, { clock: '2027-07-01T00:00:00.000Z' })).toEqual(different(parts[0]));
    if (!IS_LONG) return;
    const site = siteOptions({
      locales: ['en', 'ua'],
      build: { imageCacheDir: null },
      brand: { name: 'Other', legalName: 'Other Ltd.' },
    });
    expect(await refusalOf(parts, { site })).toEqual(different(parts[0]));
    const [, ofUa = ''] = await sharded.buildParts(2, { locales: ['ua'] });
    expect(await refusalOf([parts[0] ?? '', ofUa])).toEqual(different(ofUa));
  });

  it.runIf(IS_LONG)('refuses parts of another snapshot', async () => {
    const other = await openShardedSite({ bodies: 'Another body' });
    const dirs = await other.buildParts(1);
    expect(await refusalOf(dirs)).toEqual(different(dirs[0]));
    other.remove();
  });

  it('refuses a part of another version of part.json', async () => {
    const dir = copyOfSecond();
    writeFileSync(join(dir, 'part.json'), '{"version":99}');
    expect(await refusalOf([parts[0] ?? '', dir])).toEqual(different(dir));
  });
});

describe('mergeParts, of damaged parts', () => {
  const refusalWith = async (damage: (dir: string) => void) => {
    const dir = copyOfSecond();
    damage(dir);
    return { dir, refusal: await refusalOf([parts[0] ?? '', dir]) };
  };
  const PAGE = 'ua/blog/article-1/index.html';

  const FAULTS: readonly (readonly [string, (dir: string) => void, string])[] = [
    ['is not there', (dir) => rmSync(dir, { recursive: true }), 'there is no such folder'],
    ['was never finished', (dir) => rmSync(join(dir, 'part.json')), 'it has no part.json, so it was never finished'],
    ['says nothing', (dir) => writeFileSync(join(dir, 'part.json'), 'null'), 'part.json was not written by sitegen'],
    ['has a torn page', (dir) => truncateSync(join(dir, 'pages', PAGE), 500), `${PAGE} was changed or truncated`],
    ['has a changed page', (dir) => appendFileSync(join(dir, 'pages', PAGE), ' '), `${PAGE} was changed or truncated`],
  ];
  it.each(sampleOf(FAULTS, 2))('refuses one that %s', async (_name, damage, fault) => {
    const { dir, refusal } = await refusalWith(damage);
    expect(refusal).toEqual(damaged(dir, fault));
  });

  it('refuses one whose part.json is cut off', async () => {
    const { dir, refusal } = await refusalWith((folder) => truncateSync(join(folder, 'part.json'), 40));
    expect(refusal.message).toMatch(/ is damaged: .*JSON.*\. Nothing was written\. Build or copy that part again/);
    expect(refusal).toEqual({ ...damaged(dir, ''), message: refusal.message });
  });

  it('refuses one that lacks a page', async () => {
    const { dir, refusal } = await refusalWith((folder) => rmSync(join(folder, 'pages', PAGE)));
    const fault = `ENOENT: no such file or directory, open '${join(dir, 'pages', PAGE)}'`;
    expect(refusal).toEqual(damaged(dir, fault));
  });

  it('refuses one whose records are cut off, changed or missing', async () => {
    for (const damage of sampleOf([(file: string) => appendFileSync(file, ' '), truncateSync])) {
      const { dir, refusal } = await refusalWith((folder) => damage(join(folder, 'site.sqlite')));
      expect(refusal).toEqual(damaged(dir, 'site.sqlite was changed or truncated'));
    }
    const missing = await refusalWith((dir) => rmSync(join(dir, 'site.sqlite')));
    const fault = `ENOENT: no such file or directory, open '${join(missing.dir, 'site.sqlite')}'`;
    expect(missing.refusal).toEqual(damaged(missing.dir, fault));
  });

  it('takes one with a file that it does not know, which is published nowhere', async () => {
    const dir = copyOfSecond();
    writeFileSync(join(dir, 'pages/of another.html'), 'Hello');
    symlinkSync('/etc/hostname', join(dir, 'pages/link.html'));
    const machine = sharded.createMachine();
    await sharded.merge([parts[0] ?? '', dir], machine);
    expect(readHandedOver(machine)).toEqual(readHandedOver(sharded.single));
  });
});

describe('buildPart', () => {
  const shard = { index: 1, count: 2 };

  it('empties the folder of an earlier part that was killed before it was whole', async () => {
    const dir = copyOfSecond();
    rmSync(join(dir, 'part.json'));
    for (const name of ['part.json.next', 'part.lock']) writeFileSync(join(dir, name), '');
    await buildPart(sharded.site, sharded.createMachine().options, { shard, partDir: dir });
    expect(readTree(join(dir, 'pages'))).toEqual(readTree(join(parts[0] ?? '', 'pages')));
    expect(readdirSync(dir).sort()).toEqual(['pages', 'part.json', 'site.sqlite']);
  });

  it.each([
    ['anything else', 'pages/index.tsx'],
    ['a part.json of somebody else', 'part.json'],
  ])('refuses a folder with %s in it, and leaves it as it was', async (_, file) => {
    const dir = makeFolder();
    mkdirSync(join(dir, 'pages'));
    writeFileSync(join(dir, file), 'mine');
    if (file === 'part.json') writeFileSync(join(dir, 'thesis.txt'), 'the only copy');
    writeFileSync(join(dir, 'part.lock'), '');
    const before = readTree(dir);
    const place = { shard, partDir: dir };
    expect(await failureOf(() => buildPart(sharded.site, sharded.createMachine().options, place))).toEqual({
      code: 'PART_NOT_OURS',
      exitCode: 2,
      problems: [],
      message: `The folder ${dir} has files that sitegen did not write. Nothing was written. Choose an empty or new folder with --part-dir.`,
    });
    expect(readTree(dir)).toEqual(before);
  });

  it('empties the folder of another part, and waits for nobody where another one is at work, and touches nothing', async () => {
    const dir = copyOfSecond();
    const { promise: isBegun, resolve } = Promise.withResolvers<void>();
    const [one, other] = [sharded.createMachine({ report: () => resolve() }), sharded.createMachine()];
    const first = buildPart(sharded.site, one.options, { shard, partDir: dir });
    await isBegun;
    const failure = await failureOf(() => buildPart(sharded.site, other.options, { shard, partDir: dir }));
    expect(failure).toMatchObject({ code: 'OUT_LOCKED', exitCode: 2 });
    expect(failure.message).toBe(`Another build is running in ${dir}. Nothing was changed.`);
    await first;
    expect(readdirSync(dir).sort()).toEqual(['pages', 'part.json', 'site.sqlite']);
    expect(readTree(join(dir, 'pages'))).toEqual(readTree(join(parts[0] ?? '', 'pages')));
  });

  it.runIf(IS_LONG)('takes the folder of a build that was killed before it wrote anything', async () => {
    const dir = makeFolder();
    writeFileSync(join(dir, 'part.lock'), '');
    await buildPart(sharded.site, sharded.createMachine().options, { shard, partDir: dir });
    expect(readdirSync(dir).sort()).toEqual(['pages', 'part.json', 'site.sqlite']);
  });

  it('leaves no part.json when it is stopped, also where there was one', async () => {
    const dir = copyOfSecond();
    const { options } = sharded.createMachine({ signal: AbortSignal.abort() });
    await expect(buildPart(sharded.site, options, { shard, partDir: dir })).rejects.toThrow('aborted');
    expect(readdirSync(dir)).not.toContain('part.json');
  });

  it('says where it cannot write', async () => {
    const dir = makeFolder();
    writeFileSync(join(dir, 'file'), '');
    const partDir = join(dir, 'file/part');
    expect(await failureOf(() => buildPart(sharded.site, sharded.createMachine().options, { shard, partDir }))).toEqual(
      {
        code: 'PART_UNWRITABLE',
        exitCode: 2,
        problems: [],
        message: `The part ${partDir} could not be written: ENOTDIR: not a directory, mkdir '${partDir}'. Nothing was written. Make room, or name another folder with --part-dir or --cache-dir.`,
      },
    );
  });
});
