// Builds on a disk that fills up, in a process that has such a disk: full-disk-child.ts DIR SCENARIO
// It prints one line of JSON: the failure, and what was found before and after it.

import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { systemErrorCode } from '../../cli/errors.ts';
import type { OutputSession } from '../../cli/publish/output-session.ts';
import { failureOf } from './failure-of.ts';
import { build, findBrokenPages, open, pageFile, sideDirOf, siteOfVersion, treeOf, treeOfFiles } from './small-site.ts';

const [dir = '', scenario = ''] = process.argv.slice(2);
const FIRST = siteOfVersion(1, 10);
const SECOND = siteOfVersion(2, 10);
const filler = join(dir, scenario === 'moves' ? 'out/filler' : 'filler');

/** Takes what is left of the disk, but for some files of 4 kB. */
function fillDisk(spare = 0): void {
  mkdirSync(filler);
  let taken = 0;
  try {
    for (; ; taken += 1) writeFileSync(join(filler, String(taken)), Buffer.alloc(4096, 1));
  } catch (cause) {
    if (systemErrorCode(cause) !== 'ENOSPC') throw cause;
  }
  for (let index = 1; index <= spare; index += 1) rmSync(join(filler, String(taken - index)));
}

const steps: Readonly<Record<string, (session: OutputSession) => Promise<unknown>>> = {
  staging: async (session) => {
    for (let index = 0; index < 1000; index += 1) session.write(pageFile(`big-${index}.html`, 'x'.repeat(100_000)));
  },
  manifest: async (session) => {
    for (const file of SECOND) session.write(file);
    fillDisk();
    await session.commit({ locales: 'all' });
  },
  // The out folder is a small disk of its own, so files are copied into it.
  moves: async (session) => {
    for (const file of SECOND) session.write(file);
    fillDisk(2);
    await session.commit({ locales: 'all' });
  },
  // The cache folder is a small disk: what it is given stands in the side folder until the site is published.
  state: async (session) => {
    for (const file of SECOND) session.write(file);
    session.writeState('routes.json', 'x'.repeat(2_000_000));
    await session.commit({ locales: 'all' });
  },
};

await build(dir, FIRST);
const before = treeOf(join(dir, 'out'));
const session = await open(dir);
const failure = await failureOf(() => steps[scenario]?.(session));
session.discard();
const after = treeOf(join(dir, 'out'));
const broken = findBrokenPages(join(dir, 'out'));
const left = Object.keys(treeOf(sideDirOf(dir)));
const isPublished = JSON.stringify(after) === JSON.stringify(treeOfFiles(SECOND));
if (scenario === 'state') execFileSync('umount', [join(dir, '.sitegen')]);
rmSync(filler, { recursive: true, force: true });
await build(dir, SECOND);
const isHealed = JSON.stringify(treeOf(join(dir, 'out'))) === JSON.stringify(treeOfFiles(SECOND));
writeSync(
  1,
  JSON.stringify({
    failure,
    isUntouched: JSON.stringify(before) === JSON.stringify(after),
    isPublished,
    broken,
    left,
    isHealed,
  }),
);
