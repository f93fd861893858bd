// `npm run bench check [ARTICLES…]`: checks generated sites without network: all rules (`sitegen check`), and links only
// (`sitegen check-links --internal-only`). The build is not measured.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownFoldersIn } from '../last-build.ts';
import { GENERATED_SETTINGS, measureRun, SITEGEN } from '../measure.ts';
import { ORIGIN, PROJECT, withFolder, withService } from '../place.ts';
import type { SuiteOptions, SuiteResult } from '../suite.ts';

const DEFAULT_COUNTS = [20_000];
const COMMANDS = [['check'], ['check-links', '--internal-only']];

/** Measures all sizes. */
export async function run({ counts }: SuiteOptions): Promise<SuiteResult> {
  for (const articles of counts.length === 0 ? DEFAULT_COUNTS : counts) {
    await withFolder(async (folder) => {
      await withService(articles, (url) => buildSite(url, folder));
      for (const command of COMMANDS) await benchCheck(articles, command, folder);
    });
  }
  return { figures: [], hasFailed: false };
}

async function buildSite(url: string, folder: string): Promise<void> {
  const { out, cache } = ownFoldersIn(folder);
  const places = ['-o', out, '--cache-dir', cache];
  await measureRun(SITEGEN, ['build', '--origin', ORIGIN, '--content-url', url, '--quiet', ...places], {
    cwd: PROJECT,
    environment: { ...process.env, ...GENERATED_SETTINGS },
  });
}

async function benchCheck(articles: number, command: readonly string[], folder: string): Promise<void> {
  const { out, cache } = ownFoldersIn(folder);
  const report = join(folder, 'report.json');
  const args = [...command, out, '--cache-dir', cache, '--format', 'json', '-o', report];
  const { seconds, cpuSeconds, peakBytes } = await measureRun(SITEGEN, args, {
    cwd: PROJECT,
    environment: process.env,
  });
  const { pages, links, findings }: { pages: number; links: number; findings: readonly unknown[] } = JSON.parse(
    readFileSync(report, 'utf8'),
  );
  process.stdout.write(
    `${articles} articles, ${command.join(' ')}: ${pages} pages, ${links} links, ${findings.length} findings, ` +
      `${seconds.toFixed(2)} s, CPU ${cpuSeconds.toFixed(2)} s, peak ${Math.round(peakBytes / 1e6)} MB\n`,
  );
}
