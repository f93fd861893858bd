// Editors slip: a field of the wrong type, an empty or huge value. Each costs a field and gives a message, never a page or the site.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, onTestFinished, test } from 'vitest';
import { IS_LONG, sampleOf } from '../long-run.ts';
import { startService } from '../service/content-service.ts';
import type { StatamicVersion } from '../service/stored-content.ts';
import { runSitegen } from './run-sitegen.ts';
import { createSlips } from './slips.ts';

const TIMEOUT_MS = 600_000;
const RUNS: readonly StatamicVersion[] = sampleOf(['v6', 'v5', 'v4', 'v6', 'v6', 'v6', 'v6', 'v6']);

/** What a build says of a field that it leaves out. */
const OF_SLIPS = ['FIELD_UNUSABLE', 'IMAGE_UNUSABLE', 'TEXT_CLEANED'];

interface Reported {
  readonly code: string;
  readonly where: { readonly collection?: string; readonly site?: string; readonly entry?: string };
}

function listPages(folder: string): readonly string[] {
  const files = readdirSync(join(folder, 'out'), { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith('.html')).sort();
}

async function build(version: StatamicVersion, folder: string, seed: number | null) {
  const made = createSlips(seed ?? 0);
  const service = await startService({ recording: version, ...(seed === null ? {} : { edit: made.edit }) });
  onTestFinished(() => service.stop());
  // Whatever is written, all content is read.
  const locales = IS_LONG ? [] : ['--locale', 'en'];
  const args = [
    'build',
    '--origin',
    'https://site.example',
    '--content-url',
    service.url,
    '--allow-shrink',
    ...locales,
  ];
  const run = await runSitegen(args, { cwd: folder });
  const problems = (): readonly Reported[] =>
    JSON.parse(readFileSync(join(folder, '.sitegen/report.json'), 'utf8')).problems;
  return { run, slips: [...made.slips.values()], problems };
}

describe('A hundred slips of editors', () => {
  test.each(RUNS)('in the content of Statamic %s', { timeout: TIMEOUT_MS }, async (version) => {
    const seed = Number(process.env.TEST_SEED ?? (IS_LONG ? Math.floor(Math.random() * 1e9) : 1));
    process.stdout.write(`slips: seed ${seed}\n`);
    const folder = mkdtempSync(join(tmpdir(), 'sitegen-slips-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const sound = await build(version, folder, null);
    expect(sound.run).toMatchObject({ code: 0 });
    const pages = listPages(folder);
    const { run, slips, problems } = await build(version, folder, seed);
    expect({ seed, code: run.code, stderr: run.code === 0 ? '' : run.stderr }).toEqual({ seed, code: 0, stderr: '' });
    expect(slips.length).toBeGreaterThan(60);
    expect(listPages(folder)).toEqual(pages);
    const found = problems();
    expect(found.filter(({ code }) => code === 'ASSET_DEAD' || code === 'JSONLD_URL_DEAD')).toEqual([]);
    const messages = slips.map(({ collection, site, entry }) =>
      found.filter(
        ({ code, where }) =>
          OF_SLIPS.includes(code) && where.collection === collection && where.site === site && where.entry === entry,
      ),
    );
    expect(slips.filter((_, index) => (messages[index]?.length ?? 0) > 1)).toEqual([]);
    expect(slips.filter((slip, index) => slip.isGroupForText && messages[index]?.length !== 1)).toEqual([]);
    expect(found.filter(({ code }) => OF_SLIPS.includes(code)).length).toBeGreaterThan(10);
  });
});
