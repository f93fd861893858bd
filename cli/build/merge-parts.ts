// The site from its parts: every page that some machine rendered is taken into staging, byte by byte as its record says,
// and published as a build on one machine would. Parts of another site, a missing one or a damaged one stop it.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SiteConfig } from '../../config/define-site.ts';
import { errorMessage, SiteError } from '../errors.ts';
import { type ImageOrder, moveSource } from '../images/image-order.ts';
import { openStagingWriter } from '../output/staging-writer.ts';
import type { BuildOptions } from './build-options.ts';
import {
  findSiteKey,
  PART_FILE,
  PART_PAGES,
  PART_VERSION,
  type PartFile,
  type Shard,
  shardRange,
} from './build-part.ts';
import type { BuildReport } from './build-report.ts';
import { type BringPages, publishSite } from './build-site.ts';
import type { PageFacts } from './page-facts.ts';
import { createPageKit, type PageKit } from './page-kit.ts';
import { importRecords, startRecords } from './page-records.ts';
import { listWanted, type RenderedSite } from './render-site.ts';
import { createRowOrder } from './row-order.ts';

/** A part with its folder. */
interface OpenPart {
  readonly dir: string;
  readonly part: PartFile;
}

/** Publishes the site of some parts. @throws SiteError PARTS_* (exit 2), and what a build throws. */
export async function mergeParts(
  site: SiteConfig,
  options: BuildOptions,
  partDirs: readonly string[],
): Promise<BuildReport> {
  const parts = openParts(partDirs);
  return await publishSite(site, options, (input) => input.stages.run('merge', () => takeParts(parts, options, input)));
}

async function takeParts(
  parts: readonly OpenPart[],
  options: BuildOptions,
  { prepared, imageCache, session }: Parameters<BringPages>[0],
): Promise<RenderedSite> {
  const { plan, model, bundles } = prepared;
  const siteKey = findSiteKey(prepared, options);
  for (const { dir, part } of parts) if (part.site !== siteKey) throw otherSite(dir);
  const kit = await createPageKit({ model, plan, bundles, imageCache, sampleAssetsDir: options.sampleAssetsDir });
  const routes = listWanted(plan.routes, options);
  const records = startRecords(options.cacheDir);
  const rows = createRowOrder(routes, records);
  const fragmentFacts = new Map<string, PageFacts>();
  const writer = openStagingWriter(session.staging);
  for (const { dir, part } of parts) {
    const found = guarded(dir, () => importRecords(dir, records));
    for (const [chrome, facts] of found.fragments) fragmentFacts.set(chrome, facts);
    const { from, to } = shardRange(part.shard, routes.length);
    for (const [index, route] of routes.slice(from, to).entries()) {
      const row = found.rowByPath.get(route.path);
      if (row === undefined) throw damagedPart(dir, `its record of ${route.path} is missing`);
      const { sha256, bytes } = row;
      const made = writer.write(
        route.outFile,
        guarded(dir, () => readFileSync(join(dir, PART_PAGES, route.outFile))),
      );
      if (made.sha256 !== sha256) throw damagedPart(dir, `${route.outFile} was changed or cut off`);
      session.add({ path: route.outFile, sha256, bytes, kind: 'page', locale: route.locale, owner: route.path });
      rows.set(from + index, row);
    }
  }
  return {
    recordFiles: rows.finish(fragmentFacts),
    fragmentFacts,
    ...rows.totals(),
    contexts: kit.contexts,
    assets: kit.assets,
    contentSecurityPolicy: kit.contentSecurityPolicy,
    imageOrders: mergeOrders(parts, kit, options),
    imageFaults: uniqueBy(
      [...parts.flatMap(({ part }) => part.imageFaults), ...kit.images.listFaults()],
      ({ source }) => source,
    ),
    problems: uniqueBy([...parts.flatMap(({ part }) => part.problems), ...kit.problems()], (problem) =>
      JSON.stringify(problem),
    ),
  };
}

/** In the order in which one machine would ask: what the kit asks for, then page by page. */
function mergeOrders(
  parts: readonly OpenPart[],
  { images }: PageKit,
  { sampleAssetsDir }: BuildOptions,
): readonly ImageOrder[] {
  const ofParts = parts.flatMap(({ part }) =>
    part.imageOrders.map((order) => moveSource(order, (file) => join(sampleAssetsDir, file))),
  );
  return uniqueBy([...images.orders.values(), ...ofParts], ({ path }) => path);
}

/** The first of each key. */
function uniqueBy<Value>(values: readonly Value[], keyOf: (value: Value) => string): readonly Value[] {
  const byKey = new Map<string, Value>();
  for (const value of values) if (!byKey.has(keyOf(value))) byKey.set(keyOf(value), value);
  return [...byKey.values()];
}

/** Reads part.json of every folder, in the order of the shards. */
function openParts(dirs: readonly string[]): readonly OpenPart[] {
  const parts = dirs
    .map((dir) => ({ dir, part: loadPart(dir) }))
    .sort((a, b) => a.part.shard.index - b.part.shard.index);
  const count = parts[0]?.part.shard.count ?? 0;
  const found = parts.map(({ part }) => part.shard);
  const isWhole = found.length === count && found.every((shard, at) => shard.index === at + 1 && shard.count === count);
  if (!isWhole) throw incompleteParts(found);
  return parts;
}

function loadPart(dir: string): PartFile {
  const file = join(dir, PART_FILE);
  if (!existsSync(file)) throw damagedPart(dir, `there is no ${PART_FILE} in it, so it was never finished`);
  const part = guarded(dir, (): PartFile => JSON.parse(readFileSync(file, 'utf8')));
  if (part.version !== PART_VERSION) throw otherSite(dir);
  return part;
}

/** Whatever cannot be read of a part is its damage. */
function guarded<Result>(dir: string, read: () => Result): Result {
  try {
    return read();
  } catch (cause) {
    throw damagedPart(dir, errorMessage(cause), cause);
  }
}

function incompleteParts(found: readonly Shard[]): SiteError {
  const names = found.map(({ index, count }) => `${index}/${count}`).join(', ');
  return new SiteError({
    code: 'PARTS_INCOMPLETE',
    exitCode: 2,
    message: `These parts are not one site: ${names === '' ? 'none' : names}. Nothing was published. Name each part of one site once.`,
  });
}

function otherSite(dir: string): SiteError {
  return new SiteError({
    code: 'PARTS_DIFFER',
    exitCode: 2,
    message:
      `The part ${dir} was made of other content, another configuration or another version of sitegen than this merge. Nothing was published. ` +
      'Build every part and merge with the same sources, variables, flags and --snapshot.',
  });
}

function damagedPart(dir: string, fault: string, cause?: unknown): SiteError {
  return new SiteError(
    {
      code: 'PART_DAMAGED',
      exitCode: 2,
      message: `The part ${dir} is damaged: ${fault}. Nothing was published. Build that part again, or copy it again.`,
    },
    { cause },
  );
}
