// The content of the last preview or build of the same service, which is shown until the service has been read.

import { copyFile, mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type ReadTarget, rangesDirOf } from '../../content/client/content-reads.ts';
import { indexStoredRanges } from '../../content/intake/collection-intake.ts';
import { findPublishedFiles } from '../../content/snapshot/published-snapshots.ts';
import { rangeFile } from '../../content/snapshot/range-files.ts';
import { createRecord } from '../../content/snapshot/received-content.ts';
import {
  findSnapshotFiles,
  loadSnapshotFile,
  type SnapshotRecord,
  writeSnapshot,
} from '../../content/snapshot/snapshot-file.ts';
import { loadRows, rowsFileOf, writeRows } from '../../content/snapshot/stored-rows.ts';
import { keyOf, type StoredContent, type StoredRead } from './stored-content.ts';

/** Whose content to load or save. */
export interface LastPlace {
  readonly service: { readonly url: string; readonly isSample: boolean };
  readonly cacheDir: string;
  readonly withDrafts: boolean;
  /** Rows are reused only with the same schemas. */
  readonly schemaKey: string;
  /** Folder of this preview's range files. */
  readonly rangesDir: string;
}

type LoadedRows = ReturnType<typeof loadRows>;
type Reads = readonly (readonly [string, StoredRead])[];

/** Content with drafts is stored on its own. */
function folderOf({ cacheDir, withDrafts }: LastPlace): string {
  return join(cacheDir, withDrafts ? 'preview-drafts' : 'preview-content');
}

/** The content of all targets; null if no preview or build has stored it. */
export async function loadLastContent(targets: readonly ReadTarget[], place: LastPlace): Promise<Reads | null> {
  if (place.service.isSample) return null;
  const files = [
    ...(await findSnapshotFiles(folderOf(place))).slice(0, 1),
    ...(await findPublishedFiles(place.cacheDir)).slice(0, 1),
  ];
  for (const file of files) {
    // Ignores a damaged file.
    const reads = await loadReads(file, targets, place).catch(() => null);
    if (reads !== null) return reads;
  }
  return null;
}

async function loadReads(
  file: string,
  targets: readonly ReadTarget[],
  { service, rangesDir, schemaKey }: LastPlace,
): Promise<Reads | null> {
  const record = await loadSnapshotFile(file);
  if (record.service.isSample || record.service.url !== service.url) return null;
  const from = join(dirname(file), 'ranges');
  const rows = loadRows(file, record, schemaKey);
  const reads = [];
  for (const target of targets) {
    const read = await loadRead(record, target, { from, rangesDir, rows });
    if (read === null) return null;
    reads.push([keyOf(target), read] as const);
  }
  return reads;
}

async function loadRead(
  { collections, globals }: SnapshotRecord,
  target: ReadTarget,
  { from, rangesDir, rows }: { readonly from: string; readonly rangesDir: string; readonly rows: LoadedRows },
) {
  if (target.kind === 'global') {
    const global = globals.find(({ name, site }) => name === target.name && site === target.site);
    return global === undefined ? null : ({ kind: 'global', global: { ...global, source: 'stale' } } as const);
  }
  const found = collections.find(({ collection, site }) => collection === target.collection && site === target.site);
  if (found === undefined) return null;
  for (const range of found.ranges) await copyFile(rangeFile(from, range), rangeFile(rangesDir, range));
  const known = rows?.get(found);
  const { collection, site, ranges } = found;
  const indexed =
    known === undefined
      ? await indexStoredRanges(rangesDir, found)
      : { collection, site, ranges, rows: known, problems: [], warnings: [] };
  return { kind: 'collection', source: 'stale', indexed } as const;
}

/** Saves the content for the next preview. Returns false, without saving, if some of it did not come from the service. */
export async function saveLastContent(content: StoredContent, place: LastPlace): Promise<boolean> {
  const reads = [...content.values()];
  const collections = reads.filter((read) => read.kind === 'collection');
  const globals = reads.flatMap((read) => (read.kind === 'global' ? [read.global] : []));
  const isWhole = [...collections, ...globals].every(({ source }) => source === 'service');
  if (place.service.isSample || !isWhole) return false;
  const folder = folderOf(place);
  const rangesDir = rangesDirOf(folder);
  await mkdir(rangesDir, { recursive: true });
  const record = createRecord({ collections, globals, warnings: [] });
  const names = new Set(record.collections.flatMap(({ ranges }) => ranges));
  for (const name of names) await copyFile(rangeFile(place.rangesDir, name), rangeFile(rangesDir, name));
  const { url, isSample } = place.service;
  const clock = new Date().toISOString();
  const file = await writeSnapshot(folder, { ...record, problems: [], clock, service: { url, isSample } });
  writeRows(file, { digest: record.digest, collections: collections.map(({ indexed }) => indexed) }, place.schemaKey);
  for (const other of await findSnapshotFiles(folder))
    if (other !== file) for (const old of [other, rowsFileOf(other)]) await rm(old, { force: true });
  for (const name of await readdir(rangesDir))
    if (!names.has(name.replace(/\.ndjson$/, ''))) await rm(join(rangesDir, name), { force: true });
  return true;
}
