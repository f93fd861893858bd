// A small site that several machines build in parts: each machine is a folder with its own caches and its own copy of the
// local images; what they share is the snapshot. In process, from a real content service.

import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildOptions } from '../../cli/pipeline/build-options.ts';
import { buildPart } from '../../cli/pipeline/build-part.ts';
import type { BuildReport } from '../../cli/pipeline/build-report.ts';
import { buildSite } from '../../cli/pipeline/build-site.ts';
import { mergeParts } from '../../cli/pipeline/merge-parts.ts';
import type { SiteConfig } from '../../config/define-site.ts';
import { takeSnapshot } from '../content/stored-versions.ts';
import { pngOf } from '../images/pictures.ts';
import { siteOptions } from '../makers.ts';
import { memoryFolder } from '../memory-folder.ts';
import { serviceWith } from '../service/content-service.ts';
import type { SiteContent } from '../service/stored-content.ts';
import { lendBundles, readTree } from './run-sitegen.ts';
import { article, entry } from './small-content.ts';

const PICTURE = { url: '/assets/picture.png', alt: 'Two halves' };

/** 27 English routes and 13 Ukrainian ones, with images, a redirect, and blocks that are missing. */
const contentWith = (bodies: string): SiteContent => ({
  pages: {
    en: [entry('main', { image: PICTURE }), entry('blog'), entry('about'), entry('product')],
    ua: [entry('main', { image: PICTURE }), entry('blog')],
  },
  blog_articles: {
    en: Array.from({ length: 12 }, (_, index) =>
      article(`article-${index}`, {
        date: new Date(Date.UTC(2026, 0, 1 + index)).toISOString(),
        content: [
          { type: 'text', text: `<p>${bodies} ${index}. <a href="/old/">old</a></p>` },
          ...(index % 4 === 0 ? [{ type: 'shared', block: `missing-${index}` }] : []),
          ...(index === 7 ? [{ type: 'image', image: PICTURE, caption: null }] : []),
        ],
      }),
    ),
    ua: [article('article-0'), article('article-1')],
  },
  redirects: { en: [{ slug: 'old', title: 'old', from: '/old/', to: '/blog/', type: null }] },
});

const CLOCK = '2026-06-01T00:00:00.000Z';

/** Where a build or a merge ran. */
export interface Machine {
  readonly folder: string;
  readonly options: BuildOptions;
}

/** The machines and what one of them made alone. */
export interface ShardedSite {
  readonly site: SiteConfig;
  readonly single: Machine;
  /** The report of the one machine. */
  readonly report: BuildReport;
  /** A machine that has the snapshot, the local images and the code; nothing else. */
  readonly createMachine: (options?: Partial<BuildOptions>) => Machine;
  /** The folders of all parts, each built on a machine of its own. */
  readonly buildParts: (count: number, options?: Partial<BuildOptions>) => Promise<readonly string[]>;
  readonly merge: (parts: readonly string[], machine: Machine) => Promise<BuildReport>;
  readonly remove: () => void;
}

/** Fetches the content and builds the site on one machine. */
export async function openShardedSite({ bodies = 'Body' } = {}): Promise<ShardedSite> {
  const folder = mkdtempSync(join(memoryFolder(), 'sitegen-shards-'));
  const site = siteOptions({ locales: ['en', 'ua'], build: { imageCacheDir: null, shareImages: 'one' } });
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'assets/picture.png'), await pngOf(60, 40));
  const service = await serviceWith(contentWith(bodies));
  const source = { url: service.url, isSample: true, token: null };
  const snapshotFile = join(folder, 'snapshot.sqlite');
  await takeSnapshot(site, { service: source, clock: CLOCK, file: snapshotFile });
  await service.stop();

  let count = 0;
  const createMachine = (options: Partial<BuildOptions> = {}): Machine => {
    count += 1;
    const own = join(folder, `machine-${count}`);
    cpSync(join(folder, 'assets'), join(own, 'assets'), { recursive: true });
    lendBundles(join(own, 'cache'));
    return { folder: own, options: { ...optionsOf(own, snapshotFile), service: source, ...options } };
  };
  const single = createMachine();
  const report = await buildSite(site, single.options);
  return {
    site,
    single,
    report,
    createMachine,
    buildParts: async (parts, options) => {
      const dirs: string[] = [];
      for (let index = 1; index <= parts; index += 1) {
        const machine = createMachine(options);
        const partDir = join(machine.folder, 'part');
        await buildPart(site, machine.options, { shard: { index, count: parts }, partDir });
        dirs.push(partDir);
      }
      return dirs;
    },
    merge: (parts, { options }) => mergeParts(site, options, parts),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function optionsOf(folder: string, snapshotFile: string): Omit<BuildOptions, 'service'> {
  return {
    sampleAssetsDir: join(folder, 'assets'),
    locales: 'all',
    outDir: join(folder, 'out'),
    cacheDir: join(folder, 'cache'),
    snapshotFile,
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
  };
}

const STATE_FILES = ['manifest.json', 'routes.json', 'redirects.json'];

/** Everything that a build hands over: the out folder by hash, and the state files as text. */
export function readHandedOver({ folder }: Machine) {
  const state = STATE_FILES.map((name) => [name, readFileSync(join(folder, 'cache', name), 'utf8')] as const);
  return {
    out: readTree(join(folder, 'out')),
    hosts: readTree(join(folder, 'cache/hosts')),
    ...Object.fromEntries(state),
  };
}
