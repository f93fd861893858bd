// Reads and writes manifest.json: every file of the out folder with its hash and its HTTP headers.

import { existsSync, readFileSync } from 'node:fs';
import { errorMessage } from '../errors.ts';
import type { OutputKind } from '../files/output-file.ts';
import { writePieces } from '../files/write-file.ts';
import { isOutPath } from '../paths/out-path.ts';
import { outputSiteError } from './output-errors.ts';

export interface ManifestFile {
  /** Relative to the out folder, with '/', decoded. */
  readonly path: string;
  /** Lower-case hex. */
  readonly sha256: string;
  readonly bytes: number;
  readonly contentType: string;
  readonly cacheControl: string;
  readonly kind: OutputKind;
  /** Can also be a locale that the site no longer has: its files are deleted by the next build. */
  readonly locale: string | null;
  /** Site path of its route. */
  readonly owner: string | null;
  /** Only for hashed assets that the site no longer uses: the number of releases since then. */
  readonly outdatedBy?: number;
}

export interface OutputManifest {
  readonly version: 1;
  /** Sorted by path (UTF-16 code units), without duplicates. */
  readonly files: readonly ManifestFile[];
}

export function rowsByPath(rows: readonly ManifestFile[]): ReadonlyMap<string, ManifestFile> {
  return new Map(rows.map((row) => [row.path, row]));
}

const KINDS: readonly unknown[] = ['asset', 'page', 'map'] satisfies readonly OutputKind[];

/** Writes a manifest of sorted rows, with one row per line, so that manifests can be compared. */
export function writeManifest(file: string, rows: readonly ManifestFile[]): void {
  writePieces(file, printManifest(rows));
}

function* printManifest(rows: readonly ManifestFile[]): Generator<string> {
  yield '{"version":1,"files":[';
  for (const [index, row] of rows.entries()) yield `${index === 0 ? '' : ','}\n${JSON.stringify(row)}`;
  yield '\n]}\n';
}

/**
 * Loads a manifest; null if the file is missing.
 * @throws SiteError MANIFEST_DAMAGED (exit 2) for any other content.
 */
export function loadManifest(file: string): OutputManifest | null {
  if (!existsSync(file)) return null;
  try {
    const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'));
    assertManifest(manifest);
    return manifest;
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw outputSiteError(
      'MANIFEST_DAMAGED',
      'The manifest of the last build cannot be read. Nothing was changed.',
      {
        file,
        what: `It is not a manifest of this version of sitegen: ${errorMessage(cause)}`,
        fix: 'Restore it from a backup, or delete it and build again with --adopt.',
      },
      cause,
    );
  }
}

function assertManifest(value: unknown): asserts value is OutputManifest {
  const { version, files } = fieldsOf<OutputManifest>(value);
  if (version !== 1 || !Array.isArray(files)) throw new SyntaxError('Unexpected version or shape.');
  const wrong = files.find((row) => !isManifestFile(row));
  if (wrong !== undefined) throw new SyntaxError(`Unexpected row ${JSON.stringify(wrong).slice(0, 60)}.`);
}

function isManifestFile(row: unknown): row is ManifestFile {
  const { path, sha256, bytes, contentType, cacheControl, kind, locale, owner, outdatedBy } =
    fieldsOf<ManifestFile>(row);
  return (
    typeof path === 'string' &&
    // Files of the manifest can be deleted, so they must not be outside the out folder.
    isOutPath(path) &&
    typeof sha256 === 'string' &&
    typeof bytes === 'number' &&
    typeof contentType === 'string' &&
    typeof cacheControl === 'string' &&
    KINDS.includes(kind) &&
    (locale === null || typeof locale === 'string') &&
    (owner === null || typeof owner === 'string') &&
    (outdatedBy === undefined || typeof outdatedBy === 'number')
  );
}

function fieldsOf<Shape>(value: unknown): { readonly [Key in keyof Shape]?: unknown } {
  return typeof value === 'object' && value !== null ? value : {};
}
