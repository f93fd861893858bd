// `npm run bench images`: the cost of images in a first build of the sample, with an empty and a full image cache.

import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { listLastBuild, ownFoldersIn, removeAll } from '../last-build.ts';
import { type Measured, measureRun, SITEGEN } from '../measure.ts';
import { PROJECT, withFolder } from '../place.ts';
import { medianOf, type SuiteResult } from '../suite.ts';

const RUNS = 3;

/** Prints one Markdown table. */
export async function run(): Promise<SuiteResult> {
  process.stdout.write(`${await withFolder(benchImages)}\n`);
  return { figures: [], hasFailed: false };
}

/** Builds the sample several times and returns the table. */
async function benchImages(folder: string): Promise<string> {
  const own = ownFoldersIn(folder);
  const build = async (hasImages: boolean) => {
    const runs: Measured[] = [];
    while (runs.length < RUNS) {
      removeAll(listLastBuild(own));
      if (!hasImages) rmSync(join(own.cache, 'images'), { recursive: true, force: true });
      runs.push(await runBuild(own));
    }
    return medianOf(runs.map(({ cpuSeconds }) => cpuSeconds));
  };
  // The first build fills all other caches.
  await runBuild(own);
  const [without, withImages] = [await build(false), await build(true)];
  const made = readdirSync(join(own.cache, 'images')).length - 1;
  const cpuSeconds = without - withImages;
  return [
    'Images of the first build of the sample\n',
    '| images | CPU s | ms each |',
    '|--:|--:|--:|',
    `| ${made} | ${cpuSeconds.toFixed(2)} | ${((cpuSeconds / made) * 1000).toFixed(1)} |`,
  ].join('\n');
}

function runBuild({ out, cache, code }: ReturnType<typeof ownFoldersIn>): Promise<Measured> {
  return measureRun(SITEGEN, ['build', '--sample', '--quiet', '-o', out, '--cache-dir', cache], {
    cwd: PROJECT,
    environment: { ...process.env, NODE_ENV: 'production', NODE_COMPILE_CACHE: code, SITEGEN_SHARE_IMAGES: 'per-page' },
  });
}
