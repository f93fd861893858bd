// `npm run bench start`: measures an unchanged build of the sample, and `--help`.

import { ownFoldersIn } from '../last-build.ts';
import { measureRun, SITEGEN } from '../measure.ts';
import { PROJECT, withFolder } from '../place.ts';
import { type Figure, medianOf, type SuiteOptions, type SuiteResult } from '../suite.ts';

const RUNS = 7;

/** Measures each command after two runs that fill the caches. */
export async function run({ runs }: SuiteOptions): Promise<SuiteResult> {
  return withFolder(async (folder) => {
    const { out, cache, code } = ownFoldersIn(folder);
    const measure = async (args: readonly string[]) => {
      const environment = { ...process.env, NODE_ENV: 'production', NODE_COMPILE_CACHE: code };
      return (await measureRun(SITEGEN, args, { cwd: PROJECT, environment })).seconds;
    };
    const repeat = async (args: readonly string[]) => {
      // The first run fills the caches, the second one completes the compile cache.
      for (let warm = 0; warm < 2; warm += 1) await measure(args);
      const seconds: number[] = [];
      while (seconds.length < (runs ?? RUNS)) seconds.push(await measure(args));
      return medianOf(seconds);
    };
    const figures: readonly Figure[] = [
      {
        name: 'sample, nothing changed',
        articles: null,
        value: await repeat(['build', '--sample', '--quiet', '-o', out, '--cache-dir', cache]),
        unit: 's',
      },
      { name: '--help', articles: null, value: (await repeat(['--help'])) * 1000, unit: 'ms' },
    ];
    return { figures, hasFailed: false };
  });
}
