// `sitegen check URL` on our own site: the sample on a good host, with its build at hand and without.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { loadSharedSample } from '../browser/shared-sample.ts';
import { IS_LONG } from '../long-run.ts';
import { serveSite } from '../service/folder-host.ts';
import { runSitegen } from '../site/run-sitegen.ts';

const reportSchema = z.object({
  pages: z.number(),
  findings: z.array(z.object({ code: z.string(), severity: z.string(), where: z.record(z.string(), z.string()) })),
});

let outDir: string;
beforeAll(async () => {
  outDir = await loadSharedSample();
});

async function check(cwd: string, path: string, change?: (html: string) => string, ...args: readonly string[]) {
  const host = await serveSite(outDir, change);
  onTestFinished(() => host.close());
  const flags = ['--internal-only', '--format', 'json', ...args];
  const { stdout, stderr } = await runSitegen(['check', `${host.origin}${path}`, ...flags], { cwd });
  if (stdout === '') throw new Error(stderr);
  return reportSchema.parse(JSON.parse(stdout));
}

describe('sitegen check URL', () => {
  it('finds nothing on the sample, which is as it was built', async () => {
    const { findings, pages } = await check(dirname(outDir), '/');
    expect(findings).toEqual([]);
    expect(pages).toBeGreaterThan(300);
  });

  it('says where the live site differs from the build, and which template is faulty', async () => {
    const change = (html: string) => html.replace('<h1', '<h1>Two</h1><h1');
    const { findings } = await check(dirname(outDir), '/about/', change, '--pages', '1');
    expect(findings.map(({ code }) => code)).toContain('LIVE_DIFFERS');
    expect(findings.find(({ code }) => code === 'HEADING_COUNT')?.where.file).toMatch(/^templates\/pages\//);
  });

  it.runIf(IS_LONG)('needs no build: what the owner left out of the sitemap or of menus is a notice', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'sitegen-no-build-'));
    onTestFinished(() => rmSync(empty, { recursive: true, force: true }));
    const { findings } = await check(empty, '/');
    expect(new Set(findings.map(({ code }) => code))).toEqual(new Set(['PAGE_ORPHAN', 'SITEMAP_PAGE_MISSING']));
    expect(new Set(findings.map(({ severity }) => severity))).toEqual(new Set(['notice']));
  });
});
