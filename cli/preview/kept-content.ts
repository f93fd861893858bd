// The sample content as the last preview received it, found again by the next one while its files and the schemas are the
// same: asking for it and checking it takes longer than making a page. Files are told by their bytes.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { rangesDirOf } from '../content/client/content-reads.ts';
import { hashFile, sha256 } from '../files/content-hash.ts';
import { listFiles } from '../files/list-files.ts';
import { writeWhole } from '../files/write-file.ts';
import { PROJECT } from './code/project.ts';
import { SAMPLE_FOLDER } from './sample-lists.ts';
import type { StoredContent } from './site/content-store.ts';

/** Where content is kept, and where a preview has its own. */
export interface KeptPlace {
  readonly cacheDir: string;
  /** Folder of this preview's own files. */
  readonly dir: string;
  /** Equal keys: the same content is received. */
  readonly key: string;
}

interface StoredFile {
  readonly content: StoredContent;
  /** Bytes by the names of the range files. */
  readonly ranges: ReadonlyMap<string, Uint8Array>;
}

/** What else decides what is received: another service, other packages. */
const SETTINGS = ['site.config.ts', 'package-lock.json'];
/** The code that sends it: the sample service, and all that is beside it. */
const SENDERS = 'cli/content';
const FILE = /^preview-content-[0-9a-f]+\.v8$/;

/**
 * The key of the sample content as its files are now. `settings` are what else decides what is received; `hashes` has
 * those of files, by path, that need not be read again, and gets the others'.
 */
export function keyOfSample(settings: readonly string[], hashes: Map<string, string>): string {
  const paths = listFiles(PROJECT, [`${SAMPLE_FOLDER}**`, `${SENDERS}/**`]).map((path) => join(PROJECT, path));
  const lines = [
    ...paths.map((file) => `${file} ${hashes.get(file) ?? keepHash(file, hashes)}`),
    ...SETTINGS.map((file) => `${file} ${hashOf(join(PROJECT, file))}`),
  ];
  return sha256([...settings, ...lines.sort()].join('\n')).slice(0, 20);
}

/** A file that is not there is missed, and told, by whoever needs it. */
function hashOf(file: string): string | null {
  return existsSync(file) ? hashFile(file) : null;
}

function keepHash(file: string, hashes: Map<string, string>): string {
  const hash = hashFile(file);
  hashes.set(file, hash);
  return hash;
}

/** The content of a key, its ranges in the folder of this preview; null where there is none, or it is damaged. */
export function loadKeptContent({ cacheDir, dir, key }: KeptPlace): StoredContent | null {
  try {
    const { content, ranges }: StoredFile = deserialize(readFileSync(join(cacheDir, fileOf(key))));
    const rangesDir = rangesDirOf(dir);
    mkdirSync(rangesDir, { recursive: true });
    for (const [name, bytes] of ranges) writeFileSync(join(rangesDir, name), bytes);
    return content;
  } catch {
    return null; // Absent or damaged: it is received again.
  }
}

/** Keeps content under its key, and none of another; a disk that takes no more keeps none. */
export function storeKeptContent({ cacheDir, dir, key }: KeptPlace, content: StoredContent): void {
  try {
    const rangesDir = rangesDirOf(dir);
    const names = new Set(
      content.values().flatMap((read) => (read.kind === 'collection' ? read.indexed.ranges.map(nameOfRange) : [])),
    );
    const ranges = new Map([...names].map((name) => [name, readFileSync(join(rangesDir, name))]));
    writeWhole(join(cacheDir, fileOf(key)), serialize({ content, ranges } satisfies StoredFile));
    for (const name of readdirSync(cacheDir))
      if (FILE.test(name) && name !== fileOf(key)) rmSync(join(cacheDir, name), { force: true });
  } catch {
    // The next preview receives it again.
  }
}

const fileOf = (key: string) => `preview-content-${key}.v8`;
const nameOfRange = (range: string) => `${range}.ndjson`;
