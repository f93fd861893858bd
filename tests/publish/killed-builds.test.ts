// Builds that are killed at random moments, in real processes. Whatever the moment: the out folder is a whole site, and one
// more build ends in the same bytes as a build into an empty folder, beside the assets that are kept for older pages.

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadManifest } from '../../cli/publish/manifest.ts';
import { finishLastBuild } from '../../cli/publish/open-output.ts';
import { killAtEnd } from '../child-processes.ts';
import { IS_LONG } from '../long-run.ts';
import { memoryFolder } from '../memory-folder.ts';
import { createRandom } from '../random-numbers.ts';
import { freezeAfter } from './frozen-disk.ts';
import {
  build,
  currentTreeOf,
  findBrokenPages,
  killAt,
  open,
  sideDirOf,
  siteOfVersion,
  treeOf,
  treeOfFiles,
} from './small-site.ts';

/** A machine that stalls this thread may miss the moments of many rounds. */
const ROUNDS_AT_MOST = 400;
const ROUNDS = IS_LONG ? 200 : 2;
const PAGES = IS_LONG ? 300 : 150;
const STEP_PAGES = IS_LONG ? 60 : 12;
const CHILD = join(import.meta.dirname, 'build-child.ts');

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(memoryFolder(), 'sitegen-killed-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

describe('a change that is killed', () => {
  it('at any of its steps leaves a whole site, which the next command makes the wanted one', async () => {
    const [first, second] = [siteOfVersion(1, STEP_PAGES), siteOfVersion(2, STEP_PAGES)];
    const expected = { old: treeOfFiles(first), new: treeOfFiles(second) };
    const seen = { old: 0, new: 0 };
    for (let steps = 0, tried = 1; steps < tried; steps += 1) {
      rmSync(join(dir, 'out'), { recursive: true, force: true });
      rmSync(sideDirOf(dir), { recursive: true, force: true });
      await build(dir, first);
      tried = await killAt(steps, dir, second);
      const where = `after ${steps} of ${tried} steps`;
      expect(findBrokenPages(join(dir, 'out')), where).toEqual([]);
      const routes = join(dir, '.sitegen/routes.json');
      const isNew = existsSync(join(sideDirOf(dir), 'wanted.json')) || existsSync(routes);
      // The command that finishes it may be killed, too.
      await freezeAfter(steps % 7, () => finishLastBuild(join(dir, 'out'), join(dir, '.sitegen'), () => {}));
      rmSync(join(sideDirOf(dir), 'lock'), { force: true });
      expect(findBrokenPages(join(dir, 'out')), where).toEqual([]);
      await finishLastBuild(join(dir, 'out'), join(dir, '.sitegen'), () => {});
      seen[isNew ? 'new' : 'old'] += 1;
      expect(treeOf(join(dir, 'out')), where).toEqual(isNew ? expected.new : expected.old);
      expect(existsSync(routes), where).toBe(isNew);
      expect(listedPaths(), where).toEqual(Object.keys(treeOf(join(dir, 'out'))));
      rmSync(join(dir, '.sitegen'), { recursive: true, force: true });
    }
    expect(seen.old).toBeGreaterThan(0);
    expect(seen.new).toBeGreaterThan(10);
  });
});

describe('openOutput after a build was killed', () => {
  it('leaves a whole site whenever the build is killed, and the next build ends in the bytes of a clean one', async () => {
    const seed = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000);
    const random = createRandom(seed);
    const spans = await measureSpans();
    const killed = { start: 0, staging: 0, commit: 0, done: 0 };
    const isMissed = () => killed.staging === 0 || killed.commit === 0;
    for (let round = 0; round < ROUNDS || (isMissed() && round < ROUNDS_AT_MOST); round += 1) {
      const where = `seed ${seed}, round ${round}`;
      // Every few rounds from nothing: a first build is published in another way.
      if (round % 8 === 0) rmSync(join(dir, 'out'), { recursive: true, force: true });
      const version = Math.floor(random() * 50);
      // Twice in a row, so that the second one is killed while it finishes the first one.
      for (let times = random() < 0.5 ? 1 : 2; times > 0; times -= 1) {
        killed[await killedAt(version, { spans, random })] += 1;
        expect(findBrokenPages(join(dir, 'out')), where).toEqual([]);
        // Nothing is left to finish: the manifest must say what is there.
        if (!existsSync(join(sideDirOf(dir), 'wanted.json')))
          expect(listedPaths(), where).toEqual(Object.keys(treeOf(join(dir, 'out'))));
      }
      const files = siteOfVersion(version, PAGES);
      await build(dir, files, { assetReleasesKept: 1 });
      expect(currentTreeOf(dir), where).toEqual(treeOfFiles(files));
      expect(listedPaths(), where).toEqual(Object.keys(treeOf(join(dir, 'out'))));
    }
    expect(killed.staging, `seed ${seed}: ${JSON.stringify(killed)}`).toBeGreaterThan(0);
    expect(killed.commit, `seed ${seed}: ${JSON.stringify(killed)}`).toBeGreaterThan(0);
  }, 1_800_000);

  it('finishes a change whose staging is complete, with its state files, when the next build only opens and leaves', async () => {
    await build(dir, siteOfVersion(1, PAGES));
    for (let attempt = 0; ; attempt += 1) {
      expect(attempt, 'commits killed before or after').toBeLessThan(500);
      const child = startBuild(attempt % 2 === 0 ? 2 : 3);
      await spinUntil(child, () => existsSync(join(sideDirOf(dir), 'wanted.json')));
      await killAndBury(child);
      if (!existsSync(join(sideDirOf(dir), 'wanted.json'))) continue;
      const version = attempt % 2 === 0 ? 2 : 3;
      (await open(dir)).discard();
      expect(currentTreeOf(dir)).toEqual(treeOfFiles(siteOfVersion(version, PAGES)));
      expect(readFileSync(join(dir, '.sitegen/routes.json'), 'utf8')).toBe(`{"version":${version}}`);
      expect(listedPaths()).toEqual(Object.keys(treeOf(join(dir, 'out'))));
      expect(existsSync(join(sideDirOf(dir), 'wanted.json'))).toBe(false);
      return;
    }
  });
});

