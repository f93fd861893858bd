// One part of a site on one of several machines: a run of the sorted routes, with what the machine that merges the parts
// needs to know of them. Nothing is published.

import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { SiteConfig } from '../../config/define-site.ts';
import { type Problem, SiteError } from '../errors.ts';
import { imageCacheDirOf, openImageCache } from '../images/image-cache.ts';
import { type ImageFault, type ImageOrder, moveSource } from '../images/image-order.ts';
import type { BuildOptions } from './build-options.ts';
import { findCodeKey } from './code-key.ts';
import { sha256 } from './content-hash.ts';
import { type PreparedSite, prepareSite } from './prepare-site.ts';
import type { PageSink } from './render-pages.ts';
import { listWanted, renderSite } from './render-site.ts';
import { createStageClock } from './stage-clock.ts';

/** Which part of how many, counted from 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** Version of the shape of part.json. */
export const PART_VERSION = 1;

/** What lies in a part folder beside its pages. */
export interface PartFile {
  readonly version: typeof PART_VERSION;
  readonly shard: Shard;
  /** Equal for the parts of one site: content, clock, configuration, code. */
  readonly site: string;
  readonly pages: number;
  readonly bytes: number;
  readonly imageOrders: readonly ImageOrder[];
  readonly imageFaults: readonly ImageFault[];
  readonly problems: readonly Problem[];
}

/** Names inside a part folder. */
export const PART_FILE = 'part.json';
/** Pages by their path in the out folder. */
export const PART_PAGES = 'pages';

/** The routes of a shard, from a position to before another: equal runs, as far as they divide. */
export function shardRange({ index, count }: Shard, routes: number): { readonly from: number; readonly to: number } {
  return { from: Math.floor(((index - 1) * routes) / count), to: Math.floor((index * routes) / count) };
}

/** What settles the bytes of a site's pages. */
export function findSiteKey({ content, model, bundles }: PreparedSite, { locales }: BuildOptions): string {
  const code = findCodeKey();
  return sha256(
    JSON.stringify([content.digest, content.clock, content.service, model.site, locales, code, bundles.stylesheet]),
  );
}

/** Renders a part into its folder. @throws SiteError PART_NOT_OURS (exit 2), and what a build throws before it publishes. */
export async function buildPart(
  site: SiteConfig,
  options: BuildOptions,
  place: { readonly shard: Shard; readonly partDir: string },
): Promise<PartFile> {
  const { shard, partDir } = place;
  const stages = createStageClock(options);
  clearPart(partDir);
  const prepared = await prepareSite(site, options, stages);
  const imageCache = openImageCache(imageCacheDirOf(site, options.cacheDir));
  const { from, to } = shardRange(shard, listWanted(prepared.plan.routes, options).length);
  const rendered = await stages.run('render', () =>
    renderSite({
      ...prepared,
      imageCache,
      sink: createPartSink(partDir),
      recordsDir: partDir,
      mayReuse: false,
      isMine: (position) => position >= from && position < to,
      options,
    }),
  );
  imageCache.save({ mayForget: false });
  const part: PartFile = {
    version: PART_VERSION,
    shard,
    site: findSiteKey(prepared, options),
    pages: rendered.pages,
    bytes: rendered.bytes,
    // Files of the sample lie elsewhere on the other machine.
    imageOrders: rendered.imageOrders.map((order) =>
      moveSource(order, (file) => relative(options.sampleAssetsDir, file)),
    ),
    imageFaults: rendered.imageFaults,
    problems: rendered.problems,
  };
  writeFileSync(join(partDir, PART_FILE), `${JSON.stringify(part)}\n`);
  return part;
}

/** Empties the folder of an earlier part; anything else is left alone. */
function clearPart(partDir: string): void {
  if (existsSync(partDir)) {
    const names = readdirSync(partDir);
    const isOurs = names.every((name) => [PART_FILE, PART_PAGES, 'records'].includes(name));
    if (!isOurs) throw partNotOurs(partDir);
    for (const name of names) rmSync(join(partDir, name), { recursive: true });
  }
  mkdirSync(join(partDir, PART_PAGES), { recursive: true });
}

function partNotOurs(partDir: string): SiteError {
  return new SiteError({
    code: 'PART_NOT_OURS',
    exitCode: 2,
    message: `The folder ${partDir} holds files that are no part of a site. Nothing was written. Name an empty or new folder with --part-dir.`,
  });
}

function createPartSink(partDir: string): PageSink {
  return {
    staging: { stagingDir: join(partDir, PART_PAGES), shownOutDir: partDir },
    add: () => {},
    keep: () => false,
  };
}
