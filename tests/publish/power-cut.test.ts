// --fsync: what a build asks of the disk is recorded, and the disk after a power cut worked out from it, at random moments.
// With it every page of the out folder has its assets and the next build ends in the bytes of a clean one; without it not.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SiteError } from '../../cli/errors.ts';
import { loadManifest } from '../../cli/publish/manifest.ts';
import { IS_LONG } from '../long-run.ts';
import { memoryFolder } from '../memory-folder.ts';
import { createRandom } from '../random-numbers.ts';
import { cutPower, type DiskCall, type Recording, readRecording } from './power-cut.ts';
import { build, findBrokenPages, open, sideDirOf, siteOfVersion, treeOf, treeOfFiles } from './small-site.ts';

const CUTS = IS_LONG ? 3000 : 60;
const PAGES = 16;
const CHILD = join(import.meta.dirname, 'recorded-child.ts');
const SEED = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000);

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(memoryFolder(), 'sitegen-power-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** Builds versions over what is in a folder, in a process that writes down what it does. */
function recordBuilds(versions: readonly number[], mode: 'synced' | 'loose'): Recording {
  const tree = treeOf(dir);
  const args = [CHILD, dir, versions.join(), String(PAGES), mode];
  const calls: readonly DiskCall[] = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
  return readRecording(tree, calls);
}

/** Puts files into an empty folder. The lock's process is dead: that locks of dead processes are taken over is tested elsewhere. */
function layOut(folder: string, files: Readonly<Record<string, string>>): void {
  rmSync(folder, { recursive: true, force: true });
  for (const [path, text] of Object.entries(files)) {
    if (path.endsWith('.sitegen/lock')) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** What is wrong after a power cut, and after one more build of a version. */
async function findDamage(files: Readonly<Record<string, string>>, version: number): Promise<readonly string[]> {
  const folder = join(dir, 'after');
  layOut(folder, files);
  const broken = findBrokenPages(join(folder, 'out'));
  try {
    (await open(folder)).discard();
    const manifest = loadManifest(join(sideDirOf(folder), 'manifest.json'));
    const published = manifest?.files.find(({ path }) => path === 'sitemap.xml');
    const sitemap = treeOf(join(folder, 'out'))['sitemap.xml'];
    const routes = treeOf(join(folder, '.sitegen'))['routes.json'];
    const next = siteOfVersion(version, PAGES);
    await build(folder, next);
    return [
      ...broken,
      ...(published === undefined || sitemap === `<urlset>${versionOf(routes)}</urlset>`
        ? []
        : ['The state is another.']),
      ...(JSON.stringify(treeOf(join(folder, 'out'))) === JSON.stringify(treeOfFiles(next))
        ? []
        : ['It is not clean.']),
    ];
  } catch (cause) {
    return [...broken, String(cause)];
  }
}

/** Version of a `routes.json`, as the builds here write it. */
function versionOf(routes: string | undefined): unknown {
  return routes === undefined ? 'none' : JSON.parse(routes).version;
}

/** The damage of many power cuts during a first build and during two that follow each other over it. */
async function cutMany(mode: 'synced' | 'loose', cuts: number): Promise<readonly string[]> {
  const random = createRandom(SEED);
  const first = recordBuilds([1], mode);
  const others = recordBuilds([2, 4], mode);
  const damage: string[] = [];
  for (let cut = 0; cut < cuts; cut += 1) {
    const [name, recording] = cut % 4 === 0 ? (['first', first] as const) : (['other', others] as const);
    const done = Math.floor(random() * (recording.steps.length + 1));
    const found = await findDamage(cutPower(recording, done, random), 1 + Math.floor(random() * 4));
    damage.push(...found.map((what) => `${name} build, step ${done} of ${recording.steps.length}: ${what}`));
  }
  return damage;
}

describe('a power cut', () => {
  it(`breaks nothing at any of ${CUTS} moments with --fsync (seed ${SEED})`, { timeout: 1_800_000 }, async () => {
    expect(await cutMany('synced', CUTS)).toEqual([]);
  });

  it(`is noticed by the next build without it where content of files is lost (seed ${SEED})`, async () => {
    const random = createRandom(SEED);
    const recording = recordBuilds([1, 2], 'loose');
    const ends = { clean: 0, refused: 0 };
    for (let cut = 0; cut < CUTS; cut += 1) {
      const done = Math.floor(random() * (recording.steps.length + 1));
      const folder = join(dir, 'after');
      layOut(folder, cutPower(recording, done, random, { keepsNames: true }));
      const next = siteOfVersion(1 + (cut % 3), PAGES);
      try {
        await build(folder, next);
        expect(treeOf(join(folder, 'out')), `step ${done}`).toEqual(treeOfFiles(next));
        ends.clean += 1;
      } catch (cause) {
        // The manifest itself is lost, or more than half of the site.
        if (!(cause instanceof SiteError) || !['MANIFEST_DAMAGED', 'OUT_NOT_OURS'].includes(cause.code)) throw cause;
        ends.refused += 1;
      }
    }
    // How many depends on the seed.
    expect(ends.clean).toBeGreaterThan(CUTS / 4);
  });

  it(`breaks the site without it: the model would see it (seed ${SEED})`, async () => {
    expect(await cutMany('loose', IS_LONG ? 60 : 30)).not.toEqual([]);
  });
});
