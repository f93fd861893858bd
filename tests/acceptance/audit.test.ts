// What an auditor sees of any live site: `sitegen check URL` on sites with planted faults, on sites without, in the shapes that other
// generators give, and on sites that are slow, huge or hostile.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { type Host, startServer } from '../service/site-server.ts';
import { runSitegen } from '../site/run-sitegen.ts';
import { createLiveSite, hostOfSite, LIVE_PLANTS } from './support/live-sites.ts';

const reportSchema = z.object({
  pages: z.number(),
  skipped: z.array(z.string()).optional(),
  findings: z.array(
    z.object({
      code: z.string(),
      what: z.string(),
      severity: z.string(),
      pages: z.number(),
      paths: z.array(z.string()),
    }),
  ),
});
type Report = z.infer<typeof reportSchema>;

const folder = mkdtempSync(join(tmpdir(), 'sitegen-audit-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The report on a host that serves until the end of the test. */
async function audit(host: Host, ...args: readonly string[]): Promise<Report> {
  const server = await startServer(host, { isCompressed: true });
  onTestFinished(() => server.close());
  return reportOn(`${server.origin}/`, ...args);
}

async function reportOn(url: string, ...args: readonly string[]): Promise<Report> {
  const { stdout, stderr } = await runSitegen(['check', url, '--internal-only', '--format', 'json', ...args], {
    cwd: folder,
  });
  if (stdout === '') throw new Error(stderr);
  return reportSchema.parse(JSON.parse(stdout));
}

const linesOf = ({ findings }: Report) => findings.map(({ code, what, paths }) => `${code} ${what} ${paths.join(' ')}`);

describe('An auditor checks a live site', () => {
  it('that is right, and finds nothing', async () => {
    const found = await audit(hostOfSite(createLiveSite()));
    expect(linesOf(found)).toEqual([]);
    expect(found.pages).toBe(6);
    expect(found.skipped).toContain('FILE_CHANGED');
  });

  it('with a fault of every kind, and finds each of them, with its page, and no other', async () => {
    const site = createLiveSite();
    for (const { plant, path } of LIVE_PLANTS) plant(site, path);
    const found = await audit(hostOfSite(site));
    expect(LIVE_PLANTS.length).toBeGreaterThan(40);
    const isFound = ({ code, path, what = '' }: (typeof LIVE_PLANTS)[number]) =>
      found.findings.some(
        (each) => each.code === code && each.what.includes(what) && (path === '' || each.paths.includes(path)),
      );
    expect(LIVE_PLANTS.filter((plant) => !isFound(plant)).map(({ code, path }) => `${code} ${path}`)).toEqual([]);
    const isPlanted = (code: string, path: string) =>
      LIVE_PLANTS.some((plant) => plant.code === code && plant.path === path);
    const isPlantedAtSite = (code: string, what: string) =>
      LIVE_PLANTS.some((plant) => plant.code === code && plant.path === '' && what.includes(plant.what ?? ''));
    const others = found.findings.flatMap(({ code, what, paths }) =>
      isPlantedAtSite(code, what)
        ? []
        : (paths.length === 0 ? [''] : paths)
            .filter((path) => !isPlanted(code, path))
            .map((path) => `${code} ${path} ${what}`),
    );
    expect(others).toEqual([]);
  });
});
