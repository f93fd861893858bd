// `npm run bench -- [ARTICLES…]`: the real build command on generated content that comes over HTTP from another process.
// Prints routes, seconds, CPU, peak memory and files written, for a cold build and for one with nothing changed.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { measureRun } from './measure.ts';

const PROJECT = resolve(import.meta.dirname, '..');
const SITES = 'en,ua,kz';
const sizes = process.argv.slice(2).map(Number);

for (const articles of sizes.length === 0 ? [1000, 10_000] : sizes) {
  const service = spawn(process.execPath, ['bench/content-service.ts', String(articles), SITES], {
    cwd: PROJECT,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line]: [Buffer] = (await once(service.stdout, 'data')) as [Buffer];
  const folder = mkdtempSync(join(tmpdir(), 'sitegen-bench-'));
  try {
    await benchBuild(articles, { url: line.toString().trim(), folder });
  } finally {
    rmSync(folder, { recursive: true, force: true });
    service.stdin.end();
    await once(service, 'exit');
  }
}

async function benchBuild(articles: number, place: { readonly url: string; readonly folder: string }): Promise<void> {
  const args = ['cli/sitegen.js', 'build', '--json', '--origin', 'https://www.example.com', '--content-url', place.url];
  const folders = ['-o', join(place.folder, 'out'), '--cache-dir', join(place.folder, 'cache')];
  const run = (extra: readonly string[]) =>
    measureRun(process.execPath, [...args, ...folders, ...extra], {
      cwd: PROJECT,
      environment: { ...process.env, NODE_ENV: 'production' },
    });
  const cold = await run([]);
  print(articles, 'cold', cold);
  print(articles, 'fetched again', await run([]));
  const snapshots = join(place.folder, 'cache', 'snapshots');
  const [newest] = readdirSync(snapshots)
    .filter((name) => name.endsWith('json'))
    .sort()
    .reverse();
  if (newest === undefined) throw new Error(`No snapshot in ${snapshots}.`);
  print(articles, 'from snapshot', await run(['--snapshot', join(snapshots, newest)]));
}

function print(articles: number, name: string, run: Awaited<ReturnType<typeof measureRun>>): void {
  const last = run.stdout.trimEnd().split('\n').at(-1) ?? '{}';
  const {
    result,
  }: {
    result: {
      sizes: { pages: number };
      output: { written: number; unchanged: number };
      stages: readonly { stage: string; milliseconds: number }[];
    };
  } = JSON.parse(last);
  const stages = result.stages
    .map(({ stage, milliseconds }) => `${stage} ${(milliseconds / 1000).toFixed(2)}`)
    .join(', ');
  process.stdout.write(
    `${articles} articles, ${name}: ${result.sizes.pages} pages, ${run.seconds.toFixed(2)} s, CPU ${run.cpuSeconds.toFixed(2)} s, ` +
      `peak ${Math.round(run.peakBytes / 1e6)} MB, ${result.output.written} written, ${result.output.unchanged} unchanged (${stages})\n`,
  );
}
