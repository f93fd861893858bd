// The paths of the out folder and its side folder. The side folder (staging, lock, journal) is next to the out folder, so that files can be
// renamed within one file system.

import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemErrorCode } from '../errors.ts';
import { cacheInOut, outInSources } from './output-errors.ts';

/** Absolute paths, except for `shownOutDir`: the out folder as the user wrote it, for messages. */
export interface OutputPlaces {
  readonly shownOutDir: string;
  readonly outDir: string;
  readonly cacheDir: string;
  readonly sideDir: string;
  readonly lockFile: string;
  readonly stagingDir: string;
  /** Staging of a dry run, which must not change the staging of an unfinished commit. */
  readonly dryRunDir: string;
  /** State files on their way to the cache folder. */
  readonly stateDir: string;
  readonly journalFile: string;
  /** The manifest of this out folder. That in the cache folder may be of another one. */
  readonly manifestFile: string;
  /** The manifest that the commit will install. */
  readonly nextManifestFile: string;
}

/** Finds the places of an out folder and resolves links. Creates nothing. */
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

/** Call this before anything is written. `publicDir` has the owner's own files. @throws SiteError CACHE_IN_OUT, OUT_IN_SOURCES (exit 2). */
export function assertFoldersApart(outDir: string, cacheDir: string, publicDir: string): void {
  // Also the given paths, because links of folders that do not exist yet are not resolved.
  const named = { outDir, cacheDir };
  const real = findPlaces(outDir, cacheDir);
  for (const places of [named, real]) if (isInside(places.cacheDir, places.outDir)) throw cacheInOut(outDir, cacheDir);
  const sources = [...SOURCES.map((name) => join(PROJECT, name)), realPath(publicDir)];
  const isAround = [PROJECT, realPath(publicDir)].some((folder) => isInside(folder, real.outDir));
  if (isAround || sources.some((folder) => isInside(real.outDir, folder))) throw outInSources(outDir);
}

const isInside = (path: string, folder: string) => `${path}${sep}`.startsWith(`${folder}${sep}`);

/** Resolves symbolic links if the path exists, so that a link to the out folder is not replaced. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch (cause) {
    // A file in the path is reported when something is written there.
    if (['ENOENT', 'ENOTDIR'].includes(systemErrorCode(cause) ?? '')) return resolve(path);
    throw cause;
  }
}
