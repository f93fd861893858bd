// The site from its parts: every page that some machine rendered is taken into staging, byte by byte as its record says,
// and published as a build on one machine would. Parts of another site, a missing one or a damaged one stop it.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { RANGE_SIZE } from '../../config/constants.ts';
import type { SiteConfig } from '../../config/define-site.ts';
import { importRecords, type NextRecords, startRecords } from '../cache/page-records.ts';
import { SiteError } from '../errors.ts';
import type { FragmentFacts } from '../facts/page-facts.ts';
import { type ImageOrder, moveSource } from '../images/image-order.ts';
import { outFileOf } from '../paths/site-path.ts';
import type { PageRoute } from '../plan/route-plan.ts';
import type { OutputSession } from '../publish/output-session.ts';
import { openStagingWriter } from '../publish/staging-writer.ts';
import { createPageKit, type PageKit } from '../render/page-kit.ts';
import { createRowOrder, type RowOrder } from '../render/reuse/row-order.ts';
import type { BuildOptions } from './build-options.ts';
import { findSiteKey, shardRange } from './build-part.ts';
import type { BuildReport } from './build-report.ts';
import { publishSite } from './build-site.ts';
import type { BringPages } from './make-site.ts';
import {
  guardPart,
  loadPart,
  PART_PAGES,
  type PartFile,
  partDamaged,
  partOfOtherSite,
  type Shard,
} from './part-file.ts';
import { listWanted, type RenderedSite } from './render-site.ts';

/** A part with its folder. */
interface OpenPart {
  readonly dir: string;
  readonly part: PartFile;
}

/** Publishes the site of some parts. @throws SiteError PARTS_INCOMPLETE, PARTS_DIFFER, PART_DAMAGED (exit 2), and what a build throws. */
export async function mergeParts(
  site: SiteConfig,
  options: BuildOptions,
  partDirs: readonly string[],
): Promise<BuildReport> {
  const parts = openParts(partDirs);
  // Every part is looked at, even where the site is that of the last build.
  const forced = { ...options, isForced: true };
  return await publishSite(site, forced, (input) => input.stages.run('merge', () => takeParts(parts, options, input)));
}

async function takeParts(
  parts: readonly OpenPart[],
  options: BuildOptions,
  { prepared, imageCache, session }: Parameters<BringPages>[0],
): Promise<RenderedSite> {
  const { plan, model, bundles } = prepared;
  const siteKey = findSiteKey(prepared, options);
  for (const { dir, part } of parts) if (part.site !== siteKey) throw partOfOtherSite(dir);
  const kit = await createPageKit({ model, plan, bundles, imageCache, sampleAssetsDir: options.sampleAssetsDir });
  const routes = listWanted(plan.routes, options);
  const records = startRecords(options.cacheDir);
  const rows = createRowOrder(routes, records);
  const fragmentFacts = new Map<string, FragmentFacts>();
  const takePart = createPartTaker({ session, records, rows, options });
  for (const { dir, part } of parts) {
    const range = shardRange(part.shard, routes.length);
    const found = await takePart(dir, part, { ...range, routes: routes.slice(range.from, range.to) });
    for (const [chrome, facts] of found.fragments) fragmentFacts.set(chrome, facts);
    options.report({ kind: 'progress', stage: 'merge', done: rows.count(), total: routes.length });
  }
  return {
    recordFiles: rows.finish(fragmentFacts),
    listPages: rows.list,
    outputs: null,
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

interface PartTarget {
  readonly session: OutputSession;
  readonly records: NextRecords;
  readonly rows: RowOrder;
  readonly options: BuildOptions;
}

/** Takes part after part: pages into staging, records into the cache, rows in route order. */
function createPartTaker({ session, records, rows, options }: PartTarget) {
  const writer = openStagingWriter(session.staging);
  return async (dir: string, part: PartFile, { from, routes }: { from: number; routes: readonly PageRoute[] }) => {
    const locales = [...new Set(routes.map(({ locale }) => locale))];
    const found = guardPart(dir, () => importRecords({ partDir: dir, hashByName: part.records, locales }, records));
    for (const [index, route] of routes.entries()) {
      const row = guardPart(dir, () => found.rows.next().value);
      if (row?.path !== route.path) throw partDamaged(dir, `its record of ${route.path} is missing`);
      const { sha256, bytes } = row;
      const outFile = outFileOf(route.path);
      const page = guardPart(dir, () => readFileSync(join(dir, PART_PAGES, outFile)));
      if (writer.write(outFile, page).sha256 !== sha256) throw partDamaged(dir, `${outFile} was changed or cut off`);
      session.add({ path: outFile, sha256, bytes, kind: 'page', locale: route.locale, owner: route.path });
      rows.set(from + index, row);
      if (index % RANGE_SIZE !== RANGE_SIZE - 1) continue;
      // Lets a signal in.
      await nextTurn();
      options.signal.throwIfAborted();
    }
    return found;
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
  const isWhole =
    count > 0 && found.length === count && found.every((shard, at) => shard.index === at + 1 && shard.count === count);
  if (!isWhole) throw incompleteParts(found);
  return parts;
}

function incompleteParts(found: readonly Shard[]): SiteError {
  const names = found.map(({ index, count }) => `${index}/${count}`).join(', ');
  return new SiteError({
    code: 'PARTS_INCOMPLETE',
    exitCode: 2,
    message: `These parts are not one site: ${names === '' ? 'none' : names}. Nothing was written. Name each part of one site once.`,
  });
}
