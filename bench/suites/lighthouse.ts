// `npm run bench lighthouse`: measures four pages of the sample with Lighthouse on a phone with a slow network, served compressed and
// with the cache headers of a host. Fails if a score is below its minimum.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import lighthouse from 'lighthouse';
import { loadBrowser } from '../../tests/browser/chromium.ts';
import { serveSite } from '../../tests/service/folder-host.ts';
import { measureRun, SITEGEN } from '../measure.ts';
import { PROJECT, withFolder } from '../place.ts';
import type { SuiteResult } from '../suite.ts';

const PATHS = ['/', '/pricing/', '/blog/the-pool-nobody-reported/', '/lp/crisis-guide/'];
/** Minimum score of each category, of 100. */
const MINIMUM = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 } as const;

/** A browser with a debugging port. */
interface DebuggedBrowser {
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** Fails if a score is below its minimum. */
export async function run(): Promise<SuiteResult> {
  return withFolder(async (folder) => ({ figures: [], hasFailed: (await countMisses(folder)) > 0 }));
}

async function countMisses(folder: string): Promise<number> {
  const outDir = join(folder, 'out');
  mkdirSync(outDir);
  const server = await serveSite(outDir, undefined, { isCompressed: true });
  const browser = await startBrowser(join(folder, 'profile'));
  try {
    // Built for the URL at which it is served, because Lighthouse reports canonical links to other hosts.
    const folders = ['-o', outDir, '--cache-dir', join(folder, 'cache')];
    const args = ['build', '--sample', '--origin', server.origin, ...folders];
    await measureRun(SITEGEN, args, { cwd: PROJECT, environment: process.env });
    let misses = 0;
    for (const path of PATHS) misses += await benchPage(`${server.origin}${path}`, path, browser.port);
    return misses;
  } finally {
    await browser.close();
    await server.close();
  }
}

/** Prints the scores of a page, and the failed audits of scores below their minimum. Returns the number of those. */
async function benchPage(url: string, path: string, port: number): Promise<number> {
  const result = await lighthouse(url, { port, logLevel: 'silent', output: 'json' });
  if (result === undefined) throw new Error(`Lighthouse has no result for ${path}.`);
  const { categories, audits } = result.lhr;
  const scores = Object.entries(MINIMUM).map(([name, minimum]) => {
    const score = Math.round((categories[name]?.score ?? 0) * 100);
    const failed = (categories[name]?.auditRefs ?? []).filter(
      ({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1,
    );
    return { name, score, minimum, failed };
  });
  const figures = [
    'first-contentful-paint',
    'largest-contentful-paint',
    'total-blocking-time',
    'cumulative-layout-shift',
  ]
    .map((id) => `${audits[id]?.title}: ${audits[id]?.displayValue}`)
    .join(', ');
  process.stdout.write(`${path}  ${scores.map(({ name, score }) => `${name} ${score}`).join(', ')}\n    ${figures}\n`);
  const missed = scores.filter(({ score, minimum }) => score < minimum);
  for (const { name, minimum, failed } of missed)
    process.stdout.write(`    ${name} should be at least ${minimum}: ${failed.map(({ id }) => id).join(', ')}\n`);
  return missed.length;
}

/** Starts the browser of the tests, and reads its debugging port from its output. */
async function startBrowser(profile: string): Promise<DebuggedBrowser> {
  const { executablePath, env } = await loadBrowser();
  const flags = ['--headless=shell', '--no-sandbox', '--remote-debugging-port=0', `--user-data-dir=${profile}`];
  const child = spawn(executablePath, [...flags, 'about:blank'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const port = await new Promise<number>((done, fail) => {
    let printed = '';
    child.on('error', fail);
    child.on('exit', () => fail(new Error(`The browser ended before it listened. ${printed}`)));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      const found = /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)/.exec(printed)?.[1];
      if (found !== undefined) done(Number(found));
    });
  });
  return {
    port,
    close: async () => {
      const exit = once(child, 'exit');
      child.kill();
      await exit;
    },
  };
}
