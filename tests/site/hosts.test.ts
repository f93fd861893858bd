// What naming a host in `site.config.ts` changes of the built sample: its own files, redirect pages, the pages' policy.

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startSampleService } from '../../cli/content/sample-service.ts';
import { buildSite } from '../../cli/pipeline/build-site.ts';
import { HOSTS, type HostName } from '../../config/define-site.ts';
import { IS_LONG, sampleOf } from '../long-run.ts';
import { siteWith } from '../pipeline/redirect-makers.ts';
import { lendBundles, makeFolder, readTree, TEST_ENVIRONMENT } from './run-sitegen.ts';

async function buildFor(host: HostName | null) {
  const folder = makeFolder();
  lendBundles(join(folder, '.sitegen'));
  const service = await startSampleService({});
  try {
    await buildSite(
      siteWith({
        locales: ['kz'],
        build: { host, shareImages: 'one', imageCacheDir: TEST_ENVIRONMENT.SITEGEN_IMAGE_CACHE },
      }),
      {
        service: { url: service.url, isSample: true, token: null },
        sampleAssetsDir: resolve('content/sample/assets'),
        locales: 'all',
        outDir: join(folder, 'out'),
        cacheDir: join(folder, '.sitegen'),
        snapshotFile: null,
        clock: null,
        onFetchError: 'fail',
        allowShrink: false,
        baseline: null,
        isForced: false,
        workers: null,
        isStrict: false,
        isDryRun: false,
        isSynced: false,
        report: () => {},
        signal: new AbortController().signal,
      },
    );
  } finally {
    await service.stop();
  }
  const files = Object.keys(readTree(join(folder, 'out')));
  const pages = files
    .filter((file) => file.endsWith('.html'))
    .map((file) => readFileSync(join(folder, 'out', file), 'utf8'));
  return {
    files,
    hostFiles: Object.keys(readTree(join(folder, '.sitegen', 'hosts'))),
    hasRedirectPages: pages.some((html) => html.includes('http-equiv="refresh"')),
    hasPolicy: pages.some((html) => html.includes('http-equiv="Content-Security-Policy"')),
  };
}

describe('build.host', () => {
  it.runIf(IS_LONG)(
    'writes every host’s files beside the site, each with its report, and pages for redirects where none is named',
    async () => {
      const { files, hostFiles, hasRedirectPages, hasPolicy } = await buildFor(null);
      expect([hasRedirectPages, hasPolicy]).toEqual([true, true]);
      expect(files.filter((file) => /^_|^vercel\.json|REPORT/.test(file))).toEqual([]);
      for (const host of HOSTS) expect(hostFiles).toContain(`${host}/REPORT.md`);
    },
  );

  const FILES = [
    ['netlify', ['_headers', '_redirects']],
    ['vercel', ['vercel.json']],
    ['apache', []],
  ] as const;
  it.each(sampleOf(FILES))(
    'puts the files that %s reads from the site there, and no report',
    async (host, expected) => {
      const { files, hasRedirectPages, hasPolicy } = await buildFor(host);
      expect(files.filter((file) => /^_|\.conf$|^vercel\.json|REPORT|^redirects-/.test(file))).toEqual(expected);
      expect([hasRedirectPages, hasPolicy]).toEqual([false, false]);
    },
  );

  it.runIf(IS_LONG)('leaves the policy in the pages of S3, which sends no headers', async () => {
    const { hasRedirectPages, hasPolicy } = await buildFor('s3');
    expect([hasRedirectPages, hasPolicy]).toEqual([false, true]);
  });
});
