// The redirect rules of a site over a clock that the test moves.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { PROJECT } from '../../cli/files/project.ts';
import { openSite } from '../../cli/preview/site/open-site.ts';
import { REDIRECT_CACHE_MS } from '../../config/constants.ts';
import { serviceWith } from '../service/content-service.ts';

it('keeps redirect rules for an hour, reads them again, and goes without while they cannot be read', async () => {
  const service = await serviceWith({
    redirects: { en: [{ id: 'r', from: '/old/', to: 'https://elsewhere.example/', type: { key: 301 } }] },
  });
  const dir = mkdtempSync(join(tmpdir(), 'sitegen-redirects-'));
  const lines: string[] = [];
  const site = await openSite(
    {
      flags: { origin: null, contentUrl: service.url, contentRpm: null, useSample: false, needsContent: false },
      environment: {},
      sampleUrl: null,
      schemaKey: 'schemas',
      ...{ dir, project: PROJECT, sampleAssetsDir: dir, cacheDir: dir, withIntegrations: false },
      ...{ clock: null, withDrafts: false, withFuture: false, signal: new AbortController().signal },
      report: (event) =>
        event.kind === 'log' && /middleware/.test(event.text) && lines.push(`${event.level} ${event.text}`),
    },
    null,
  );
  onTestFinished(async () => {
    vi.restoreAllMocks();
    await site.close();
    await service.stop();
    rmSync(dir, { recursive: true });
  });
  let now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  /** How many rules there are, null for none to use, and how often the service was asked for them. */
  const find = async () => {
    service.requests.length = 0;
    const rules = await site.findRules();
    return [rules?.exact.length ?? null, service.asked.some((path) => path.includes('collections/redirects'))];
  };
  expect(await find()).toEqual([1, false]);
  now += REDIRECT_CACHE_MS + 1;
  expect(await find()).toEqual([1, true]);
  expect(await find()).toEqual([1, false]);
  now += REDIRECT_CACHE_MS + 1;
  service.override('collections/redirects', { status: 403 });
  expect(await find()).toEqual([null, true]);
  expect(await find()).toEqual([null, false]);
  const text = expect.stringMatching(/^Error in redirects middleware: .+ Pages are shown without redirects\.$/);
  expect(lines.map((line) => line.split(/ (?=Error)/))).toEqual([
    ['warning', text],
    ['verbose', text],
  ]);
  service.reset();
  await site.read(null);
  expect(await find()).toEqual([1, false]);
});
