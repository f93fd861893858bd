// `npm run bench release [ARTICLES…]`: publishes a generated site to a local S3 server, then one edited article, then rolls back,
// and an edit of a site of 500,000 objects. Builds are not measured. Remote storage takes longer, but with the same requests and memory.

import { openS3Double, type S3Server } from '../../tests/release/s3-double.ts';
import { benchLargeRelease } from '../large-release.ts';
import { ownFoldersIn } from '../last-build.ts';
import { GENERATED_SETTINGS, measureRun, resultOf, SITEGEN } from '../measure.ts';
import { ORIGIN, PROJECT, withFolder, withService } from '../place.ts';
import type { Figure, SuiteOptions, SuiteResult } from '../suite.ts';

const DEFAULT_COUNTS = [10_000];
const TARGET = 's3://site';

/** Measures all sizes. */
export async function run({ counts }: SuiteOptions): Promise<SuiteResult> {
  const figures: Figure[] = [];
  for (const articles of counts.length === 0 ? DEFAULT_COUNTS : counts)
    await withFolder((folder) =>
      withService(articles, async (url) => {
        const server = await openS3Double();
        figures.push(...(await benchRelease({ articles, folder, url, server })));
        server.close();
      }),
    );
  if (counts.length === 0)
    await withFolder(async (folder) => {
      const server = await openS3Double();
      figures.push(...(await benchLargeRelease({ folder, server, environment: environmentOf(server) })));
      server.close();
    });
  return { figures, hasFailed: false };
}

interface Place {
  readonly articles: number;
  readonly folder: string;
  readonly url: string;
  readonly server: S3Server;
}

async function benchRelease({ articles, folder, url, server }: Place): Promise<readonly Figure[]> {
  const { out, cache } = ownFoldersIn(folder);
  const places = ['-o', out, '--cache-dir', cache];
  const build = () => start(['build', '--origin', ORIGIN, '--content-url', url, '--quiet', ...places]);
  const measure = async (name: string, args: readonly string[]) => {
    server.requests.length = 0;
    const measured = await start([...args, '--json'], server);
    const { seconds, cpuSeconds, peakBytes } = measured;
    const result = resultOf<{ readonly written: readonly string[]; readonly deleted: readonly string[] }>(measured);
    const changed = result.written.length + result.deleted.length;
    process.stdout.write(
      `${articles} articles, ${name}: ${changed} objects, ${server.requests.length} requests, ` +
        `${seconds.toFixed(2)} s, CPU ${cpuSeconds.toFixed(2)} s, peak ${Math.round(peakBytes / 1e6)} MB\n`,
    );
    const memory: Figure = { name: `${name}, peak memory`, articles, value: peakBytes / 1e6, unit: 'MB' };
    const extra = server.requests.length - changed;
    const requests: Figure = { name: `${name}, requests − changed objects`, articles, value: extra, unit: 'requests' };
    return { memory, requests };
  };
  await build();
  const first = await measure('publish', ['publish', TARGET, ...places]);
  await fetch(`${url}/edit?title=Edited`);
  await build();
  const edit = await measure('publish an edit', ['publish', TARGET, ...places]);
  const back = await measure('roll back', ['rollback', '1', '--target', TARGET]);
  return [first.memory, edit.memory, edit.requests, back.memory];
}

function environmentOf({ url }: S3Server) {
  const keys = { AWS_ACCESS_KEY_ID: 'bench', AWS_SECRET_ACCESS_KEY: 'bench' };
  return { AWS_ENDPOINT_URL: url, AWS_REGION: 'us-east-1', ...keys };
}

function start(args: readonly string[], server?: S3Server) {
  const storage = server === undefined ? {} : environmentOf(server);
  return measureRun(SITEGEN, args, {
    cwd: PROJECT,
    environment: { ...process.env, ...GENERATED_SETTINGS, ...storage },
  });
}
