// Merges the parts of a site: the inputs of all pages are created, and each page is copied from its part if it was rendered from the
// same input. Everything else is made as in a build on one machine. Fails if a part is missing, damaged, or from another site.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { PAGES_PER_REPORT } from '../../config/constants.ts';
import type { SiteConfig } from '../../config/define-site.ts';
import { DATABASE_FILE } from '../database/open-database.ts';
import { usageError } from '../errors.ts';
import {
  type NewPage,
  openStoredPages,
  type PageRow,
  type StoredChrome,
  type StoredPages,
} from '../facts/page-store.ts';
import { hashFile } from '../files/content-hash.ts';
import { outFileOf } from '../paths/site-path.ts';
import { StagingWriter } from '../publish/staging-writer.ts';
import { createPageKit } from '../render/page-kit.ts';
import { fileOf, type PreparedPage, preparePages } from '../render/render-pages.ts';
import type { BuildOptions } from './build-options.ts';
import { shardRange } from './build-part.ts';
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

/** An open part. */
interface OpenPart {
  readonly dir: string;
  readonly shard: Shard;
  readonly pages: StoredPages;
}

/** Publishes the site of the parts. @throws SiteError PARTS_INCOMPLETE, PARTS_DIFFER, PART_DAMAGED (exit 2), or that of a build. */
export async function mergeParts(
  site: SiteConfig,
  options: BuildOptions,
  partDirs: readonly string[],
): Promise<BuildReport> {
  const parts = loadParts(partDirs);
  const providePages: ProvidePages = async (input) => {
    return await input.stages.run('merge', async () => {
      const opened: OpenPart[] = [];
      try {
        for (const { dir, part } of parts) opened.push(guardPart(dir, () => openPart(dir, part)));
        return await mergePages(opened, options, input);
      } finally {
        for (const { pages } of opened) pages.close();
      }
    });
  };
  // If an unchanged site were kept, a damaged part would go unnoticed.
  return await publishSite(site, options, providePages, { mayKeep: false });
}

async function mergePages(
  parts: readonly OpenPart[],
  options: BuildOptions,
  { prepared, imageCache, pages, session }: Parameters<ProvidePages>[0],
): Promise<RenderedSite> {
  const { plan, model, bundles } = prepared;
  const kit = await createPageKit({ model, plan, bundles, imageCache, sampleAssetsDir: options.sampleAssetsDir });
  const routes = listWanted(plan.routes, options);
  const ranges = parts.map((part) => ({ part, ...shardRange(part.shard, routes.length) }));
  const writer = new StagingWriter(session.staging);
  const rows: PageRow[] = [];
  const chromes = new Map<string, StoredChrome>();
  let copied: NewPage[] = [];
  const input = { routes, snapshot: model.snapshot, kit, codes: bundles.templates };
  for (const [position, page] of preparePages(input)) {
    const part = ranges.find(({ from, to }) => position >= from && position < to)?.part;
    if (part === undefined) throw new Error(`No part has route ${position}.`);
    const { parts: ofInput, facts, shows, ...row } = copyPage(part, page, writer);
    session.add({ ...fileOf(row), sha256: row.sha256, bytes: row.bytes });
    rows.push(row);
    copied.push({ ...row, parts: ofInput, facts, shows });
    if (!chromes.has(row.chrome)) chromes.set(row.chrome, findChrome(part, row.chrome));
    if (copied.length < PAGES_PER_REPORT) continue;
    pages.add(copied);
    copied = [];
    options.report({ kind: 'progress', stage: 'merge', done: rows.length, total: routes.length });
    // Copying is synchronous: let signal handlers run.
    await nextTurn();
    options.signal.throwIfAborted();
  }
  pages.add(copied);
  options.signal.throwIfAborted();
  return { rows, chromes, reused: 0, kit };
}

function copyPage({ dir, pages }: OpenPart, { route: { path }, text }: PreparedPage, writer: StagingWriter): NewPage {
  const row = pages.find(path);
  if (row?.input !== text.hash) throw partOfOtherSite(dir);
  const outFile = outFileOf(path);
  const page = guardPart(dir, () => readFileSync(join(dir, PART_PAGES, outFile)));
  if (writer.write(outFile, page).sha256 !== row.sha256) throw partDamaged(dir, `${outFile} was changed or truncated`);
  return { ...row, parts: pages.read(path)?.parts ?? {}, shows: text.shows, facts: pages.readFactsText(path) };
}

function findChrome({ dir, pages }: OpenPart, key: string): StoredChrome {
  const chrome = pages.findChrome(key);
  if (chrome === undefined) throw partDamaged(dir, `its header and footer ${key} are missing`);
  return chrome;
}

function openPart(dir: string, { shard, database }: PartFile): OpenPart {
  const isWhole = hashFile(join(dir, DATABASE_FILE)) === database;
  const pages = isWhole ? openStoredPages(dir) : null;
  if (pages === null) throw new Error(`${DATABASE_FILE} was changed or truncated`);
  return { dir, shard, pages };
}

/** Reads part.json of every folder, in the order of the shards. */
function loadParts(dirs: readonly string[]): readonly { readonly dir: string; readonly part: PartFile }[] {
  const parts = dirs
    .map((dir) => ({ dir, part: loadPart(dir) }))
    .sort((a, b) => a.part.shard.index - b.part.shard.index);
  const count = parts[0]?.part.shard.count ?? 0;
  const found = parts.map(({ part }) => part.shard);
  const isWhole =
    count > 0 && found.length === count && found.every((shard, at) => shard.index === at + 1 && shard.count === count);
  if (isWhole) return parts;
  const names = found.map((shard) => `${shard.index}/${shard.count}`).join(', ') || 'none';
  const message = `These are not all parts of one site: ${names}. Nothing was written. Name each part of the site once.`;
  throw usageError('PARTS_INCOMPLETE', message);
}
