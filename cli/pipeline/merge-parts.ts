// The site from its parts: every page that some machine rendered is moved into staging, if its bytes have the recorded hash,
// and published as a build on one machine would. Parts of another site, a missing one or a damaged one stop it.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { PAGES_PER_REPORT } from '../../config/constants.ts';
import type { SiteConfig } from '../../config/define-site.ts';
import { CACHE_FILE } from '../cache/cache-file.ts';
import { type CachedPages, openCachedPages, type PageCache, type PageRow } from '../cache/page-cache.ts';
import { SiteError } from '../errors.ts';
import type { FragmentFacts } from '../facts/page-facts.ts';
import { hashFile } from '../files/content-hash.ts';
import { type ImageOrder, moveSource } from '../images/image-order.ts';
import { outFileOf } from '../paths/site-path.ts';
import type { PageRoute } from '../plan/route-plan.ts';
import type { OutputSession } from '../publish/output-session.ts';
import { openStagingWriter } from '../publish/staging-writer.ts';
import { createPageKit, type PageKit } from '../render/page-kit.ts';
import { countRows } from '../render/render-pages.ts';
import type { BuildOptions } from './build-options.ts';
import { findSiteKey, imagesDirOf, shardRange } from './build-part.ts';
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
  { prepared, imageCache, cache, session }: Parameters<BringPages>[0],
): Promise<RenderedSite> {
  const { plan, model, bundles } = prepared;
  const siteKey = findSiteKey(prepared, options);
  for (const { dir, part } of parts) if (part.site !== siteKey) throw partOfOtherSite(dir);
  const kit = await createPageKit({ model, plan, bundles, imageCache, sampleAssetsDir: options.sampleAssetsDir });
  const routes = listWanted(plan.routes, options);
  const rows: PageRow[] = [];
  const fragmentFacts = new Map<string, FragmentFacts>();
  const takePart = createPartTaker({ session, cache, options });
  for (const { dir, part } of parts) {
    const { from, to } = shardRange(part.shard, routes.length);
    const taken = await takePart(dir, part, routes.slice(from, to));
    for (const row of taken.rows) rows.push(row);
    for (const [chrome, facts] of taken.fragments) fragmentFacts.set(chrome, facts);
    options.report({ kind: 'progress', stage: 'merge', done: rows.length, total: routes.length });
  }
  return {
    rows,
    fragmentFacts,
    ...countRows(rows),
    contexts: kit.contexts,
    assets: kit.assets,
    contentSecurityPolicy: kit.contentSecurityPolicy,
    imageOrders: mergeOrders(parts, kit, imagesDirOf(prepared.content, options)),
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
  readonly cache: PageCache;
  readonly options: BuildOptions;
}

interface TakenPart {
  readonly rows: readonly PageRow[];
  readonly fragments: ReadonlyMap<string, FragmentFacts>;
}

/** Takes part after part: pages into staging, records into the cache. */
function createPartTaker({ session, cache, options }: PartTarget) {
  const writer = openStagingWriter(session.staging);
  const takePage = (dir: string, { path, locale }: PageRoute, found: PageRow | undefined): PageRow => {
    if (found === undefined) throw partDamaged(dir, `its record of ${path} is missing`);
    const outFile = outFileOf(path);
    const page = guardPart(dir, () => readFileSync(join(dir, PART_PAGES, outFile)));
    if (writer.write(outFile, page).sha256 !== found.sha256)
      throw partDamaged(dir, `${outFile} was changed or cut off`);
    session.add({ path: outFile, sha256: found.sha256, bytes: found.bytes, kind: 'page', locale, owner: path });
    return found;
  };
  return async (dir: string, part: PartFile, routes: readonly PageRoute[]): Promise<TakenPart> => {
    const pages = guardPart(dir, () => openPart(dir, part));
    try {
      const rows: PageRow[] = [];
      for (let from = 0; from < routes.length; from += PAGES_PER_REPORT) {
        const found = routes
          .slice(from, from + PAGES_PER_REPORT)
          .map((route) => takePage(dir, route, pages.find(route.path)));
        const records = cache.add(found.map((row) => pages.readTexts(row) ?? { record: '', brief: '' }));
        for (const [index, row] of found.entries()) rows.push({ ...row, record: records[index] ?? 0 });
        // Lets a signal in.
        await nextTurn();
        options.signal.throwIfAborted();
      }
      return { rows, fragments: fragmentsOf(rows, pages) };
    } finally {
      pages.close();
    }
  };
}

function openPart(dir: string, part: PartFile): CachedPages {
  const isWhole = hashFile(join(dir, CACHE_FILE)) === part.cache;
  const pages = isWhole ? openCachedPages(dir) : null;
  if (pages === null) throw new Error(`${CACHE_FILE} was changed or cut off`);
  return pages;
}

function fragmentsOf(rows: readonly PageRow[], pages: CachedPages): TakenPart['fragments'] {
  const chromes = new Set(rows.map(({ chrome }) => chrome));
  return new Map(
    [...chromes].flatMap((chrome) => {
      const facts = pages.findFragment(chrome);
      return facts === undefined ? [] : [[chrome, facts] as const];
    }),
  );
}

/** In the order of a build on one machine: the orders of the kit, then page by page. */
function mergeOrders(parts: readonly OpenPart[], { images }: PageKit, imagesDir: string): readonly ImageOrder[] {
  const ofParts = parts.flatMap(({ part }) =>
    part.imageOrders.map((order) => moveSource(order, (file) => join(imagesDir, file))),
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
