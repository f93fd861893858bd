// The paths of an out folder and of what belongs to it. Staging, lock and journal are in a side folder beside the out folder, so
// that publishing is a rename on one file system.

import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemErrorCode } from '../errors.ts';
import { cacheInOut, outInSources } from './output-errors.ts';

/** Absolute paths; `shownOutDir` is the out folder as its owner wrote it, for messages. */
export interface OutputPlaces {
  readonly shownOutDir: string;
  readonly outDir: string;
  readonly cacheDir: string;
  readonly sideDir: string;
  readonly lockFile: string;
  readonly stagingDir: string;
  /** Staging of a dry run, which may run beside the unfinished commit of another build. */
  readonly dryRunDir: string;
  /** State files on their way to the cache folder. */
  readonly stateDir: string;
  readonly journalFile: string;
  /** The manifest of this very out folder; the cache folder's may be of another one. */
  readonly manifestFile: string;
  /** The manifest that a commit is about to install. */
  readonly nextManifestFile: string;
}

/** The places of an out folder, links resolved. Reads the disk, changes nothing. */
export function findPlaces(outDir: string, cacheDir: string): OutputPlaces {
  const realOutDir = realPath(outDir);
  const sideDir = join(dirname(realOutDir), `.${basename(realOutDir)}.sitegen`);
  return {
    shownOutDir: outDir,
    outDir: realOutDir,
    cacheDir: realPath(cacheDir),
    sideDir,
    lockFile: join(sideDir, 'lock'),
    stagingDir: join(sideDir, 'staging'),
    dryRunDir: join(sideDir, 'dry-run'),
    stateDir: join(sideDir, 'state'),
    journalFile: join(sideDir, 'journal.json'),
    manifestFile: join(sideDir, 'manifest.json'),
    nextManifestFile: join(sideDir, 'manifest.next.json'),
  };
}

const PROJECT = realpathSync(fileURLToPath(new URL('../../', import.meta.url)));
const SOURCES = [
  '.git',
  'bench',
  'cli',
  'client',
  'config',
  'content',
  'deploy',
  'docs',
  'locales',
  'templates',
  'tests',
];

/** Nothing may be written before this. @throws SiteError CACHE_IN_OUT, OUT_IN_SOURCES (exit 2). */
export function assertFoldersApart(outDir: string, cacheDir: string): void {
  // As named, too: of a folder that is not there yet links are not resolved.
  const named = { outDir, cacheDir };
  const real = findPlaces(outDir, cacheDir);
  for (const places of [named, real]) if (isInside(places.cacheDir, places.outDir)) throw cacheInOut(outDir, cacheDir);
  if (isInside(PROJECT, real.outDir) || SOURCES.some((name) => isInside(real.outDir, join(PROJECT, name))))
    throw outInSources(outDir);
}

const isInside = (path: string, folder: string) => `${path}${sep}`.startsWith(`${folder}${sep}`);

/** The path without symbolic links as far as it exists: a link to the out folder must not be replaced by the folder. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch (cause) {
    // What is in the way is reported when something is written there.
    if (['ENOENT', 'ENOTDIR'].includes(systemErrorCode(cause) ?? '')) return resolve(path);
    throw cause;
  }
}
