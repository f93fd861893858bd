// Reads and writes manifest.json: every file of the out folder with its hash and its HTTP headers.

import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import * as z from 'zod';
import { errorMessage } from '../errors.ts';
import type { OutPath } from '../files/brands.ts';
import type { OutputKind } from '../files/output-file.ts';
import { writePieces } from '../files/write-file.ts';
import { isOutPath } from '../paths/out-path.ts';
import { outputSiteError } from './output-errors.ts';

const ROW = z.object({
  /** Files of the manifest can be deleted, so they must not be outside the out folder. */
  path: z.string().refine(isOutPath).brand<'OutPath'>(),
  sha256: z.string().brand<'Digest'>(),
  bytes: z.number(),
  contentType: z.string(),
  cacheControl: z.string(),
  kind: z.enum(['asset', 'page', 'map'] satisfies readonly OutputKind[]),
  /** Can also be a locale that the site no longer has: its files are deleted by the next build. */
  locale: z.string().nullable(),
  /** Of its route. */
  owner: z.string().brand<'SitePath'>().nullable(),
  /** Only for hashed assets that the site no longer uses: the number of releases since then. */
  outdatedBy: z.number().exactOptional(),
});
const MANIFEST = z.object({ version: z.literal(1), files: z.array(z.unknown()) });

export type ManifestFile = Readonly<z.infer<typeof ROW>>;

export interface OutputManifest {
  readonly version: 1;
  /** Sorted by path (UTF-16 code units), without duplicates. */
  readonly files: readonly ManifestFile[];
}

export function rowsByPath(rows: readonly ManifestFile[]): ReadonlyMap<OutPath, ManifestFile> {
  return new Map(rows.map((row) => [row.path, row]));
}

/** Writes a manifest of sorted rows, with one row per line, so that manifests can be compared. */
export function writeManifest(file: string, rows: readonly ManifestFile[]): void {
  writePieces(file, printManifest(rows));
}

const FIRST_LINE = '{"version":1,"files":[';

function* printManifest(rows: readonly ManifestFile[]): Generator<string> {
  yield FIRST_LINE;
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
    const { data } = MANIFEST.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    if (data === undefined) throw new SyntaxError('Unexpected version or shape.');
    const files = data.files.map(parseRow);
    // All rows have one of a few texts in these fields: a string for each row would take 20 MB for 100,000 pages.
    const texts = new Map<string | null, string | null>();
    for (const row of files)
      for (const name of ['contentType', 'cacheControl', 'kind', 'locale'] as const)
        Object.assign(row, { [name]: texts.getOrInsert(row[name], row[name]) });
    return { version: 1, files };
  } catch (cause) {
    throw explainDamage(file, cause);
  }
}

/** The rows of a manifest, which is not in memory as a whole. @throws SiteError MANIFEST_DAMAGED (exit 2). */
export function* readManifest(file: string): Generator<ManifestFile> {
  const lines = readLines(file);
  const [first] = lines.take(1);
  // Somebody may have formatted it.
  if (first !== FIRST_LINE) return yield* loadManifest(file)?.files ?? [];
  try {
    for (const line of readLines(file).drop(1)) {
      if (!line.startsWith('{')) return;
      yield parseRow(JSON.parse(line.replace(/,$/, '')));
    }
    throw new SyntaxError('It ends early.');
  } catch (cause) {
    throw explainDamage(file, cause);
  }
}

function explainDamage(file: string, cause: unknown): unknown {
  if (!(cause instanceof SyntaxError)) return cause;
  return outputSiteError(
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

const CHUNK_BYTES = 262_144;

function* readLines(file: string): Generator<string, undefined> {
  const descriptor = openSync(file, 'r');
  try {
    const decoder = new StringDecoder('utf8');
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    let rest = '';
    for (let length = readSync(descriptor, chunk); length > 0; length = readSync(descriptor, chunk)) {
      const lines = (rest + decoder.write(chunk.subarray(0, length))).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
    if (rest !== '') yield rest;
  } finally {
    closeSync(descriptor);
  }
}

function parseRow(row: unknown): ManifestFile {
  const { data } = ROW.safeParse(row);
  if (data === undefined) throw new SyntaxError(`Unexpected row ${JSON.stringify(row).slice(0, 60)}.`);
  return data;
}
