// `npm run bench:check [-- PAGES…]`: the checks of generated sites of so many articles, without a socket: all rules
// (`sitegen check`) and links alone (`sitegen check-links --internal-only`). The build before them is not measured.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { localeRow } from '../config/locales.ts';
import site from '../site.config.ts';
import { measureRun, SITEGEN } from './measure.ts';

const PROJECT = resolve(import.meta.dirname, '..');
const SITES = site.locales.map((locale) => localeRow(locale).site).join(',');
const MEMORY = '/dev/shm';
const ROOT = existsSync(MEMORY) ? MEMORY : tmpdir();
const sizes = process.argv.slice(2).map(Number);

process.stdout.write(`Node ${process.versions.node}, ${cpus().length} cores, folders under ${ROOT}\n`);
for (const articles of sizes.length === 0 ? [20_000] : sizes) {
  const folder = mkdtempSync(join(ROOT, 'sitegen-bench-check-'));
  try {
    await buildSite(articles, folder);
    for (const command of [['check'], ['check-links', '--internal-only']]) await benchCheck(articles, command, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Builds the site from a content service that ends with the build. */
async function buildSite(articles: number, folder: string): Promise<void> {
  const service = spawn(process.execPath, ['bench/content-service.ts', String(articles), SITES], {
    cwd: PROJECT,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line]: [Buffer] = (await once(service.stdout, 'data')) as [Buffer];
  const args = ['build', '--origin', 'https://www.example.com', '--content-url', line.toString().trim(), '--quiet'];
  const places = ['-o', join(folder, 'out'), '--cache-dir', join(folder, 'cache')];
  execFileSync(process.execPath, ['cli/sitegen.js', ...args, ...places], {
    cwd: PROJECT,
    stdio: 'ignore',
    // A card of each page would be most of the build, and no matter of the checks.
    env: { ...process.env, SITEGEN_SHARE_IMAGES: 'one' },
  });
  service.stdin.end();
  await once(service, 'exit');
}

async function benchCheck(articles: number, command: readonly string[], folder: string): Promise<void> {
  const report = join(folder, 'report.json');
  const places = ['--cache-dir', join(folder, 'cache'), '--format', 'json', '-o', report];
  const args = [...command, join(folder, 'out'), ...places];
  const run = await measureRun(SITEGEN, args, { cwd: PROJECT, environment: process.env });
  const { pages, links, findings }: { pages: number; links: number; findings: readonly unknown[] } = JSON.parse(
    readFileSync(report, 'utf8'),
  );
  process.stdout.write(
    `${articles} articles, ${command.join(' ')}: ${pages} pages, ${links} links, ${findings.length} findings, ` +
      `${run.seconds.toFixed(2)} s, CPU ${run.cpuSeconds.toFixed(2)} s, peak ${Math.round(run.peakBytes / 1e6)} MB\n`,
  );
}