/** What the manifest lists, in the order of treeOf; nothing where the out folder was deleted. */
function listedPaths(): readonly string[] {
  if (!existsSync(join(dir, 'out'))) return [];
  return (loadManifest(join(dir, '.sitegen/manifest.json'))?.files ?? []).map((file) => file.path);
}

/** How long the phases of a build take here, in milliseconds. */
interface Spans {
  readonly start: number;
  readonly staging: number;
  readonly commit: number;
}

async function measureSpans(): Promise<Spans> {
  await build(dir, siteOfVersion(100, PAGES));
  const [staging, wanted] = [join(sideDirOf(dir), 'staging'), join(sideDirOf(dir), 'wanted.json')];
  const begun = performance.now();
  const child = startBuild(101);
  const moments: number[] = [];
  for (const isReached of [() => existsSync(staging), () => existsSync(wanted), () => !existsSync(wanted)]) {
    await spinUntil(child, isReached);
    moments.push(performance.now());
  }
  await ended(child);
  const [opened = begun, sealed = begun, done = begun] = moments;
  return { start: opened - begun, staging: sealed - opened, commit: done - sealed };
}

/** Kills one build at a random moment of a random phase and says what it left behind. */
async function killedAt(
  version: number,
  { spans, random }: { spans: Spans; random: () => number },
): Promise<'start' | 'staging' | 'commit' | 'done'> {
  const child = startBuild(version);
  const side = sideDirOf(dir);
  const phase = random();
  if (phase < 0.2) await wait(random() * (spans.start + spans.staging));
  else if (phase < 0.5) await spinUntil(child, () => existsSync(join(side, 'staging')), random() * spans.staging);
  else await spinUntil(child, () => existsSync(join(side, 'wanted.json')), random() * spans.commit * 1.2);
  await killAndBury(child);
  if (existsSync(join(side, 'wanted.json'))) return 'commit';
  if (existsSync(join(side, 'staging'))) return 'staging';
  return existsSync(join(side, 'lock')) ? 'start' : 'done';
}

function startBuild(version: number): ChildProcess {
  const args = [CHILD, dir, String(version), String(PAGES)];
  return killAtEnd(spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] }));
}

/** Waits for a moment that lasts less than a timer can tell, then so many milliseconds more. */
async function spinUntil(child: ChildProcess, isReached: () => boolean, thenMs = 0): Promise<void> {
  while (!isReached() && child.exitCode === null) {
    const pause = performance.now() + 5;
    while (!isReached() && performance.now() < pause);
    // Lets the exit of the child be noticed.
    await new Promise((resolve) => setImmediate(resolve));
  }
  const end = performance.now() + thenMs;
  while (performance.now() < end);
}

async function killAndBury(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await ended(child);
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await new Promise((resolve) => child.once('exit', resolve));
}
