// `npm run bench -- [ARTICLES…]`: the real build command on generated content that comes over HTTP from another process.
// Prints pages, seconds, CPU, peak memory of the process tree and files, cold and warm. Folders are in memory where the
// machine has such a file system, so that figures of two runs can be compared; the first line names it.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { localeRow } from '../config/locales.ts';
import site from '../site.config.ts';
import { measureRun } from './measure.ts';

const PROJECT = resolve(import.meta.dirname, '..');
const SITES = site.locales.map((locale) => localeRow(locale).site).join(',');
const MEMORY = '/dev/shm';
const ROOT = existsSync(MEMORY) ? MEMORY : tmpdir();
const sizes = process.argv.slice(2).map(Number);

process.stdout.write(`Node ${process.versions.node}, ${cpus().length} cores, folders under ${ROOT}, sites ${SITES}\n`);
for (const articles of sizes.length === 0 ? [1000, 10_000] : sizes) {
  const service = spawn(process.execPath, ['bench/content-service.ts', String(articles), SITES], {
    cwd: PROJECT,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line]: [Buffer] = (await once(service.stdout, 'data')) as [Buffer];
  const folder = mkdtempSync(join(ROOT, 'sitegen-bench-'));
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
      // A card of each page would be most of a first build, and none of the others.
      environment: { ...process.env, NODE_ENV: 'production', SITEGEN_SHARE_IMAGES: 'one' },
    });
  print(articles, 'cold', await run([]));
  print(articles, 'nothing changed, fetched again', await run([]));
  const report: { snapshot: { file: string } } = JSON.parse(
    readFileSync(join(place.folder, 'cache/report.json'), 'utf8'),
  );
  print(articles, 'nothing changed, from snapshot', await run(['--snapshot', report.snapshot.file]));
  await fetch(`${place.url}/edit`);
  print(articles, 'one article edited, fetched again', await run([]));
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
