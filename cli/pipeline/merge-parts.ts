// Merges the parts of a site: copies the pages of all parts into staging, checks their hashes, and publishes them like a build on one
// machine. Fails if a part is missing, damaged, or from another site.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { PAGES_PER_REPORT } from '../../config/constants.ts';
import type { SiteConfig } from '../../config/define-site.ts';
import { CACHE_FILE } from '../cache/cache-file.ts';
import { type CachedPages, openCachedPages, type PageCache, type PageRow } from '../cache/page-cache.ts';
import { SiteError } from '../errors.ts';
import type { PageFacts } from '../facts/page-facts.ts';
import { hashFile } from '../files/content-hash.ts';
import { type ImageOrder, moveSource } from '../images/image-order.ts';
import { outFileOf } from '../paths/site-path.ts';
import type { PageRoute } from '../plan/route-plan.ts';
import type { OutputSession } from '../publish/output-session.ts';
import { openStagingWriter, type StagingWriter } from '../publish/staging-writer.ts';
import { createPageKit, type PageKit } from '../render/page-kit.ts';
import { countRows } from '../render/render-pages.ts';
import type { BuildOptions } from './build-options.ts';
import { findSiteKey, imagesDirOf, shardRange } from './build-part.ts';
import type { BuildReport } from './build-report.ts';
import { publishSite } from './build-site.ts';
import type { ProvidePages } from './make-site.ts';
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

/** Publishes the site of the parts. @throws SiteError PARTS_INCOMPLETE, PARTS_DIFFER, PART_DAMAGED (exit 2), or that of a build. */
export async function mergeParts(
  site: SiteConfig,
  options: BuildOptions,
  partDirs: readonly string[],
): Promise<BuildReport> {
  const parts = openParts(partDirs);
  // Without isForced, a damaged part would go unnoticed if the site is unchanged.
  const forced = { ...options, isForced: true };
  return await publishSite(site, forced, (input) => input.stages.run('merge', () => mergePages(parts, options, input)));
}

async function mergePages(
  parts: readonly OpenPart[],
  options: BuildOptions,
  { prepared, imageCache, cache, session }: Parameters<ProvidePages>[0],
): Promise<RenderedSite> {
  const { plan, model, bundles } = prepared;
  const siteKey = findSiteKey(prepared, options);
  for (const { dir, part } of parts) if (part.site !== siteKey) throw partOfOtherSite(dir);
  const kit = await createPageKit({ model, plan, bundles, imageCache, sampleAssetsDir: options.sampleAssetsDir });
  const routes = listWanted(plan.routes, options);
  const rows: PageRow[] = [];
  const fragmentFacts = new Map<string, PageFacts>();
  const target = { session, cache, signal: options.signal, writer: openStagingWriter(session.staging) };
  for (const open of parts) {
    const { from, to } = shardRange(open.part.shard, routes.length);
    const copied = await copyPart(open, routes.slice(from, to), target);
    for (const row of copied.rows) rows.push(row);
    for (const [chrome, facts] of copied.fragments) fragmentFacts.set(chrome, facts);
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
  readonly writer: StagingWriter;
  readonly cache: PageCache;
  readonly signal: AbortSignal;
}

interface CopiedPart {
  readonly rows: readonly PageRow[];
  readonly fragments: ReadonlyMap<string, PageFacts>;
}

/** Copies the pages of a part into staging and its records into the cache. */
async function copyPart(
  { dir, part }: OpenPart,
  routes: readonly PageRoute[],
  target: PartTarget,
): Promise<CopiedPart> {
  const pages = guardPart(dir, () => openPages(dir, part));
  try {
    const rows: PageRow[] = [];
    for (let from = 0; from < routes.length; from += PAGES_PER_REPORT) {
      const copied = routes
        .slice(from, from + PAGES_PER_REPORT)
        .map((route) => copyPage(dir, route, pages.find(route.path), target));
      const records = target.cache.add(copied.map((row) => pages.readTexts(row) ?? { record: '', facts: '' }));
      for (const [index, row] of copied.entries()) rows.push({ ...row, record: records[index] ?? 0 });
      // Copying is synchronous: let signal handlers run.
      await nextTurn();
      target.signal.throwIfAborted();
    }
    return { rows, fragments: fragmentsOf(rows, pages) };
  } finally {
    pages.close();
  }
}

function copyPage(
  dir: string,
  { path, locale }: PageRoute,
  row: PageRow | undefined,
  { session, writer }: PartTarget,
): PageRow {
  if (row === undefined) throw partDamaged(dir, `its record of ${path} is missing`);
  const outFile = outFileOf(path);
  const page = guardPart(dir, () => readFileSync(join(dir, PART_PAGES, outFile)));
  if (writer.write(outFile, page).sha256 !== row.sha256) throw partDamaged(dir, `${outFile} was changed or truncated`);
  session.add({ path: outFile, sha256: row.sha256, bytes: row.bytes, kind: 'page', locale, owner: path });
  return row;
}

function openPages(dir: string, part: PartFile): CachedPages {
  const isWhole = hashFile(join(dir, CACHE_FILE)) === part.cache;
  const pages = isWhole ? openCachedPages(dir) : null;
  if (pages === null) throw new Error(`${CACHE_FILE} was changed or truncated`);
  return pages;
}

function fragmentsOf(rows: readonly PageRow[], pages: CachedPages): CopiedPart['fragments'] {
  const chromes = new Set(rows.map(({ chrome }) => chrome));
  return new Map(
    [...chromes].flatMap((chrome) => {
      const facts = pages.findFragment(chrome);
      return facts === undefined ? [] : [[chrome, facts] as const];
    }),
  );
}

/** In the same sequence as in a build on one machine: those of the kit first, then page by page. */
function mergeOrders(parts: readonly OpenPart[], { images }: PageKit, imagesDir: string): readonly ImageOrder[] {
  const ofParts = parts.flatMap(({ part }) =>
    part.imageOrders.map((order) => moveSource(order, (file) => join(imagesDir, file))),
  );
  return uniqueBy([...images.orders.values(), ...ofParts], ({ path }) => path);
}

/** The first value of each key. */
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
    message: `These are not all parts of one site: ${names === '' ? 'none' : names}. Nothing was written. Name each part of the site once.`,
  });
}
