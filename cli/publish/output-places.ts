// The paths of the out folder and its side folder. The side folder (lock, staging, manifests) is next to the out folder, so that files can
// be renamed within one file system.

import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isInside, realPath } from '../files/real-path.ts';
import { outputSiteError } from './output-errors.ts';

/** Absolute paths, except for `shownOutDir`: the out folder as the user wrote it, for messages. */
export interface OutputPlaces {
  readonly shownOutDir: string;
  readonly outDir: string;
  readonly cacheDir: string;
  readonly sideDir: string;
  readonly lockFile: string;
  /** New files: `assets/`, `pages/` (with all other files of the site), `state/` (for the cache folder). */
  readonly stagingDir: string;
  /** The manifest that the out folder will have. While it exists, staging is complete, and the change must be finished. */
  readonly wantedFile: string;
  /** The manifest of this out folder. That in the cache folder may be of another one. */
  readonly manifestFile: string;
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
    wantedFile: join(sideDir, 'wanted.json'),
    manifestFile: join(sideDir, 'manifest.json'),
  };
}

/** Staging of a dry run, which must not touch that of an unfinished change. */
export const dryRunDirOf = ({ sideDir }: OutputPlaces): string => join(sideDir, 'dry-run');

const PROJECT = realpathSync(fileURLToPath(new URL('../../', import.meta.url)));
const SOURCES = '.git bench cli client config content deploy docs locales templates tests'.split(' ');

/** Call this before anything is written. `publicDir` has the owner's own files. @throws SiteError CACHE_IN_OUT, OUT_IN_SOURCES (exit 2). */
export function assertFoldersApart(outDir: string, cacheDir: string, publicDir: string): void {
  // Also the given paths, because programs that upload a folder follow the links in it.
  const real = findPlaces(outDir, cacheDir);
  for (const places of [{ outDir, cacheDir }, real])
    if (isInside(places.cacheDir, places.outDir))
      throw outputSiteError(
        'CACHE_IN_OUT',
        `The cache folder ${cacheDir} is in the out folder ${outDir}. Nothing was changed.`,
        {
          file: cacheDir,
          what: 'Everything in the out folder is uploaded. The cache, with all responses of the content service, would become public.',
          fix: 'Choose another cache folder with --cache-dir, or another out folder with -o.',
        },
      );
  const sources = [...SOURCES.map((name) => join(PROJECT, name)), realPath(publicDir)];
  const isAround = [PROJECT, realPath(publicDir)].some((folder) => isInside(folder, real.outDir));
  if (isAround || sources.some((folder) => isInside(real.outDir, folder)))
    throw outputSiteError('OUT_IN_SOURCES', `${outDir} is a source folder of the project. Nothing was changed.`, {
      file: outDir,
      what: 'A build replaces and deletes files in its out folder.',
      fix: 'Choose another folder with -o.',
    });
}
