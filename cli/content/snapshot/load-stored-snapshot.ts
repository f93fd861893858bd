// Loads a snapshot from disk, without network. Entries are parsed with the current schemas, unless the same code stored their rows.

import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type Problem, SiteError } from '../../errors.ts';
import type { ReadTarget } from '../client/content-reads.ts';
import { type IndexedCollection, indexStoredRanges } from '../intake/collection-intake.ts';
import type { ContentFile, ContentSnapshot, IndexRow } from './content-snapshot.ts';
import { assertRangeExists, damagedFile } from './range-files.ts';
import { assertValid, collectionOf, createRecord } from './received-content.ts';
import { loadSnapshotFile, type SnapshotRecord } from './snapshot-file.ts';
import { loadRows } from './stored-rows.ts';

/**
 * Loads the targets from the file of a snapshot and the ranges beside it.
 * @throws SiteError: exit 1 CONTENT_INVALID; exit 2 SNAPSHOT_MISSING, SNAPSHOT_DAMAGED, SNAPSHOT_VERSION, SNAPSHOT_INCOMPLETE.
 */
export async function loadStoredSnapshot(
  file: string,
  targets: readonly ReadTarget[],
  { clock, codeKey }: { readonly clock: string | null; readonly codeKey: string | null },
): Promise<ContentSnapshot> {
  const record = await loadSnapshotFile(file);
  const storedRows = codeKey === null ? null : loadRows(file, record, codeKey);
  const rangesDir = resolve(dirname(file), 'ranges');
  const stored = targets.map((target) => ({ target, found: findStored(record, target) }));
  const missing = stored.filter(({ found }) => found === undefined).map(({ target }) => target);
  if (missing.length > 0) throw incompleteSnapshot(file, missing);
  const collections = [];
  const globals = [];
  for (const { found } of stored) {
    if (found !== undefined && 'ranges' in found) {
      const rows = storedRows?.get(found);
      const indexed =
        rows === undefined ? await indexStoredRanges(rangesDir, found) : reuseRows(rangesDir, found, rows);
      collections.push({ source: found.source, indexed });
    }
    if (found !== undefined && 'value' in found) globals.push(found);
  }
  const values = assertValid({ collections, globals });
  const { service, problems, files } = record;
  const filesDir = resolve(dirname(file), 'files');
  assertFilesExist(filesDir, files ?? []);
  const digest = createRecord({ collections, globals, warnings: [] }, { files, problems: [] }).digest;
  return {
    file,
    rangesDir,
    files,
    filesDir,
    areRangesVerified: storedRows === null,
    digest,
    clock: clock ?? record.clock,
    service,
    collections: collections.map(collectionOf),
    globals: values,
    problems,
  };
}

/** Refuses a snapshot whose files are missing or truncated. @throws SiteError SNAPSHOT_DAMAGED (exit 2). */
function assertFilesExist(filesDir: string, files: readonly ContentFile[]): void {
  for (const { sha256, bytes, address } of files) {
    if (sha256 === null) continue;
    const file = join(filesDir, sha256);
    if (statSync(file, { throwIfNoEntry: false })?.size !== bytes) throw damagedFile(file, address);
  }
}

/** A collection with its stored rows. @throws SiteError SNAPSHOT_DAMAGED (exit 2) if a range is missing. */
function reuseRows(
  rangesDir: string,
  { collection, site, ranges }: SnapshotRecord['collections'][number],
  rows: readonly IndexRow[],
): IndexedCollection {
  for (const range of ranges) assertRangeExists(rangesDir, range);
  return { collection, site, ranges, rows, problems: [], warnings: [] };
}

function findStored(record: SnapshotRecord, target: ReadTarget) {
  return target.kind === 'collection'
    ? record.collections.find(({ collection, site }) => collection === target.collection && site === target.site)
    : record.globals.find(({ name, site }) => name === target.name && site === target.site);
}

function incompleteSnapshot(file: string, missing: readonly ReadTarget[]): SiteError {
  const names = missing.map(
    (target) => `${target.kind === 'collection' ? target.collection : target.name} (${target.site})`,
  );
  const what = `The snapshot ${file} lacks ${names.slice(0, 5).join(', ')}${names.length > 5 ? ` and ${names.length - 5} more` : ''}.`;
  const fix = 'It was made for other locales or by an older sitegen: build without --snapshot.';
  const problem: Problem = { code: 'SNAPSHOT_INCOMPLETE', severity: 'error', where: { file }, what, fix };
  return new SiteError({
    code: 'SNAPSHOT_INCOMPLETE',
    exitCode: 2,
    message: `${what} Nothing was written.`,
    problems: [problem],
  });
}
